import fc from 'fast-check';
import { compileSearch } from './text-search.js';

function matches(pattern: string, text: string): string[] {
  const search = compileSearch(pattern);
  if ('problem' in search) {
    throw new Error(search.problem);
  }
  const found: string[] = [];
  search.each(text, (start, end) => found.push(`${start}-${end}`));
  return found;
}

/** What the language's own engine finds; its meaning of these forms is Python's. */
function native(pattern: string, text: string): string[] {
  return [...text.matchAll(new RegExp(pattern, 'gu'))]
    .filter(([match]) => match !== '')
    .map((match) => `${match.index}-${match.index + match[0].length}`);
}

describe('compileSearch', () => {
  it.each([
    'a+',
    '(?<=a)b',
    '(?<=ab|ba)[ab]',
    '(?<!a)b+',
    '(?<![ab])c',
    'a(?=b)',
    '(?:a|ab)(?=c)',
    'a+(?=ab)',
    'a+(?!b)',
    '[ab]+(?!bc)',
    'a{1,3}(?![ab]{2})',
    '(?<=c)[ab]+(?=c)',
    '(?<!c)a*(?!c)',
    'a*?(?=c)',
  ])('%s finds what backtracking finds', (pattern) => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'b', 'c', '😀'), maxLength: 14 }), (text) => {
        expect(matches(pattern, text)).toEqual(native(pattern, text));
      }),
      { seed: 1, numRuns: 400 },
    );
  });

  it.each([
    ['a(?=b)c', /very start.*very end/],
    ['(?<=a+)b', /fixed width/],
    ['(?<=a|bc)b', /fixed width/],
    ['(?<!ab)c', /one character/],
    ['(?<![a])b|c', /alternatives in a group.*character 10/],
    ['a(?!b+)', /up to 1000/],
    ['a(?!b|c)', /plain sequence/],
    ['a(?=.*b)', /up to 1000/],
    ['(?<=(?=a))b', /look-around/],
    ['(', /missing closing/],
    ['a)(?=b)', /not supported.*character 3/],
  ])('refuses %s', (pattern, reason) => {
    expect(() => matches(pattern, '')).toThrow(reason);
  });

  it('stays fast on hostile texts', () => {
    const start = performance.now();
    expect(matches('(?<!a)(a+)+(?!b)', `${'a'.repeat(200_000)}b`)).toHaveLength(1);
    expect(matches('(?<=x)y(?=z)', 'xy'.repeat(100_000))).toEqual([]);
    expect(performance.now() - start).toBeLessThan(30_000);
  });
});
