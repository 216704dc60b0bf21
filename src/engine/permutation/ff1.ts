import { createCipheriv } from 'node:crypto';
import type { Cipher } from 'node:crypto';

const BLOCK = 16;
const ROUNDS = 10;
/** Longer texts would take quadratic time; NIST allows more. */
export const MAX_FF1_LENGTH = 1024;
/** NIST SP 800-38G revision 1: smaller sets can be searched. */
export const MIN_FF1_DOMAIN = 1_000_000;
export const MAX_FF1_RADIX = 65536;

/** Least length of a text over `radix` numerals that FF1 may take. */
export function shortestForFf1(radix: number): number {
  let length = 1;
  for (let size = radix; size < MIN_FF1_DOMAIN; size *= radix) {
    length++;
  }
  return Math.max(2, length);
}

/**
 * FF1 format-preserving encryption of NIST SP 800-38G: numerals below `radix` to as many numerals. The key has 16, 24
 * or 32 bytes (AES-128, -192, -256). Throws `RangeError` for a key or a text that the standard does not allow.
 * Reversible by whoever has the key.
 */
export class Ff1 {
  private readonly cipher: Cipher;
  private readonly shortest: number;
  private readonly powers: bigint[] = [1n];

  constructor(
    key: Uint8Array,
    private readonly radix: number,
  ) {
    if (![16, 24, 32].includes(key.length)) {
      throw new RangeError('An AES key has 16, 24 or 32 bytes');
    }
    if (!Number.isInteger(radix) || radix < 2 || radix > MAX_FF1_RADIX) {
      throw new RangeError(`A radix is between 2 and ${MAX_FF1_RADIX}`);
    }
    // Single blocks: FF1 builds its own chaining from them.
    this.cipher = createCipheriv(`aes-${key.length * 8}-ecb`, key, null).setAutoPadding(false);
    this.shortest = shortestForFf1(radix);
  }

  encrypt(numerals: readonly number[], tweak: Uint8Array): number[] {
    const { u, v, prefix, sizeA, sizeB } = this.begin(numerals, tweak);
    let a = this.numberOf(numerals.slice(0, u));
    let b = this.numberOf(numerals.slice(u));
    for (let i = 0; i < ROUNDS; i++) {
      const next = (a + this.roundValue(prefix, i, b)) % (i % 2 === 0 ? sizeA : sizeB);
      a = b;
      b = next;
    }
    return [...this.numeralsOf(a, u), ...this.numeralsOf(b, v)];
  }

  decrypt(numerals: readonly number[], tweak: Uint8Array): number[] {
    const { u, v, prefix, sizeA, sizeB } = this.begin(numerals, tweak);
    let a = this.numberOf(numerals.slice(0, u));
    let b = this.numberOf(numerals.slice(u));
    for (let i = ROUNDS - 1; i >= 0; i--) {
      const size = i % 2 === 0 ? sizeA : sizeB;
      const previous = (((b - this.roundValue(prefix, i, a)) % size) + size) % size;
      b = a;
      a = previous;
    }
    return [...this.numeralsOf(a, u), ...this.numeralsOf(b, v)];
  }

  private begin(numerals: readonly number[], tweak: Uint8Array): Halves {
    const n = numerals.length;
    if (n < this.shortest || n > MAX_FF1_LENGTH) {
      throw new RangeError(`FF1 takes ${this.shortest} to ${MAX_FF1_LENGTH} numerals of this radix`);
    }
    const u = Math.floor(n / 2);
    const v = n - u;
    const sizeB = this.power(v);
    const bytes = Math.ceil((sizeB - 1n).toString(2).length / 8);
    const header = Buffer.alloc(BLOCK);
    header.set([1, 2, 1]);
    header.writeUIntBE(this.radix, 3, 3);
    header.set([ROUNDS, u % 256], 6);
    header.writeUInt32BE(n, 8);
    header.writeUInt32BE(tweak.length, 12);
    const padding = (BLOCK - ((tweak.length + bytes + 1) % BLOCK)) % BLOCK;
    return { u, v, sizeA: this.power(u), sizeB, prefix: { header, tweak, padding, bytes } };
  }

  /** NUM(S) of one round. */
  private roundValue({ header, tweak, padding, bytes }: Prefix, round: number, half: bigint): bigint {
    const halfBytes = Buffer.from(half.toString(16).padStart(bytes * 2, '0'), 'hex');
    const message = Buffer.concat([header, tweak, Buffer.alloc(padding), Buffer.of(round), halfBytes]);
    let state: Buffer = Buffer.alloc(BLOCK);
    for (let at = 0; at < message.length; at += BLOCK) {
      for (let i = 0; i < BLOCK; i++) {
        state[i]! ^= message[at + i]!;
      }
      state = this.cipher.update(state);
    }
    const wanted = 4 * Math.ceil(bytes / 4) + 4;
    const blocks = [state];
    for (let j = 1; j * BLOCK < wanted; j++) {
      const counted = Buffer.from(state);
      counted.writeUInt32BE((counted.readUInt32BE(12) ^ j) >>> 0, 12);
      blocks.push(this.cipher.update(counted));
    }
    return BigInt(`0x${Buffer.concat(blocks).toString('hex', 0, wanted)}`);
  }

  private power(exponent: number): bigint {
    for (let next = this.powers.length; next <= exponent; next++) {
      this.powers.push(this.powers[next - 1]! * BigInt(this.radix));
    }
    return this.powers[exponent]!;
  }

  private numberOf(numerals: readonly number[]): bigint {
    const radix = BigInt(this.radix);
    return numerals.reduce((number, numeral) => number * radix + BigInt(numeral), 0n);
  }

  private numeralsOf(number: bigint, length: number): number[] {
    const radix = BigInt(this.radix);
    const numerals = new Array<number>(length);
    let rest = number;
    for (let i = length - 1; i >= 0; i--) {
      numerals[i] = Number(rest % radix);
      rest /= radix;
    }
    return numerals;
  }
}

interface Prefix {
  readonly header: Buffer;
  readonly tweak: Uint8Array;
  readonly padding: number;
  readonly bytes: number;
}

interface Halves {
  readonly u: number;
  readonly v: number;
  readonly sizeA: bigint;
  readonly sizeB: bigint;
  readonly prefix: Prefix;
}
