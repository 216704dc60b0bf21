import { compileFileChoice } from './file-choice.js';
import type { FileFilter } from '../ruleset/nodes.js';

const glob = (text: string, matchAgainst: FileFilter['matchAgainst'] = 'path'): FileFilter => ({
  ...{ by: 'glob', text, matchAgainst },
});
const regex = (text: string, matchAgainst: FileFilter['matchAgainst'] = 'path'): FileFilter => ({
  ...{ by: 'regex', text, matchAgainst },
});
const takes = (filter: FileFilter, path: string): boolean =>
  compileFileChoice({ recurse: true, include: [filter], skip: [] })(path).choice === 'taken';

describe('compileFileChoice', () => {
  it.each<[string, FileFilter, string, boolean]>([
    ['a star stays in its folder', glob('in/*.csv'), 'in/a.csv', true],
    ['a star does not cross folders', glob('in/*.csv'), 'in/sub/a.csv', false],
    ['a glob without a slash is tried on the name', glob('*.parquet'), 'deep/down/a.parquet', true],
    ['a glob is for the whole text', glob('*.csv'), 'a.csv.bak', false],
    ['two stars cross folders', glob('in/**/*.csv'), 'in/a/b/c.csv', true],
    ['two stars and a slash may stand for nothing', glob('in/**/*.csv'), 'in/c.csv', true],
    ['two stars at the end take all below', glob('in/**'), 'in/a/b', true],
    ['two stars take nothing outside', glob('in/**'), 'inner/a', false],
    ['two leading stars', glob('**/x.json'), 'x.json', true],
    ['a question mark is one character', glob('a?.csv'), 'ab.csv', true],
    ['a question mark is no slash', glob('a?b'), 'a/b', false],
    ['a question mark is not nothing', glob('a?.csv'), 'a.csv', false],
    ['a set', glob('a[0-9].csv'), 'a7.csv', true],
    ['a negated set', glob('a[!0-9].csv'), 'a7.csv', false],
    ['a negated set takes others', glob('a[!0-9].csv'), 'ax.csv', true],
    ['an open bracket alone is itself', glob('a[b.csv'), 'a[b.csv', true],
    ['what regexes know is plain text', glob('a.(b)+{1}|^$.csv'), 'a.(b)+{1}|^$.csv', true],
    ['a dot is a dot', glob('a.csv'), 'abcsv', false],
    ['upper case differs', glob('*.CSV'), 'a.csv', false],
    ['a line break in a name', glob('*.csv'), 'a\nb.csv', true],
    ['a glob on the name alone', glob('in*', 'filename'), 'in/out.csv', false],
    ['a regex from the start', regex('old/'), 'older/old/a', false],
    ['a regex of the start is enough', regex('^letters/.*\\.json'), 'letters/a.json.bak', true],
    ['a regex on the name', regex('a', 'filename'), 'b/a.csv', true],
    ['a regex on the name is from its start', regex('b', 'filename'), 'b/a.csv', false],
  ])('%s', (_what, filter, path, expected) => {
    expect(takes(filter, path)).toBe(expected);
  });

  it('takes everything without include, and lets skip win', () => {
    const all = compileFileChoice({ recurse: true, include: [], skip: [glob('*.bak')] });
    expect(all('x/y')).toEqual({ choice: 'taken' });
    expect(all('x/y.bak')).toEqual({ choice: 'skipped', filter: '*.bak' });
    const both = compileFileChoice({ recurse: true, include: [glob('a*')], skip: [glob('ab*')] });
    expect([both('a').choice, both('ab').choice, both('b').choice]).toEqual([
      ...['taken', 'skipped', 'not_included'],
    ]);
  });

  it('stays in the base directory unless it recurses', () => {
    const flat = compileFileChoice({ recurse: false, include: [glob('*.csv')], skip: [] });
    expect([flat('a.csv').choice, flat('in/a.csv').choice]).toEqual(['taken', 'not_included']);
  });

  it('is quick about patterns that make other engines slow', () => {
    const slow = compileFileChoice({ recurse: true, include: [glob('*a*a*a*a*a*a*a*a*b')], skip: [] });
    expect(slow('a'.repeat(5_000)).choice).toBe('not_included');
  });
});
