import type { Charset } from './charset.js';

/** Characters that take one another's places, by rank. */
export interface Alphabet {
  readonly codes: Int32Array;
  /** Equal for the two cases of one class of letters, whose ranks then agree too. */
  readonly shape: number;
}

const ASCII = 128;
const RANK_BITS = 17;
const NONE = -1;

type Variant = 'upper' | 'lower' | 'caseless';

/**
 * The groups of a mask, ready for look-ups. Where two groups are the two cases of the same letters, or one group holds
 * both cases of all its letters, a letter keeps its case and its case does not bear on the result: `aB` and `AB` then
 * stay equal wherever case is ignored, and different wherever it is not.
 */
export class CharacterClasses {
  readonly alphabets: readonly Alphabet[];
  /** Does no letter change whose other case stays? If it does, texts may meet where case is ignored. */
  readonly isCaseSafe: boolean;
  private readonly ascii = new Int32Array(ASCII).fill(NONE);
  private readonly wide = new Map<number, number>();

  constructor(charsets: readonly Charset[]) {
    const { alphabets, isCaseSafe } = sorted(charsets.map(membersOf));
    this.alphabets = alphabets;
    this.isCaseSafe = isCaseSafe;
    alphabets.forEach(({ codes }, alphabet) => {
      codes.forEach((code, rank) => {
        const packed = (alphabet << RANK_BITS) | rank;
        if (code < ASCII) {
          this.ascii[code] = packed;
        } else {
          this.wide.set(code, packed);
        }
      });
    });
  }

  /** Alphabet and rank of a character, packed: see `alphabetOf` and `rankOf`; negative: it stays. */
  find(code: number): number {
    if (code < ASCII) {
      return this.ascii[code]!;
    }
    return this.wide.size === 0 ? NONE : (this.wide.get(code) ?? NONE);
  }

  /** Are the ten digits, and nothing else, a class? */
  get hasDigits(): boolean {
    return this.alphabets.some(({ codes }) => codes.length === 10 && codes[0] === 0x30 && codes[9] === 0x39);
  }

  /** Size of the largest class. */
  get widest(): number {
    return Math.max(...this.alphabets.map(({ codes }) => codes.length));
  }
}

export function alphabetOf(packed: number): number {
  return packed >> RANK_BITS;
}

export function rankOf(packed: number): number {
  return packed & ((1 << RANK_BITS) - 1);
}

/** The one code of letters that differ only in case; the code itself where case is not a plain pair. */
export function foldCode(code: number): number {
  if (code < ASCII) {
    return code >= 0x41 && code <= 0x5a ? code + 32 : code;
  }
  const lower = String.fromCodePoint(code).toLowerCase();
  const folded = lower.codePointAt(0) ?? code;
  return variantOf(code) === 'upper' ? folded : code;
}

function variantOf(code: number): Variant {
  const text = String.fromCodePoint(code);
  const lower = text.toLowerCase();
  const upper = text.toUpperCase();
  if (lower !== text && isOneCharacter(lower) && lower.toUpperCase() === text) {
    return 'upper';
  }
  return upper !== text && isOneCharacter(upper) && upper.toLowerCase() === text ? 'lower' : 'caseless';
}

function isOneCharacter(text: string): boolean {
  return text.length === String.fromCodePoint(text.codePointAt(0) ?? 0).length;
}

function membersOf(charset: Charset): readonly number[] {
  return charset.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, index) => from + index));
}

/** One group by the case of its members; `letters` are the folded codes of each case. */
interface CasedGroup {
  readonly members: readonly number[];
  readonly upper: readonly number[];
  readonly lower: readonly number[];
  readonly hasCaseless: boolean;
}

function sorted(groups: readonly (readonly number[])[]): { alphabets: Alphabet[]; isCaseSafe: boolean } {
  const cased = groups.map(casedGroup);
  const paired = new Set<CasedGroup>();
  const alphabets: Alphabet[] = [];
  let shapes = 0;
  const addPair = (letters: readonly number[], ...of: CasedGroup[]): void => {
    const upper = letters.map((code) => String.fromCodePoint(code).toUpperCase().codePointAt(0) ?? code);
    alphabets.push(
      { codes: Int32Array.from(letters), shape: shapes },
      { codes: Int32Array.from(upper), shape: shapes },
    );
    shapes++;
    of.forEach((group) => paired.add(group));
  };
  for (const group of cased) {
    const other = cased.find((candidate) => isOtherCase(group, candidate));
    if (paired.has(group)) {
      continue;
    }
    if (!group.hasCaseless && areEqual(group.upper, group.lower)) {
      addPair(group.lower, group);
    } else if (other !== undefined) {
      addPair(group.upper.length > 0 ? group.upper : group.lower, group, other);
    } else {
      alphabets.push({ codes: Int32Array.from(group.members), shape: shapes++ });
    }
  }
  const unpaired = cased.filter((group) => !paired.has(group));
  return { alphabets, isCaseSafe: unpaired.every(({ upper, lower }) => upper.length + lower.length === 0) };
}

function casedGroup(members: readonly number[]): CasedGroup {
  const variants = members.map((code) => ({ code, variant: variantOf(code) }));
  const folded = (wanted: Variant): readonly number[] =>
    variants
      .filter(({ variant }) => variant === wanted)
      .map(({ code }) => foldCode(code))
      .sort((a, b) => a - b);
  return {
    ...{ members, upper: folded('upper'), lower: folded('lower') },
    hasCaseless: variants.some(({ variant }) => variant === 'caseless'),
  };
}

/** Is the one group exactly the other case of the other's letters? */
function isOtherCase(one: CasedGroup, other: CasedGroup): boolean {
  const isPure = !one.hasCaseless && !other.hasCaseless;
  const upperThenLower = one.lower.length + other.upper.length === 0 && areEqual(one.upper, other.lower);
  const lowerThenUpper = one.upper.length + other.lower.length === 0 && areEqual(one.lower, other.upper);
  return isPure && (upperThenLower || lowerThenUpper);
}

function areEqual(one: readonly number[], other: readonly number[]): boolean {
  return one.length > 0 && one.length === other.length && one.every((code, index) => code === other[index]);
}
