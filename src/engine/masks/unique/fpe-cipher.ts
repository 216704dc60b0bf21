import { foldCode } from './character-classes.js';
import { MAX_FF1_LENGTH, shortestForFf1 } from '../../permutation/ff1.js';
import type { Ff1 } from '../../permutation/ff1.js';

const DECIMAL = '0123456789';

type Direction = 'encrypt' | 'decrypt';

/** FF1 over the characters of an alphabet, within texts and whole numbers; null where the standard forbids it. */
export class FpeCipher {
  private readonly ranks: ReadonlyMap<number, number>;
  private readonly shortest: number;
  private readonly tweak: Uint8Array;

  constructor(
    private readonly ff1: Ff1,
    /** Code points by rank. */
    private readonly alphabet: readonly number[],
    tweak: string,
  ) {
    this.ranks = new Map(alphabet.map((code, rank) => [code, rank]));
    this.shortest = shortestForFf1(alphabet.length);
    this.tweak = Buffer.from(tweak, 'utf8');
  }

  get takesNumbers(): boolean {
    return String.fromCodePoint(...this.alphabet.slice(0, 11)) === DECIMAL;
  }

  get mixesCases(): boolean {
    return new Set(this.alphabet.map(foldCode)).size < this.alphabet.length;
  }

  encrypt(text: string): string | null {
    return this.translate(text, 'encrypt');
  }

  decrypt(text: string): string | null {
    return this.translate(text, 'decrypt');
  }

  /** `greatest`: of the column; null: unknown. */
  encryptInteger(value: bigint, greatest: bigint | null): bigint | null {
    return this.walk(value, greatest, 'encrypt');
  }

  decryptInteger(value: bigint, greatest: bigint | null): bigint | null {
    return this.walk(value, greatest, 'decrypt');
  }

  private translate(text: string, direction: Direction): string | null {
    if (text.length > MAX_FF1_LENGTH * 4) {
      return null;
    }
    const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0);
    const ranks = codes.flatMap((code) => this.ranks.get(code) ?? []);
    if (ranks.length === 0) {
      return text;
    }
    if (ranks.length < this.shortest || ranks.length > MAX_FF1_LENGTH) {
      return null;
    }
    const results = this.ff1[direction](ranks, this.tweak);
    let next = 0;
    return codes
      .map((code) => String.fromCodePoint(this.ranks.has(code) ? this.alphabet[results[next++]!]! : code))
      .join('');
  }

  /** Goes on until the number has as many digits and fits where it was: a walk that its inverse walks back. */
  private walk(value: bigint, greatest: bigint | null, direction: Direction): bigint | null {
    const isNegative = value < 0n;
    const fits = (result: bigint): boolean =>
      greatest === null || (result <= greatest && result >= -greatest - 1n);
    const mustFit = fits(value);
    let text = (isNegative ? -value : value).toString();
    for (;;) {
      const next = this.translate(text, direction);
      if (next === null) {
        return null;
      }
      text = next;
      const result = BigInt(isNegative ? `-${text}` : text);
      if (!text.startsWith('0') && (!mustFit || fits(result))) {
        return result;
      }
    }
  }
}
