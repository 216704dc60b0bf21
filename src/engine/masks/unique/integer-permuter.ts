import { MixedRadixPermutation } from '../../permutation/mixed-radix-permutation.js';
import { ShapeTweak } from '../../permutation/shape-tweak.js';

/** How much of each end of a value stays, in characters. */
export interface Retained {
  readonly prefix: number;
  readonly suffix: number;
}

/** Whole numbers of up to so many digits are exact as JavaScript numbers, and their products too. */
const MAX_NUMBER_DIGITS = 15;
const ZERO = 48;
/** Widths of whole-number columns whose limits no number crosses, whatever column it is in. */
const COMMON_WIDTHS = [16, 32, 64];
const POSITIVE = 1;
const NEGATIVE = 2;
const WORD_VALUES = 2 ** 32;

/** Numbers from `low` to `high` of one width and sign, which are permuted among themselves. */
interface Section {
  readonly low: number;
  readonly high: number;
}

/**
 * Permutes whole numbers within their sign, their number of digits, and the limits of signed and unsigned columns of
 * 16, 32 and 64 bits. The limits hold for every number, so that a key and a text column that refers to it agree
 * without knowing of each other. 0 to 9 are one set, −1 to −9 another. Holds scratch buffers.
 */
export class IntegerPermuter {
  private readonly permutation: MixedRadixPermutation;
  private readonly tweak = new ShapeTweak();
  private readonly limits: { readonly positive: readonly bigint[]; readonly negative: readonly bigint[] };
  private readonly sections: {
    readonly positive: readonly Section[][];
    readonly negative: readonly Section[][];
  };

  /** `greatest`: of the column, whose limits then count besides the common ones; null: unknown. */
  constructor(
    key: Uint8Array,
    private readonly retained: Retained,
    greatest: bigint | null,
  ) {
    this.permutation = new MixedRadixPermutation(key);
    const common = COMMON_WIDTHS.map((bits) => (1n << BigInt(bits - 1)) - 1n);
    const signed = greatest === null ? common : [...new Set([greatest, ...common])];
    this.limits = {
      positive: ascending(signed.flatMap((limit) => [limit, 2n * limit + 1n])),
      negative: ascending(signed.map((limit) => limit + 1n)),
    };
    this.sections = {
      positive: sectionsByDigits(this.limits.positive, 0),
      negative: sectionsByDigits(this.limits.negative, 1),
    };
  }

  /** The digits of a whole number, to as many; zeros in front stay, so that a padded number agrees with a bare one. */
  permuteDigits(text: string, isNegative: boolean): string {
    const zeros = leadingZeros(text);
    const significant = text.slice(zeros);
    const prefix = Math.max(0, this.retained.prefix - zeros);
    const result =
      significant.length > MAX_NUMBER_DIGITS
        ? this.permuteLong(significant, isNegative, prefix)
        : String(this.permuteNumber(Number(significant), isNegative, prefix));
    return text.slice(0, zeros) + result;
  }

  permuteInteger(value: bigint): bigint {
    const isNegative = value < 0n;
    const magnitude = Number(isNegative ? -value : value);
    const { prefix } = this.retained;
    if (magnitude < 10 ** MAX_NUMBER_DIGITS) {
      const result = this.permuteNumber(magnitude, isNegative, prefix);
      return BigInt(isNegative ? -result : result);
    }
    const text = value.toString();
    const result = this.permuteLong(isNegative ? text.slice(1) : text, isNegative, prefix);
    return BigInt(isNegative ? `-${result}` : result);
  }

  /** For magnitudes below 10^15. */
  private permuteNumber(magnitude: number, isNegative: boolean, prefix: number): number {
    const digits = digitsOf(magnitude);
    const retained = prefix + this.retained.suffix;
    if (retained >= digits || (isNegative && magnitude === 0)) {
      return magnitude;
    }
    const sections = (isNegative ? this.sections.negative : this.sections.positive)[digits]!;
    const section = sections.findIndex(({ high }) => magnitude <= high);
    this.tweak.begin(isNegative ? NEGATIVE : POSITIVE);
    this.tweak.add(digits);
    this.tweak.add(section);
    return retained === 0
      ? this.permuteWithin(magnitude, sections[section]!)
      : this.permuteMiddle(magnitude, 10 ** (digits - prefix), sections[section]!);
  }

  private permuteWithin(magnitude: number, { low, high }: Section): number {
    return low + this.permutation.permuteIndex(magnitude - low, high - low + 1, this.tweak);
  }

  /** Numbers of the section with the same first and last digits: every `unit`-th from the least to the greatest. */
  private permuteMiddle(magnitude: number, scale: number, section: Section): number {
    const unit = 10 ** this.retained.suffix;
    const first = Math.floor(magnitude / scale);
    const last = magnitude % unit;
    const low = Math.ceil((Math.max(section.low, first * scale) - last) / unit);
    const high = Math.floor((Math.min(section.high, (first + 1) * scale - 1) - last) / unit);
    for (const part of [first, last]) {
      this.tweak.add(part % WORD_VALUES);
      this.tweak.add(Math.floor(part / WORD_VALUES));
    }
    return this.permuteWithin((magnitude - last) / unit, { low, high }) * unit + last;
  }

  private permuteLong(text: string, isNegative: boolean, prefix: number): string {
    const from = Math.min(text.length, prefix);
    const length = Math.max(0, text.length - from - this.retained.suffix);
    const limits = (isNegative ? this.limits.negative : this.limits.positive)
      .map(String)
      .filter((limit) => limit.length === text.length);
    const sectionOf = (digits: string): number => limits.filter((limit) => digits > limit).length;
    const section = limits.length === 0 ? 0 : sectionOf(text);
    const vector = { digits: new Int32Array(length), radices: new Int32Array(length).fill(10), length };
    for (let i = 0; i < length; i++) {
      vector.digits[i] = text.charCodeAt(from + i) - ZERO;
    }
    // The first digit of all stays 1 to 9.
    const leading = from === 0 ? 1 : 0;
    if (length > 0) {
      vector.radices[0]! -= leading;
      vector.digits[0]! -= leading;
    }
    this.beginLong(text, isNegative ? -section - 1 : section, { from, to: from + length });
    for (;;) {
      this.permutation.permute(vector, this.tweak);
      const result = text.slice(0, from) + digitText(vector.digits, leading) + text.slice(from + length);
      if (limits.length === 0 || sectionOf(result) === section) {
        return result;
      }
    }
  }

  private beginLong(text: string, section: number, { from, to }: { from: number; to: number }): void {
    this.tweak.begin(text.length);
    this.tweak.add(section);
    for (let i = 0; i < text.length; i++) {
      this.tweak.add(i < from || i >= to ? text.charCodeAt(i) : 0);
    }
  }
}

/** How many zeros stand before the number; the last digit is always its own. */
function leadingZeros(text: string): number {
  let zeros = 0;
  while (zeros < text.length - 1 && text.charCodeAt(zeros) === ZERO) {
    zeros++;
  }
  return zeros;
}

function digitsOf(magnitude: number): number {
  let digits = 1;
  for (let limit = 10; magnitude >= limit; limit *= 10) {
    digits++;
  }
  return digits;
}

function digitText(digits: Int32Array, leading: number): string {
  const bytes = Buffer.allocUnsafe(digits.length);
  for (let i = 0; i < digits.length; i++) {
    bytes[i] = ZERO + digits[i]! + (i === 0 ? leading : 0);
  }
  return bytes.toString('latin1');
}

function ascending(limits: readonly bigint[]): readonly bigint[] {
  return [...limits].sort((a, b) => (a < b ? -1 : 1));
}

/** The sections of numbers of each number of digits, from the least. */
function sectionsByDigits(limits: readonly bigint[], least: number): Section[][] {
  return Array.from({ length: MAX_NUMBER_DIGITS + 1 }, (_, digits) => {
    const low = digits <= 1 ? least : 10 ** (digits - 1);
    const high = 10 ** digits - 1;
    const cuts = limits.map(Number).filter((limit) => limit >= low && limit < high);
    const starts = [low, ...cuts.map((cut) => cut + 1)];
    return [...cuts, high].map((end, index) => ({ low: starts[index]!, high: end }));
  });
}
