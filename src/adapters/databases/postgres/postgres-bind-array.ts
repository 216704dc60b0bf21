import { arrayLiteral, binaryIntegerArray, binaryTextArray } from './postgres-arrays.js';
import type { ColumnBinding } from './postgres-bindings.js';

/** Texts of one column as a parameter: in binary form where its type has one that is cheaper. */
export function bindArray(
  texts: readonly (string | null)[],
  binding: ColumnBinding | undefined,
): string | Buffer {
  const binary = binding?.binary ?? null;
  if (binary === null) {
    return arrayLiteral(texts);
  }
  return binary.integerSize === null
    ? binaryTextArray(texts, binary.oid)
    : (binaryIntegerArray(texts, binary.oid, binary.integerSize) ?? arrayLiteral(texts));
}
