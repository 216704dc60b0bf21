import { outlineSql } from './postgres-sql-scanner.js';

const statementsOf = (sql: string): string[] =>
  outlineSql(sql).statements.map(({ start, end }) => sql.slice(start, end));

describe('outlineSql', () => {
  it.each([
    ['a; b', ['a', 'b']],
    [' ;; a ; -- only; a remark', ['a']],
    ["SELECT ';' ; SELECT E'\\';' ; SELECT '''';", ["SELECT ';'", "SELECT E'\\';'", "SELECT ''''"]],
    ['SELECT "a;""b"; x', ['SELECT "a;""b"', 'x']],
    ['DO $$ a; b $$; DO $x$ $$ ; $x$', ['DO $$ a; b $$', 'DO $x$ $$ ; $x$']],
    ['a /* ; /* ; */ ; */ b; c', ['a /* ; /* ; */ ; */ b', 'c']],
    ['a$b; c$$d', ['a$b', 'c$$d']],
    ["te'x;y'", ["te'x;y'"]],
    ['', []],
  ])('splits %p outside quotes and comments', (sql, expected) => {
    expect(statementsOf(sql)).toEqual(expected);
    expect(outlineSql(sql).unterminated).toBe(false);
  });

  it.each([["'a"], ['"a'], ["'a''"], ["E'a\\'"], ['$$ a'], ['$x$ $$'], ['/* /* */'], ["'a' 'b"]])(
    'sees that %p is not closed',
    (sql) => {
      expect(outlineSql(sql).unterminated).toBe(true);
    },
  );

  it.each([
    ['(a) (b(c))', true],
    ["(a ')'", false],
    ["(a ')')", true],
    ['a) OR (b', false],
    ['a -- )', true],
  ])('pairs parentheses in %p', (sql, balanced) => {
    expect(outlineSql(sql).balanced).toBe(balanced);
  });

  it('tells parameters from dollar quotes and names', () => {
    expect(outlineSql('a = $1').hasParameter).toBe(true);
    expect(outlineSql("a = '$1' OR b$1 = $$ $1 $$ -- $1").hasParameter).toBe(false);
  });

  it('reads a megabyte of awkward text in a moment', () => {
    const start = Date.now();
    outlineSql(`${"'".repeat(500_001)}${'$'.repeat(250_000)}${'/*'.repeat(125_000)}`);
    outlineSql(`'${'x'.repeat(1_000_000)}`);
    expect(Date.now() - start).toBeLessThan(30_000);
  });
});
