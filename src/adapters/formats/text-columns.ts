import type { ColumnShape } from '../../engine/index.js';

/** A column of a file whose cells are nothing but text. */
export function textColumn(name: string, maxLength: number | null = null): ColumnShape {
  return {
    ...{ name, kind: 'text', nullable: true, writable: true },
    ...{ maxLength, numericPrecision: null, numericScale: null },
  };
}
