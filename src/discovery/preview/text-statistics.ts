import type { PreviewOptions } from './preview-options.js';

/** Groups that are told. */
const TOP = 5;
/** Longer texts have no pattern worth telling. */
const LONGEST_PATTERN = 40;

/** Lengths of texts and, by level, the shapes and the first characters that many of them share. */
export function textStatistics(
  told: readonly string[],
  { minGroupSize, stringLevel }: PreviewOptions,
): Readonly<Record<string, unknown>> {
  const isEnough = told.length >= minGroupSize;
  const lengths = told.map((text) => [...text].length).sort((a, b) => a - b);
  const common = topOf(lengths, minGroupSize);
  const result: Record<string, unknown> = {
    lengths: {
      ...{ min: isEnough ? lengths[0] : null, max: isEnough ? lengths.at(-1) : null },
      mean: isEnough ? rounded(lengths.reduce((sum, length) => sum + length, 0) / lengths.length) : null,
      median: isEnough ? lengths[Math.floor(lengths.length / 2)] : null,
      most_common: common.map(([length, count]) => ({ length, count })),
    },
  };
  if (stringLevel !== 'lengths') {
    const shapes = topOf(told.map(patternOf), minGroupSize);
    result.patterns = {
      top: shapes.map(([pattern, count]) => ({ pattern, count })),
      composition: isEnough ? compositionOf(told) : null,
    };
  }
  if (stringLevel === 'first_chars') {
    const starts = topOf(told.map(firstCharacter), minGroupSize);
    result.first_chars = { top: starts.map(([masked, count]) => ({ masked, count })) };
  }
  return result;
}

/** The most frequent ones, none of them rarer than the smallest group. */
function topOf<T>(items: readonly T[], minGroupSize: number): readonly (readonly [T, number])[] {
  const counts = new Map<T, number>();
  items.forEach((item) => counts.set(item, (counts.get(item) ?? 0) + 1));
  return [...counts]
    .filter(([, count]) => count >= minGroupSize)
    .sort((a, b) => b[1] - a[1])
    .slice(0, TOP);
}

/** Letters as `a`, digits as `9`; what is neither stands as it is. */
function patternOf(text: string): string {
  const pattern = text.slice(0, LONGEST_PATTERN).replace(/\p{L}/gu, 'a').replace(/\p{N}/gu, '9');
  return text.length > LONGEST_PATTERN ? `${pattern}…` : pattern;
}

/** The first character and a sign for each of the others, as many as there are up to ten. */
function firstCharacter(text: string): string {
  const [first = '', ...others] = text;
  return first + '*'.repeat(Math.min(others.length, 10));
}

/** Shares of all characters. */
function compositionOf(told: readonly string[]): Readonly<Record<string, number>> {
  const counts = { letter: 0, digit: 0, other: 0 };
  for (const text of told) {
    for (const character of text) {
      const kind = /\p{L}/u.test(character) ? 'letter' : /\p{N}/u.test(character) ? 'digit' : 'other';
      counts[kind] += 1;
    }
  }
  const all = Math.max(1, counts.letter + counts.digit + counts.other);
  return {
    letter: rounded(counts.letter / all),
    digit: rounded(counts.digit / all),
    other: rounded(counts.other / all),
  };
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
