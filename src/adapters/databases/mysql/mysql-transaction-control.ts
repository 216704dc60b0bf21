import { outlineSql } from './mysql-sql-scanner.js';

/** A statement that begins with one of these ends, begins or divides a transaction, or holds locks beyond it. */
const CONTROL =
  /^(?:BEGIN(?!\s+NOT\b)(?:\s+WORK)?|START\s+TRANSACTION|COMMIT|ROLLBACK|SAVEPOINT|RELEASE\s+SAVEPOINT|XA|LOCK\s+TABLES?|UNLOCK\s+TABLES?|SET\s+(?:(?:SESSION|LOCAL|@@SESSION\s*\.|@@)\s*)?AUTOCOMMIT)\b/i;

/** These stand in a transaction together with others; whatever else there is may commit by itself. */
const TRANSACTIONAL =
  /^(?:INSERT|UPDATE|DELETE|REPLACE|SELECT|WITH|VALUES|SET|DO|SHOW|EXPLAIN|DESC|DESCRIBE|TABLE|LOAD|\(|(?:CREATE|DROP)\s+TEMPORARY\s+TABLE)/i;
const COMMENTS = /(?:--(?=\s)|#)[^\n]*|\/\*[^]*?\*\//g;
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
    const place = `statement ${index + 1} of the SQL text (${placeIn(sql, start)}) is`;
    const words = firstWords(sql, start, end);
    if (/^DELIMITER\b/i.test(words)) {
      return `${place} DELIMITER, which is a command of the mysql program: leave it out, routines are recognized without it`;
    }
    const control = CONTROL.exec(words)?.[0];
    if (control !== undefined) {
      return (
        `${place} ${control.toUpperCase().replace(/\s+/g, ' ')}: ` +
        'the text runs in a transaction of its own, and must not begin, end or divide one'
      );
    }
  }
  return null;
}

/** May the statement stand in a transaction without ending it? */
export function isTransactional(statement: string): boolean {
  return TRANSACTIONAL.test(firstWords(statement, 0, statement.length));
}

export function splitStatements(sql: string): readonly string[] {
  return outlineSql(sql).statements.map(({ start, end }) => sql.slice(start, end));
}

function firstWords(sql: string, start: number, end: number): string {
  return sql
    .slice(start, Math.min(end, start + LONGEST_WORDS))
    .replace(COMMENTS, ' ')
    .trimStart();
}

function placeIn(sql: string, offset: number): string {
  const before = sql.slice(0, offset).split('\n');
  return `its line ${before.length}, column ${[...(before.at(-1) ?? '')].length + 1}`;
}
