import type { KeywordList } from '../keywords/keyword-list.js';
import { nameParts } from './name-parts.js';
import { segmentWord } from './segment-word.js';
import * as words from './words.js';

/** What stands around a column, as far as it helps to understand its name. */
export interface NameContext {
  /** Name of the table, empty for files. */
  readonly table: string;
  /** The names of the other columns. */
  readonly siblings: readonly string[];
}

/** What a name was taken for. */
export interface NameMatch {
  readonly label: string;
  readonly score: number;
}

interface Keyword extends NameMatch {
  readonly notAfter: ReadonlySet<string>;
  /** So short, or of so many meanings, that it must not stand beside unknown words. */
  readonly isShort: boolean;
}

const DEFAULT_SCORE = 0.85;
const IN_CONTEXT_SCORE = 0.65;
const SHORT = 3;
/** Parts of an address, which make a neighbour of the name `state` one too. */
const ADDRESS_LABELS: ReadonlySet<string> = new Set(['city', 'postcode', 'street_address', 'full_address']);
/** What only people have. */
const PERSONAL_LABELS: ReadonlySet<string> = new Set([
  'first_name',
  'last_name',
  'birth_date',
  'gender',
  'email',
  'phone_number',
  'us_ssn',
  'nationality',
]);

/** Tells sensitive columns by their names, as lists of names say. */
export class NameDetector {
  private readonly keywords: ReadonlyMap<string, Keyword>;
  private readonly knownWords: ReadonlySet<string>;
  private readonly labels: ReadonlySet<string>;

  constructor(lists: readonly KeywordList[]) {
    this.keywords = keywordsOf(lists);
    this.knownWords = knownWords(lists);
    this.labels = new Set(lists.map(({ label }) => label));
  }

  /** How many names of columns the lists know. */
  get size(): number {
    return this.keywords.size;
  }

  /** What a column's name says about its content; null: nothing that is sensitive. */
  detect(name: string, context: NameContext): NameMatch | null {
    const parts = this.partsOf(name);
    const match =
      this.longestKeyword(parts) ?? this.personName(parts, context) ?? this.region(parts, context);
    return match === null ? null : { label: match.label, score: match.score };
  }

  /** The words of a name; those written together are parted where that makes known ones of them. */
  partsOf(name: string): readonly string[] {
    return nameParts(name).flatMap((part) =>
      this.knownWords.has(part) ? [part] : (segmentWord(part, this.knownWords) ?? [part]),
    );
  }

  /** The keyword that covers most letters of the name; of two equal ones the later, which is the noun. */
  private longestKeyword(parts: readonly string[]): NameMatch | null {
    let best: { keyword: Keyword; start: number; end: number; letters: number } | null = null;
    for (let start = 0; start < parts.length; start++) {
      for (let end = start + 1; end <= parts.length; end++) {
        const joined = parts.slice(start, end).join('');
        const keyword = this.keywords.get(joined);
        const letters = joined.replace(/\d/g, '').length;
        if (keyword !== undefined && letters >= (best?.letters ?? 0)) {
          best = { keyword, start, end, letters };
        }
      }
    }
    return best !== null && isMeant(best.keyword, parts.slice(0, best.start), parts.slice(best.end))
      ? best.keyword
      : null;
  }

  /** `customer_name`, or `name` among what only people have. */
  private personName(parts: readonly string[], { table, siblings }: NameContext): NameMatch | null {
    const place = parts.findIndex((part) => words.NAME_WORDS.has(part));
    const others = parts.filter((_, index) => index !== place);
    if (place === -1 || !this.labels.has('full_name') || others.some(isNeutral)) {
      return null;
    }
    if (others.some((part) => words.PERSON_WORDS.has(part))) {
      return { label: 'full_name', score: DEFAULT_SCORE };
    }
    const isAlone = others.every((part) => /^\d+$/.test(part));
    const isPersonal =
      this.partsOf(table).some((part) => words.PERSON_WORDS.has(part)) ||
      this.hasSiblings(siblings, PERSONAL_LABELS, 2);
    return isAlone && isPersonal ? { label: 'full_name', score: IN_CONTEXT_SCORE } : null;
  }

  /** `state` beside `city` and the like. */
  private region(parts: readonly string[], { siblings }: NameContext): NameMatch | null {
    const [only, ...others] = parts.filter((part) => !words.PLAIN_QUALIFIERS.has(part));
    return only !== undefined &&
      others.length === 0 &&
      words.REGION_WORDS.has(only) &&
      this.labels.has('state') &&
      this.hasSiblings(siblings, ADDRESS_LABELS, 1)
      ? { label: 'state', score: IN_CONTEXT_SCORE }
      : null;
  }

  private hasSiblings(siblings: readonly string[], labels: ReadonlySet<string>, least: number): boolean {
    const found = new Set(siblings.map((sibling) => this.longestKeyword(this.partsOf(sibling))?.label ?? ''));
    return [...found].filter((label) => labels.has(label)).length >= least;
  }
}

function isNeutral(part: string): boolean {
  return words.NEUTRAL_BEFORE.has(part) || words.NEUTRAL_AFTER.has(part);
}

function isMeant(keyword: Keyword, before: readonly string[], after: readonly string[]): boolean {
  const isPlain = (part: string): boolean =>
    words.PLAIN_QUALIFIERS.has(part) || words.PERSON_WORDS.has(part) || /^\d+$/.test(part);
  return (
    !before.some((part) => words.NEUTRAL_BEFORE.has(part) || keyword.notAfter.has(part)) &&
    !after.some((part) => words.NEUTRAL_AFTER.has(part)) &&
    (!keyword.isShort || [...before, ...after].every(isPlain))
  );
}

function keywordsOf(lists: readonly KeywordList[]): ReadonlyMap<string, Keyword> {
  const keywords = new Map<string, Keyword>();
  for (const { label, names, notAfter = '', score = DEFAULT_SCORE, isAlone = false } of lists) {
    const unwanted = new Set(notAfter.split(/[ |]/));
    for (const name of Object.values(names).flatMap((list) => list.split('|'))) {
      const joined = name.replaceAll(' ', '');
      if (!keywords.has(joined)) {
        const isShort = isAlone || joined.length <= SHORT;
        keywords.set(joined, { label, score, isShort, notAfter: unwanted });
      }
    }
  }
  return keywords;
}

function knownWords(lists: readonly KeywordList[]): ReadonlySet<string> {
  const names = lists.flatMap(({ names: byLanguage }) => Object.values(byLanguage)).join('|');
  return new Set([
    ...names.split(/[ |]/),
    ...names.replaceAll(' ', '').split('|'),
    ...words.PERSON_WORDS,
    ...words.NAME_WORDS,
    ...words.PLAIN_QUALIFIERS,
  ]);
}
