import { compilePattern } from './python-regex.js';

function matches(pattern: string, text: string): boolean | string {
  const compiled = compilePattern(pattern);
  return 'problem' in compiled ? compiled.problem : compiled.matchesStart(text);
}

describe('compilePattern', () => {
  it.each([
    ['abc', 'abcdef', true],
    ['bc', 'abc', false],
    ['', 'anything', true],
    ['(?P<year>\\d{4})-', '2020-01', true],
    ['\\d+\\Z', '٣٤', true],
    ['\\w+$', 'Größe', true],
    ['[\\w-]+$', 'é-1', true],
    ['\\s', '\u00a0', true],
    ['[\\s]', '\u2003', true],
    ['[]a]+$', ']a]', true],
    ['[^]]', ']', false],
    ['[[]', '[', true],
    ['a{,3}b', 'aab', true],
    ['a{,1}b', 'aab', false],
    ['(?i)svc_', 'SVC_x', true],
    ['.', '\n', false],
    ['(?s).', '\n', true],
    ['\\.', 'x', false],
  ])('%s at the start of %j: %s', (pattern, text, expected) => {
    expect(matches(pattern, text)).toBe(expected);
  });

  it.each([
    ['a(?=b)', /look-ahead and look-behind.*character 2/],
    ['(?<!a)b', /look-ahead and look-behind/],
    ['(a)\\1', /escape is not supported.*character 4/],
    ['(?P<a>x)(?P=a)', /back-references/],
    ['(?(1)a|b)', /conditional/],
    ['(?>a)', /atomic/],
    ['[\\W]', /escape is not supported/],
    ['a\\', /escape is not supported/],
    ['(', /missing closing/],
    ['a{2,1}', /invalid repeat/],
    ['((a{1000}){1000}){1000}', /repeat/],
    ['x'.repeat(10_001), /longer than/],
  ])('refuses %s', (pattern, reason) => {
    expect(matches(pattern, '')).toEqual(expect.stringMatching(reason));
  });

  it('stays linear where others run away', () => {
    const start = performance.now();
    expect(matches('(a+)+$', `${'a'.repeat(100_000)}b`)).toBe(false);
    expect(matches('(a|a)*c', 'a'.repeat(100_000))).toBe(false);
    expect(performance.now() - start).toBeLessThan(30_000);
  });
});
