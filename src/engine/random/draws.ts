import { chachaBlock, DRAW_ROUNDS } from './chacha.js';
import type { ChaChaInput } from './chacha.js';

/** The 256-bit seed of the current row for one list of hash values. */
export interface RowSeed {
  /** Eight words, valid until the next row. Computed at most once a row, and only when something draws. */
  words(): Int32Array;
}

const HALF_WORDS = 32;
const TWO_TO_32 = 2 ** 32;
const SMALL = 4096;
/** -65536 mod n for every small n: draws below it would favour some results. */
const SMALL_REJECT = Uint16Array.from({ length: SMALL + 1 }, (_, n) => (n === 0 ? 0 : 65536 % n));

/**
 * One mask's stream of unbiased random draws for the current row. A stream is a ChaCha keystream: the row's seed is
 * the key, the mask's domain the nonce. Blocks are made when needed, one at a time.
 */
export class Draws {
  private readonly block = new Int32Array(16);
  private readonly input: { -readonly [K in keyof ChaChaInput]: ChaChaInput[K] };
  /** Next unused half word of the block. */
  private position = HALF_WORDS;

  constructor(
    private readonly seed: RowSeed,
    nonce: Int32Array,
  ) {
    this.input = { key: new Int32Array(8), counter: 0, nonce, rounds: DRAW_ROUNDS };
  }

  /** Rewinds to the start of the current row's stream. */
  begin(): void {
    this.position = HALF_WORDS;
    this.input.counter = 0;
  }

  /** Uniform in 0 … n − 1, for 1 ≤ n ≤ 2^32. */
  below(n: number): number {
    if (n > SMALL) {
      return this.belowLarge(n);
    }
    const product = this.uint16() * n;
    return (product & 0xffff) >= n ? product >>> 16 : this.belowSmall(product, n);
  }

  /** Uniform in 0 … n − 1, for any n ≥ 1. */
  belowBig(n: bigint): bigint {
    if (n <= BigInt(TWO_TO_32)) {
      return BigInt(this.below(Number(n)));
    }
    const words = Math.ceil((n - 1n).toString(16).length / 8);
    const span = 1n << BigInt(32 * words);
    const limit = span - (span % n);
    for (;;) {
      let drawn = 0n;
      for (let i = 0; i < words; i++) {
        drawn = (drawn << 32n) | BigInt(this.uint32());
      }
      if (drawn < limit) {
        return drawn % n;
      }
    }
  }

  /** Uniform in [0, 1) with 53 bits. */
  fraction(): number {
    const high = this.uint32() >>> 5;
    return (high * 67108864 + (this.uint32() >>> 6)) / 9007199254740992;
  }

  private belowSmall(first: number, n: number): number {
    const reject = SMALL_REJECT[n]!;
    let product = first;
    while ((product & 0xffff) < reject) {
      product = this.uint16() * n;
    }
    return product >>> 16;
  }

  private belowLarge(n: number): number {
    const limit = TWO_TO_32 - (TWO_TO_32 % n);
    let drawn = this.uint32();
    while (drawn >= limit) {
      drawn = this.uint32();
    }
    return drawn % n;
  }

  private uint16(): number {
    if (this.position === HALF_WORDS) {
      this.refill();
    }
    const position = this.position++;
    const word = this.block[position >> 1]!;
    return (position & 1) === 0 ? word & 0xffff : word >>> 16;
  }

  private uint32(): number {
    this.position += this.position & 1;
    if (this.position === HALF_WORDS) {
      this.refill();
    }
    const word = this.block[this.position >> 1]!;
    this.position += 2;
    return word >>> 0;
  }

  private refill(): void {
    this.input.key = this.seed.words();
    chachaBlock(this.input, this.block);
    this.input.counter++;
    this.position = 0;
  }
}
