import { Draws } from '../random/draws.js';
import { createHmac } from 'node:crypto';
import { TextHmac } from '../random/hmac.js';
import { ROUNDS } from './feistel-permutation.js';

/**
 * A keyed permutation of 0 … size − 1 for sizes beyond plain numbers: the same network as `FeistelPermutation`, its
 * round function a ChaCha stream seeded by HMAC-SHA-256 of the other half. Some twenty thousand values a second.
 */
export class BigPermutation {
  private readonly hmac: TextHmac;
  private readonly words = new Int32Array(8);
  private readonly draws = new Draws({ words: () => this.words }, new Int32Array(3));
  private readonly a: bigint;
  private readonly b: bigint;

  constructor(
    key: Uint8Array,
    private readonly size: bigint,
  ) {
    const label = `big ${size.toString(36)}`;
    this.hmac = new TextHmac(createHmac('sha256', key).update(label).digest());
    this.a = ceilingRoot(size);
    this.b = (size + this.a - 1n) / this.a;
  }

  permute(index: bigint): bigint {
    let result = index;
    do {
      let x = result / this.b;
      let y = result % this.b;
      for (let i = 0; i < ROUNDS; i += 2) {
        x = (x + this.value(i, y, this.a)) % this.a;
        y = (y + this.value(i + 1, x, this.b)) % this.b;
      }
      result = x * this.b + y;
    } while (result >= this.size);
    return result;
  }

  invert(index: bigint): bigint {
    let result = index;
    do {
      let x = result / this.b;
      let y = result % this.b;
      for (let i = ROUNDS - 2; i >= 0; i -= 2) {
        y = (y + this.b - this.value(i + 1, x, this.b)) % this.b;
        x = (x + this.a - this.value(i, y, this.a)) % this.a;
      }
      result = x * this.b + y;
    } while (result >= this.size);
    return result;
  }

  private value(round: number, half: bigint, modulus: bigint): bigint {
    this.hmac.digest(`${round}:${half.toString(36)}`, this.words);
    this.draws.begin();
    return this.draws.belowBig(modulus);
  }
}

/** The least whole number whose square is not below `n`, by Newton's steps from above. */
export function ceilingRoot(n: bigint): bigint {
  if (n <= 1n) {
    return n;
  }
  let root = 1n << BigInt(Math.ceil(n.toString(2).length / 2));
  for (;;) {
    const next = (root + n / root) >> 1n;
    if (next >= root) {
      return root * root < n ? root + 1n : root;
    }
    root = next;
  }
}
