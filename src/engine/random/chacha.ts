/**
 * The ChaCha block function (RFC 8439) with a settable number of rounds. The key is the row's seed, the nonce names
 * the mask, the counter walks the stream.
 */

/** Eight rounds more than any known attack reaches; 20 would buy nothing here and cost a third of the speed. */
export const DRAW_ROUNDS = 12;

/** "expand 32-byte k" */
const C0 = 0x61707865;
const C1 = 0x3320646e;
const C2 = 0x79622d32;
const C3 = 0x6b206574;

export interface ChaChaInput {
  /** Eight words. */
  readonly key: Int32Array;
  readonly counter: number;
  /** Three words. */
  readonly nonce: Int32Array;
  readonly rounds: number;
}

/** Writes the sixteen words of one block to `out`. */
// eslint-disable-next-line max-lines-per-function -- written out: the sixteen words then stay in registers
export function chachaBlock(input: ChaChaInput, out: Int32Array): void {
  const { key, nonce } = input;
  const counter = input.counter | 0;
  let x0 = C0,
    x1 = C1,
    x2 = C2,
    x3 = C3;
  let x4 = key[0]!,
    x5 = key[1]!,
    x6 = key[2]!,
    x7 = key[3]!;
  let x8 = key[4]!,
    x9 = key[5]!,
    x10 = key[6]!,
    x11 = key[7]!;
  let x12 = counter,
    x13 = nonce[0]!,
    x14 = nonce[1]!,
    x15 = nonce[2]!;
  for (let round = input.rounds; round > 0; round -= 2) {
    x0 = (x0 + x4) | 0;
    x12 ^= x0;
    x12 = (x12 << 16) | (x12 >>> 16);
    x8 = (x8 + x12) | 0;
    x4 ^= x8;
    x4 = (x4 << 12) | (x4 >>> 20);
    x0 = (x0 + x4) | 0;
    x12 ^= x0;
    x12 = (x12 << 8) | (x12 >>> 24);
    x8 = (x8 + x12) | 0;
    x4 ^= x8;
    x4 = (x4 << 7) | (x4 >>> 25);
    x1 = (x1 + x5) | 0;
    x13 ^= x1;
    x13 = (x13 << 16) | (x13 >>> 16);
    x9 = (x9 + x13) | 0;
    x5 ^= x9;
    x5 = (x5 << 12) | (x5 >>> 20);
    x1 = (x1 + x5) | 0;
    x13 ^= x1;
    x13 = (x13 << 8) | (x13 >>> 24);
    x9 = (x9 + x13) | 0;
    x5 ^= x9;
    x5 = (x5 << 7) | (x5 >>> 25);
    x2 = (x2 + x6) | 0;
    x14 ^= x2;
    x14 = (x14 << 16) | (x14 >>> 16);
    x10 = (x10 + x14) | 0;
    x6 ^= x10;
    x6 = (x6 << 12) | (x6 >>> 20);
    x2 = (x2 + x6) | 0;
    x14 ^= x2;
    x14 = (x14 << 8) | (x14 >>> 24);
    x10 = (x10 + x14) | 0;
    x6 ^= x10;
    x6 = (x6 << 7) | (x6 >>> 25);
    x3 = (x3 + x7) | 0;
    x15 ^= x3;
    x15 = (x15 << 16) | (x15 >>> 16);
    x11 = (x11 + x15) | 0;
    x7 ^= x11;
    x7 = (x7 << 12) | (x7 >>> 20);
    x3 = (x3 + x7) | 0;
    x15 ^= x3;
    x15 = (x15 << 8) | (x15 >>> 24);
    x11 = (x11 + x15) | 0;
    x7 ^= x11;
    x7 = (x7 << 7) | (x7 >>> 25);
    x0 = (x0 + x5) | 0;
    x15 ^= x0;
    x15 = (x15 << 16) | (x15 >>> 16);
    x10 = (x10 + x15) | 0;
    x5 ^= x10;
    x5 = (x5 << 12) | (x5 >>> 20);
    x0 = (x0 + x5) | 0;
    x15 ^= x0;
    x15 = (x15 << 8) | (x15 >>> 24);
    x10 = (x10 + x15) | 0;
    x5 ^= x10;
    x5 = (x5 << 7) | (x5 >>> 25);
    x1 = (x1 + x6) | 0;
    x12 ^= x1;
    x12 = (x12 << 16) | (x12 >>> 16);
    x11 = (x11 + x12) | 0;
    x6 ^= x11;
    x6 = (x6 << 12) | (x6 >>> 20);
    x1 = (x1 + x6) | 0;
    x12 ^= x1;
    x12 = (x12 << 8) | (x12 >>> 24);
    x11 = (x11 + x12) | 0;
    x6 ^= x11;
    x6 = (x6 << 7) | (x6 >>> 25);
    x2 = (x2 + x7) | 0;
    x13 ^= x2;
    x13 = (x13 << 16) | (x13 >>> 16);
    x8 = (x8 + x13) | 0;
    x7 ^= x8;
    x7 = (x7 << 12) | (x7 >>> 20);
    x2 = (x2 + x7) | 0;
    x13 ^= x2;
    x13 = (x13 << 8) | (x13 >>> 24);
    x8 = (x8 + x13) | 0;
    x7 ^= x8;
    x7 = (x7 << 7) | (x7 >>> 25);
    x3 = (x3 + x4) | 0;
    x14 ^= x3;
    x14 = (x14 << 16) | (x14 >>> 16);
    x9 = (x9 + x14) | 0;
    x4 ^= x9;
    x4 = (x4 << 12) | (x4 >>> 20);
    x3 = (x3 + x4) | 0;
    x14 ^= x3;
    x14 = (x14 << 8) | (x14 >>> 24);
    x9 = (x9 + x14) | 0;
    x4 ^= x9;
    x4 = (x4 << 7) | (x4 >>> 25);
  }
  out[0] = x0 + C0;
  out[1] = x1 + C1;
  out[2] = x2 + C2;
  out[3] = x3 + C3;
  out[4] = x4 + key[0]!;
  out[5] = x5 + key[1]!;
  out[6] = x6 + key[2]!;
  out[7] = x7 + key[3]!;
  out[8] = x8 + key[4]!;
  out[9] = x9 + key[5]!;
  out[10] = x10 + key[6]!;
  out[11] = x11 + key[7]!;
  out[12] = x12 + counter;
  out[13] = x13 + nonce[0]!;
  out[14] = x14 + nonce[1]!;
  out[15] = x15 + nonce[2]!;
}
