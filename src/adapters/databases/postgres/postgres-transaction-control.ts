import { outlineSql } from './postgres-sql-scanner.js';

/** A statement that begins with one of these ends, begins or divides a transaction. */
const CONTROL =
  /^(?:BEGIN|START\s+TRANSACTION|COMMIT|END|ROLLBACK|ABORT|SAVEPOINT|RELEASE|PREPARE\s+TRANSACTION)\b/i;

/** Comments may stand between the two words. */
const COMMENTS = /--[^\n]*|\/\*[^]*?\*\//g;
const LONGEST_WORDS = 2_000;

/**
 * Why a text cannot be run exactly once; null: nothing is known against it. It runs in one transaction with the mark that
 * says that it was run, so it must not end that transaction itself.
 */
export function statementProblem(sql: string): string | null {
  const { statements, unterminated } = outlineSql(sql);
  if (unterminated) {
    return 'the SQL text has a quote or a comment that is not closed';
  }
  for (const [index, { start, end }] of statements.entries()) {
    const words = sql.slice(start, Math.min(end, start + LONGEST_WORDS)).replace(COMMENTS, ' ');
    const control = CONTROL.exec(words)?.[0];
    if (control !== undefined) {
      return (
        `statement ${index + 1} of the SQL text (${placeIn(sql, start)}) is ` +
        `${control.toUpperCase().replace(/\s+/g, ' ')}: ` +
        'the text runs in a transaction of its own, and must not begin, end or divide one'
      );
    }
  }
  return null;
}

function placeIn(sql: string, offset: number): string {
  const before = sql.slice(0, offset).split('\n');
  return `its line ${before.length}, column ${[...(before.at(-1) ?? '')].length + 1}`;
}
