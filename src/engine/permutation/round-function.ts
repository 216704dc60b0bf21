import { chachaBlock, DRAW_ROUNDS } from '../random/chacha.js';
import { createHmac } from 'node:crypto';
import type { ChaChaInput } from '../random/chacha.js';

const WORDS = 8;

/** The eight words of a key that serves one purpose: HMAC of the purpose's name under the common key. */
export function keyWords(key: Uint8Array, purpose: string): Int32Array {
  const digest = createHmac('sha256', key).update(purpose, 'utf8').digest();
  return Int32Array.from({ length: WORDS }, (_, index) => digest.readInt32LE(index * 4));
}

/** What separates permutations under one key: two words, of which the second counts with 24 bits. */
export interface Tweak {
  readonly low: number;
  readonly high: number;
}

/**
 * A pseudo-random function of up to two words, for the rounds of a Feistel network: one ChaCha block, keyed by the
 * permutation's key, with the argument as its nonce. Every call overwrites `words`.
 */
export class RoundFunction {
  readonly words = new Int32Array(16);
  private readonly nonce = new Int32Array(3);
  private readonly input: { -readonly [K in keyof ChaChaInput]: ChaChaInput[K] };
  private high = 0;

  constructor(key: Int32Array) {
    this.input = { key, counter: 0, nonce: this.nonce, rounds: DRAW_ROUNDS };
  }

  /** Enters the permutation of a tweak. */
  begin(tweak: Tweak): void {
    this.nonce[2] = tweak.low;
    this.high = tweak.high << 8;
  }

  /** Fills `words` for a round below 256. */
  evaluate(round: number, first: number, second: number): void {
    this.nonce[0] = first;
    this.nonce[1] = second;
    this.input.counter = this.high | round;
    chachaBlock(this.input, this.words);
  }
}
