import fc from 'fast-check';
import { findWord, WordFinder } from './word-finder.js';
import { foldedWord, FoldedText } from './folded-text.js';
import { withoutOverlaps } from './spans.js';

function found(words: readonly string[], text: string, keepsCase = false): string[] {
  const spans = new WordFinder(words, keepsCase).find(new FoldedText(text, keepsCase));
  return spans.map(({ start, end }) => text.slice(start, end));
}

describe('WordFinder', () => {
  it.each([
    [['bea'], 'Bea, beatrix BEA.', ['Bea', 'BEA']],
    [['ann', 'ann lee', 'lee'], 'Ann  Lee', ['Ann', 'Ann  Lee']],
    [['he', 'she', 'hers'], 'she hers he ushers', ['she', 'hers', 'he']],
    [['o’neil', '(x)'], 'O’Neil a(x)b', ['O’Neil', '(x)']],
    [['', ' '], 'a b', []],
    [['élan', 'straße'], 'ÉLAN Straße', ['ÉLAN', 'Straße']],
    [['😀'], 'a😀b', ['😀']],
    [['a'], 'a\u0301 a', ['a']],
    [['𝒜'], '𝒜𝒜 𝒜', ['𝒜']],
  ])('%j in %j', (words, text, expected) => {
    expect(found(words, text)).toEqual(expected);
  });

  it('tells cases apart where wanted', () => {
    expect(found(['Bea'], 'bea Bea', true)).toEqual(['Bea']);
  });

  it('finds what looking for each word finds, the longest of those that end at one place', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', ' '), minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 6 }),
        fc.string({ unit: fc.constantFrom('a', 'b', 'A', ' ', '.'), maxLength: 40 }),
        (words, text) => {
          const folded = new FoldedText(text, false);
          const longest = new Map<number, number>();
          for (const { start, end } of words.flatMap((wanted) =>
            allPlaces(folded, foldedWord(wanted, false)),
          )) {
            longest.set(end, Math.min(start, longest.get(end) ?? Infinity));
          }
          const spans = new WordFinder(words, false).find(folded);
          expect(new Map(spans.map(({ start, end }) => [end, start]))).toEqual(longest);
        },
      ),
      { seed: 1, numRuns: 2000 },
    );
  });

  it('walks a long text with many words once', () => {
    const words = Array.from({ length: 20_000 }, (_, index) => `name${index}`);
    const text = 'name7 name19999 other '.repeat(50_000);
    const start = performance.now();
    expect(found(words, text)).toHaveLength(100_000);
    expect(performance.now() - start).toBeLessThan(30_000);
  });
});

function allPlaces(folded: FoldedText, word: string): readonly { start: number; end: number }[] {
  const places: { start: number; end: number }[] = [];
  for (let at = 0; word !== '' && at + word.length <= folded.text.length; at++) {
    if (folded.text.startsWith(word, at) && folded.isWhole(at, at + word.length)) {
      places.push(folded.spanOf(at, at + word.length));
    }
  }
  return places;
}

describe('findWord', () => {
  it('gives places in the original text', () => {
    const text = '  Mary \n Ann mary ann';
    const spans = findWord(new FoldedText(text, false), foldedWord(' mary ANN ', false));
    expect(spans.map(({ start, end }) => text.slice(start, end))).toEqual(['Mary \n Ann', 'mary ann']);
  });
});

it('keeps the longest of overlapping spans, then the earlier matcher, then the earlier place', () => {
  const spans = [
    { start: 0, end: 3, matcher: 1 },
    { start: 2, end: 6, matcher: 2 },
    { start: 5, end: 8, matcher: 0 },
    { start: 6, end: 8, matcher: 3 },
    { start: 6, end: 8, matcher: 2 },
  ];
  expect(withoutOverlaps(spans, 8)).toEqual([spans[1], spans[4]]);
});
