import { KeyedPermutation } from './keyed-permutation.js';
import { MAX_NUMBER_SIZE } from './feistel-permutation.js';
import { VectorPermutation } from './vector-permutation.js';
import type { DigitVector } from './vector-permutation.js';
import type { Tweak } from './round-function.js';

/** Keyed permutations of vectors of digits of any number and radix: by their index while that is a plain number. */
export class MixedRadixPermutation {
  private readonly byIndex: KeyedPermutation;
  private readonly byDigits: VectorPermutation;

  constructor(key: Uint8Array) {
    this.byIndex = new KeyedPermutation(key);
    this.byDigits = new VectorPermutation(key);
  }

  /** For values that are one number from the start. */
  permuteIndex(index: number, size: number, tweak: Tweak): number {
    return this.byIndex.permute(index, size, tweak);
  }

  /** Replaces the vector's digits. */
  permute(vector: DigitVector, tweak: Tweak): void {
    const { digits, radices, length } = vector;
    let size = 1;
    let index = 0;
    for (let i = 0; i < length; i++) {
      size *= radices[i]!;
      if (size > MAX_NUMBER_SIZE) {
        this.byDigits.permute(vector, tweak);
        return;
      }
      index = index * radices[i]! + digits[i]!;
    }
    let rest = this.byIndex.permute(index, size, tweak);
    for (let i = length - 1; i >= 0; i--) {
      const radix = radices[i]!;
      const quotient = Math.floor(rest / radix);
      digits[i] = rest - quotient * radix;
      rest = quotient;
    }
  }
}
