import { FeistelPermutation, MAX_NUMBER_SIZE } from './feistel-permutation.js';
import { MAX_TABLE_SIZE, TablePermutations } from './table-permutations.js';
import type { Tweak } from './round-function.js';

/**
 * Keyed permutations of 0 … size − 1 for any size up to `MAX_NUMBER_SIZE`, one for each tweak. Every set of values
 * that must stay within itself takes a tweak of its own: equal tweaks would only repeat a permutation, never make two
 * results equal. Holds scratch buffers and at most two megabytes of tables.
 */
export class KeyedPermutation {
  private readonly feistel: FeistelPermutation;
  private readonly tables: TablePermutations;

  constructor(key: Uint8Array) {
    this.feistel = new FeistelPermutation(key);
    this.tables = new TablePermutations(key);
  }

  permute(index: number, size: number, tweak: Tweak): number {
    return size <= MAX_TABLE_SIZE
      ? this.tables.permute(index, size, tweak)
      : this.feistel.permute(index, checked(size), tweak);
  }

  invert(index: number, size: number, tweak: Tweak): number {
    return size <= MAX_TABLE_SIZE
      ? this.tables.invert(index, size, tweak)
      : this.feistel.invert(index, checked(size), tweak);
  }
}

function checked(size: number): number {
  if (size > MAX_NUMBER_SIZE) {
    throw new RangeError('A set of this size needs another kind of permutation');
  }
  return size;
}
