import type { SqlGrammar, SqlOutline, SqlToken } from '../sql/sql-tokens.js';
import { placeIn, readSql } from '../sql/sql-tokens.js';
import type { ConditionOutline } from '../sql/where-check.js';
import { conditionOutline } from '../sql/where-check.js';

const GRAMMAR: SqlGrammar = {
  quoted: [
    String.raw`'[^']*(?:''[^']*)*'`,
    String.raw`"[^"]*(?:""[^"]*)*"`,
    String.raw`\[[^\]]*(?:\]\][^\]]*)*\]`,
  ],
  quotes: `'"[`,
  nestedComments: true,
};

/** What a condition looks like from outside. Every word belongs to it: statements need no semicolon between them here. */
export function outlineCondition(where: string): ConditionOutline {
  return conditionOutline(readSql(where, GRAMMAR));
}

/** Batches of a text: the lines `GO` divide it, as in the server's own programs. */
export function splitBatches(sql: string): readonly string[] {
  return batchesOf(sql, readSql(sql, GRAMMAR)).map(({ start, end }) => sql.slice(start, end));
}

/** These carry a text of their own along, in which such words mean nothing now. */
const DEFINES = /^(?:CREATE|ALTER)(?: OR ALTER)? (?:PROC|PROCEDURE|TRIGGER|FUNCTION)\b/;
const CONTROL =
  /^(?:BEGIN (?:TRAN|TRANSACTION|DISTRIBUTED)|COMMIT|ROLLBACK|SAVE (?:TRAN|TRANSACTION)|SET (?:IMPLICIT_TRANSACTIONS|XACT_ABORT|NOEXEC|PARSEONLY|FMTONLY))\b/;

/**
 * Why a text cannot be run exactly once; null: nothing is known against it. It runs in one transaction with the mark that
 * says that it was run, so it must not begin or end one itself.
 */
export function statementProblem(sql: string): string | null {
  const outline = readSql(sql, GRAMMAR);
  if (outline.unterminated) {
    return 'the SQL text has a quote or a comment that is not closed';
  }
  for (const { tokens } of batchesOf(sql, outline)) {
    const words = (from: number): string =>
      tokens
        .slice(from, from + 4)
        .map(({ text }) => text.toUpperCase())
        .join(' ');
    const found = DEFINES.test(words(0))
      ? -1
      : tokens.findIndex(({ kind }, place) => kind === 'word' && CONTROL.test(words(place)));
    if (found >= 0) {
      const control = CONTROL.exec(words(found))?.[0] ?? '';
      return (
        `the SQL text (${placeIn(sql, tokens[found]!.start)}) has ${control}: ` +
        'it runs in a transaction of its own, and must not begin, end or divide one, nor switch off how errors end it'
      );
    }
  }
  return null;
}

/** The server carries these out by themselves only. */
const ALONE =
  /^(?:(?:CREATE|ALTER|DROP) (?:DATABASE|FULLTEXT)|BACKUP|RESTORE|RECONFIGURE|KILL|CHECKPOINT|DBCC SHRINK\w*)\b/;

/** May a batch stand in a transaction? */
export function isTransactional(batch: string): boolean {
  const words = readSql(batch, GRAMMAR)
    .tokens.slice(0, 2)
    .map(({ text }) => text.toUpperCase());
  return !ALONE.test(words.join(' '));
}

interface Batch {
  readonly start: number;
  readonly end: number;
  readonly tokens: readonly SqlToken[];
}

function batchesOf(sql: string, { tokens }: SqlOutline): readonly Batch[] {
  const batches: SqlToken[][] = [[]];
  tokens.forEach((token, place) => {
    if (isSeparator(sql, token, tokens[place + 1])) {
      batches.push([]);
    } else {
      batches.at(-1)?.push(token);
    }
  });
  return batches
    .filter((own) => own.length > 0)
    .map((own) => ({ start: own[0]!.start, end: own.at(-1)!.end, tokens: own }));
}

/** `GO` alone on its line. */
function isSeparator(sql: string, { text, start, end }: SqlToken, next: SqlToken | undefined): boolean {
  if (text.toUpperCase() !== 'GO') {
    return false;
  }
  const before = sql.slice(sql.lastIndexOf('\n', start - 1) + 1, start);
  return before.trim() === '' && (next === undefined || sql.slice(end, next.start).includes('\n'));
}
