import type { ColumnShape } from '../../engine/index.js';

/** A column of a file whose cells are nothing but text. */
export function textColumn(name: string): ColumnShape {
  return {
    ...{ name, kind: 'text', nullable: true, writable: true },
    ...{ maxLength: null, numericPrecision: null, numericScale: null },
  };
}
