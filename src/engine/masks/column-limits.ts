import type { ColumnShape } from '../rules/table-mask.js';
import type { ExactNumber } from '../values/numbers.js';

/** Bytes of a signed whole number by the digits of its largest value. */
const BYTES: ReadonlyMap<number, number> = new Map([
  [3, 1],
  [5, 2],
  [7, 3],
  [10, 4],
  [19, 8],
]);

/** Greatest whole number that a column of whole numbers surely holds; null: unknown, or another column. */
export function integerLimit(column: ColumnShape): bigint | null {
  const digits = column.kind === 'integer' ? column.numericPrecision : null;
  if (digits === null) {
    return null;
  }
  const bytes = BYTES.get(digits);
  return bytes === undefined ? 10n ** BigInt(digits) - 1n : (1n << BigInt(bytes * 8 - 1)) - 1n;
}

/** Greatest number that a column surely holds, and its negative too; null: unknown, or no column of exact numbers. */
export function numberLimit(column: ColumnShape): ExactNumber | null {
  const whole = integerLimit(column);
  if (whole !== null) {
    return { digits: whole, scale: 0 };
  }
  if (column.kind !== 'decimal' || column.numericPrecision === null) {
    return null;
  }
  const scale = column.numericScale ?? 0;
  const digits = 10n ** BigInt(column.numericPrecision) - 1n;
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}
