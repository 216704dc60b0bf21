import { chachaBlock, DRAW_ROUNDS } from '../random/chacha.js';
import { createHmac } from 'node:crypto';
import { keyWords, RoundFunction } from './round-function.js';
import { TextHmac } from '../random/hmac.js';
import { ROUNDS } from './feistel-permutation.js';
import type { Tweak } from './round-function.js';

/** Digits of a mixed radix: `digits[i]` is below `radices[i]`, which is below 2^21; only the first `length` count. */
export interface DigitVector {
  readonly digits: Int32Array;
  readonly radices: Int32Array;
  readonly length: number;
}

const WORDS = 16;
const WORD_VALUES = 2 ** 32;

/** Half a vector: where it begins and ends. */
interface Half {
  readonly from: number;
  readonly to: number;
}

/**
 * Keyed permutations of vectors of digits, for sets too large for a plain number: a Feistel network whose halves are
 * halves of the vector. Each round adds a keyed stream, made from one half, to the other, digit by digit, in time
 * linear in the length. Halves of up to 64 bits and 16 digits, such as those of a UUID, take one ChaCha block a round;
 * longer ones a hash and as many blocks as they need. Holds scratch buffers.
 */
export class VectorPermutation {
  private readonly round: RoundFunction;
  private readonly hmac: TextHmac;
  private readonly stream = {
    key: new Int32Array(8),
    counter: 0,
    nonce: new Int32Array(3),
    rounds: DRAW_ROUNDS,
  };
  private readonly block = new Int32Array(WORDS);

  constructor(key: Uint8Array) {
    this.round = new RoundFunction(keyWords(key, 'vector'));
    this.hmac = new TextHmac(createHmac('sha256', key).update('long vector').digest());
  }

  /** Replaces the vector's digits. */
  permute(vector: DigitVector, tweak: Tweak): void {
    const halves = this.begin(vector, tweak);
    for (let i = 0; i < ROUNDS; i += 2) {
      this.addStream(vector, halves.left, halves.right, {
        round: i,
        tweak,
        isShort: halves.isShort,
        sign: 1,
      });
      this.addStream(vector, halves.right, halves.left, {
        round: i + 1,
        tweak,
        isShort: halves.isShort,
        sign: 1,
      });
    }
  }

  invert(vector: DigitVector, tweak: Tweak): void {
    const halves = this.begin(vector, tweak);
    for (let i = ROUNDS - 2; i >= 0; i -= 2) {
      this.addStream(vector, halves.right, halves.left, {
        round: i + 1,
        tweak,
        isShort: halves.isShort,
        sign: -1,
      });
      this.addStream(vector, halves.left, halves.right, {
        round: i,
        tweak,
        isShort: halves.isShort,
        sign: -1,
      });
    }
  }

  private begin(vector: DigitVector, tweak: Tweak): { left: Half; right: Half; isShort: boolean } {
    this.round.begin(tweak);
    const middle = (vector.length + 1) >> 1;
    const left = { from: 0, to: middle };
    const right = { from: middle, to: vector.length };
    return { left, right, isShort: isShort(vector, left) && isShort(vector, right) };
  }

  /** Adds (or takes away) the stream of the half `source` to the half `target`. */
  private addStream(vector: DigitVector, target: Half, source: Half, step: Step): void {
    const { digits, radices } = vector;
    const words = step.isShort
      ? this.shortStream(vector, source, step.round)
      : this.longStream(vector, source, step);
    for (let i = target.from; i < target.to; i++) {
      const place = (i - target.from) % WORDS;
      if (place === 0 && i > target.from) {
        this.nextBlock();
      }
      const radix = radices[i]!;
      const added = digits[i]! + step.sign * Math.floor(((words[place]! >>> 0) / WORD_VALUES) * radix);
      digits[i] = added >= radix ? added - radix : added < 0 ? added + radix : added;
    }
  }

  private shortStream(vector: DigitVector, { from, to }: Half, round: number): Int32Array {
    const { digits, radices } = vector;
    let first = 0;
    let size = 1;
    let i = from;
    for (; i < to && size * radices[i]! <= WORD_VALUES; i++) {
      first = first * radices[i]! + digits[i]!;
      size *= radices[i]!;
    }
    let second = 0;
    for (; i < to; i++) {
      second = second * radices[i]! + digits[i]!;
    }
    this.round.evaluate(round, first, second);
    return this.round.words;
  }

  private longStream(vector: DigitVector, { from, to }: Half, { round, tweak }: Step): Int32Array {
    const { digits } = vector;
    const parts = Buffer.allocUnsafe((to - from) * 3);
    for (let i = from; i < to; i++) {
      parts.writeUIntLE(digits[i]!, (i - from) * 3, 3);
    }
    const text = `${round}:${tweak.low}:${tweak.high}:${parts.toString('latin1')}`;
    this.hmac.digest(text, this.stream.key);
    this.stream.counter = 0;
    this.nextBlock();
    return this.block;
  }

  private nextBlock(): void {
    chachaBlock(this.stream, this.block);
    this.stream.counter++;
  }
}

interface Step {
  readonly round: number;
  readonly tweak: Tweak;
  readonly isShort: boolean;
  readonly sign: 1 | -1;
}

/** Does the half fit one block: sixteen digits, packed into two words? */
function isShort({ radices }: DigitVector, { from, to }: Half): boolean {
  if (to - from > WORDS) {
    return false;
  }
  let words = 1;
  let size = 1;
  for (let i = from; i < to; i++) {
    size *= radices[i]!;
    if (size > WORD_VALUES) {
      words++;
      size = radices[i]!;
    }
  }
  return words <= 2;
}
