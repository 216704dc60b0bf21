import { keyWords, RoundFunction } from './round-function.js';
import type { Tweak } from './round-function.js';

/** Largest set whose indices are permuted as plain numbers: all divisions below are exact up to here. */
export const MAX_NUMBER_SIZE = 2 ** 52;

/** From a million on the rounds suffice that NIST asks of FF1, and two more; smaller sets get twice as many. */
export const ROUNDS = 12;
export const SMALL_SET_ROUNDS = 24;
export const SMALL_SET = 1_000_000;

/**
 * Keyed permutations of 0 … size − 1, for any size up to `MAX_NUMBER_SIZE`. An index is written as a pair (x, y) below
 * a · b ≥ size, with a and b next to its root; rounds add a pseudo-random function of one half to the other, in turns
 * (the generalised Feistel cipher of Black and Rogaway). A result beyond the set goes round again; fewer than one in a
 * thousand does. Holds scratch buffers.
 */
export class FeistelPermutation {
  private readonly round: RoundFunction;

  constructor(key: Uint8Array) {
    this.round = new RoundFunction(keyWords(key, 'feistel'));
  }

  permute(index: number, size: number, tweak: Tweak): number {
    const a = Math.ceil(Math.sqrt(size));
    const b = Math.ceil(size / a);
    const rounds = size < SMALL_SET ? SMALL_SET_ROUNDS : ROUNDS;
    this.round.begin(tweak);
    let result = index;
    do {
      let x = Math.floor(result / b);
      let y = result - x * b;
      for (let i = 0; i < rounds; i += 2) {
        x += this.value(i, y, a);
        x = x >= a ? x - a : x;
        y += this.value(i + 1, x, b);
        y = y >= b ? y - b : y;
      }
      result = x * b + y;
    } while (result >= size);
    return result;
  }

  invert(index: number, size: number, tweak: Tweak): number {
    const a = Math.ceil(Math.sqrt(size));
    const b = Math.ceil(size / a);
    const rounds = size < SMALL_SET ? SMALL_SET_ROUNDS : ROUNDS;
    this.round.begin(tweak);
    let result = index;
    do {
      let x = Math.floor(result / b);
      let y = result - x * b;
      for (let i = rounds - 2; i >= 0; i -= 2) {
        y -= this.value(i + 1, x, b);
        y = y < 0 ? y + b : y;
        x -= this.value(i, y, a);
        x = x < 0 ? x + a : x;
      }
      result = x * b + y;
    } while (result >= size);
    return result;
  }

  /** Below `modulus`, itself at most 2^26: 53 pseudo-random bits, so that no value is favoured by more than 2^−26. */
  private value(round: number, half: number, modulus: number): number {
    this.round.evaluate(round, half, 0);
    const { words } = this.round;
    const bits = (words[0]! >>> 5) * 67108864 + (words[1]! >>> 6);
    return Math.floor((bits / 9007199254740992) * modulus);
  }
}
