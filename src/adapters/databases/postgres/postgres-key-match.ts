import type { ColumnBinding } from './postgres-bindings.js';

const NUMBERS = new Set(['smallint', 'integer', 'bigint', 'numeric']);

/** `left = right` between columns that hold the same keys, perhaps in different types. */
export function matchColumns(left: SidedColumn, right: SidedColumn): string {
  const [a, b] = [left.binding, right.binding];
  if (a.type === b.type && a.operators['='] === b.operators['=']) {
    // Two collations of their own cannot meet in one comparison: that of the left decides.
    const collate = a.collate === b.collate ? '' : a.collate || ' COLLATE pg_catalog."default"';
    return `${left.text} ${a.operators['=']} ${right.text}${collate}`;
  }
  if (NUMBERS.has(a.type) && NUMBERS.has(b.type)) {
    return `${left.text} OPERATOR(pg_catalog.=) ${right.text}`;
  }
  return `${left.text}::text COLLATE pg_catalog."C" OPERATOR(pg_catalog.=) ${right.text}::text COLLATE pg_catalog."C"`;
}

/** Can an index over the left column serve `matchColumns`? */
export function isDirectMatch(a: ColumnBinding, b: ColumnBinding): boolean {
  const whole = NUMBERS.has(a.type) && NUMBERS.has(b.type) && a.type !== 'numeric' && b.type !== 'numeric';
  return whole || (a.type === b.type && a.operators['='] === b.operators['='] && a.collate === b.collate);
}

export interface SidedColumn {
  /** With its table's alias. */
  readonly text: string;
  readonly binding: ColumnBinding;
}
