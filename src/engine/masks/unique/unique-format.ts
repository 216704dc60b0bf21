import { foldCode } from './character-classes.js';
import { formatScaled } from '../../values/numbers.js';
import { longestOf } from '../format-parser.js';
import type { Format, FormatInteger, FormatPart, FormatSet } from '../format-string.js';

/** Longer texts would make the numbers behind them needlessly large. */
const LONGEST = 1000;
/** Sets up to this size are looked through for letters of both cases. */
const MAX_LISTED = 4096;

/** All texts of a format in a fixed order. */
export interface UniqueFormat {
  /** How many there are. */
  readonly capacity: bigint;
  /** The text at a place below `capacity`. */
  readonly textAt: (place: bigint) => string;
}

/** What keeps a format from giving only different texts; null: nothing. */
export function uniquenessProblem({ parts, capacity }: Format): string | null {
  if (capacity === null) {
    return 'The format can give one text in two ways: parts of changing length stand beside others.';
  }
  return parts.reduce((sum, part) => sum + longestOf(part), 0) > LONGEST
    ? `Unique texts have at most ${LONGEST} characters.`
    : null;
}

/** Can two texts of the format differ in nothing but case? */
export function mixesCases({ parts }: Format): boolean {
  return parts.some((part) => {
    const texts =
      part.kind === 'alternatives' ? [...new Set(part.texts)] : part.kind === 'set' ? membersOf(part) : [];
    const folded = texts.map((text) =>
      Array.from(text, (character) => foldCode(character.codePointAt(0)!)).join(),
    );
    return new Set(folded).size < texts.length;
  });
}

export function uniqueFormat({ parts }: Format): UniqueFormat {
  const writers = parts.map(partWriter);
  return {
    capacity: writers.reduce((product, { capacity }) => product * capacity, 1n),
    textAt: (place) => {
      let rest = place;
      let text = '';
      for (let i = writers.length - 1; i >= 0; i--) {
        const { capacity, textAt } = writers[i]!;
        text = textAt(rest % capacity) + text;
        rest /= capacity;
      }
      return text;
    },
  };
}

interface PartWriter {
  readonly capacity: bigint;
  readonly textAt: (place: bigint) => string;
}

function partWriter(part: FormatPart): PartWriter {
  switch (part.kind) {
    case 'literal':
      return { capacity: 1n, textAt: () => part.text };
    case 'set':
      return setWriter(part);
    case 'integer':
      return { capacity: part.max - part.min + 1n, textAt: (place) => integerText(part, part.min + place) };
    default: {
      const texts = [...new Set(part.texts)];
      return { capacity: BigInt(texts.length), textAt: (place) => texts[Number(place)]! };
    }
  }
}

/** Shorter texts come first. */
function setWriter(set: FormatSet): PartWriter {
  const size = BigInt(set.size);
  const counts = Array.from({ length: set.max - set.min + 1 }, (_, index) => size ** BigInt(set.min + index));
  return {
    capacity: counts.reduce((sum, count) => sum + count, 0n),
    textAt: (place) => {
      let rest = place;
      let length = set.min;
      for (const count of counts) {
        if (rest < count) {
          break;
        }
        rest -= count;
        length++;
      }
      let text = '';
      for (let i = 0; i < length; i++) {
        text = memberAt(set, Number(rest % size)) + text;
        rest /= size;
      }
      return text;
    },
  };
}

function memberAt({ ranges }: FormatSet, index: number): string {
  let rest = index;
  for (const [from, to] of ranges) {
    if (rest <= to - from) {
      return String.fromCodePoint(from + rest);
    }
    rest -= to - from + 1;
  }
  throw new RangeError('No such character in the set');
}

function membersOf(set: FormatSet): readonly string[] {
  return Array.from({ length: Math.min(set.size, MAX_LISTED) }, (_, index) => memberAt(set, index));
}

function integerText({ width }: FormatInteger, value: bigint): string {
  const text = formatScaled(value, 0);
  return text.startsWith('-') ? `-${text.slice(1).padStart(width, '0')}` : text.padStart(width, '0');
}
