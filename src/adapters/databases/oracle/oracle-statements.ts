import type { SqlGrammar, SqlToken } from '../sql/sql-tokens.js';
import { placeIn, readSql } from '../sql/sql-tokens.js';
import type { ConditionOutline } from '../sql/where-check.js';
import { conditionOutline } from '../sql/where-check.js';

/** `q'[…]'` and its like, which hold quotes as they are. */
const ALTERNATIVE = [
  String.raw`[nN]?[qQ]'\[[^]*?\]'`,
  String.raw`[nN]?[qQ]'\{[^]*?\}'`,
  String.raw`[nN]?[qQ]'\([^]*?\)'`,
  String.raw`[nN]?[qQ]'<[^]*?>'`,
  String.raw`[nN]?[qQ]'([^\s])[^]*?\1'`,
];

const GRAMMAR: SqlGrammar = {
  quoted: [
    ...ALTERNATIVE,
    String.raw`[nN]?[qQ]'(?=\S)`,
    String.raw`'[^']*(?:''[^']*)*'`,
    String.raw`"[^"]*"`,
  ],
  quotes: `'"`,
  opening: /^[nN]?[qQ]'$/,
  nestedComments: false,
};

/** What a condition looks like from outside. */
export function outlineCondition(where: string): ConditionOutline {
  return conditionOutline(readSql(where, GRAMMAR));
}

interface Statement {
  readonly start: number;
  readonly end: number;
  readonly words: string;
}

/** Its text goes on over semicolons, to a line with a slash or to the end. */
const BLOCK =
  /^(?:BEGIN|DECLARE|CREATE(?: OR REPLACE)?(?: (?:NON)?EDITIONABLE)? (?:PROCEDURE|FUNCTION|TRIGGER|PACKAGE|TYPE|JAVA))\b/;
const WORDS = 6;

/** Statements of a text: semicolons divide it, and lines of a slash alone. A block keeps its last semicolon. */
export function splitStatements(sql: string): readonly string[] {
  return statementsOf(sql).map(({ start, end }) => sql.slice(start, end));
}

const CONTROL = /^(?:COMMIT|ROLLBACK|SAVEPOINT|SET TRANSACTION|SET CONSTRAINTS?)\b/;

/** Why a text cannot be run exactly once; null: nothing is known against it. */
export function statementProblem(sql: string): string | null {
  if (readSql(sql, GRAMMAR).unterminated) {
    return 'the SQL text has a quote or a comment that is not closed';
  }
  for (const { start, words } of statementsOf(sql)) {
    const control = CONTROL.exec(words)?.[0];
    if (control !== undefined) {
      return (
        `the SQL text (${placeIn(sql, start)}) has ${control}: ` +
        'it runs in a transaction of its own, and must not begin, end or divide one'
      );
    }
  }
  return null;
}

/** Whatever else there is may commit by itself: DDL does, and blocks can. */
const TRANSACTIONAL = /^(?:INSERT|UPDATE|DELETE|MERGE|SELECT|WITH|LOCK TABLE|EXPLAIN)\b/;

export function isTransactional(statement: string): boolean {
  return TRANSACTIONAL.test(statementsOf(statement)[0]?.words ?? '');
}

function statementsOf(sql: string): readonly Statement[] {
  const found: Statement[] = [];
  let own: SqlToken[] = [];
  const finish = (end: number): void => {
    if (own.length > 0) {
      found.push({ start: own[0]!.start, end, words: wordsOf(own) });
    }
    own = [];
  };
  const { tokens } = readSql(sql, GRAMMAR);
  tokens.forEach((token, place) => {
    if (isSlash(sql, token, tokens[place + 1])) {
      finish(own.at(-1)?.end ?? token.start);
    } else if (token.text === ';' && !BLOCK.test(wordsOf(own))) {
      finish(own.at(-1)?.end ?? token.start);
    } else {
      own.push(token);
    }
  });
  finish(own.at(-1)?.end ?? sql.length);
  return found;
}

function wordsOf(tokens: readonly SqlToken[]): string {
  return tokens
    .slice(0, WORDS)
    .map(({ text }) => text.toUpperCase())
    .join(' ');
}

/** Alone on its line. */
function isSlash(sql: string, { text, start, end }: SqlToken, next: SqlToken | undefined): boolean {
  if (text !== '/') {
    return false;
  }
  const before = sql.slice(sql.lastIndexOf('\n', start - 1) + 1, start);
  return before.trim() === '' && (next === undefined || sql.slice(end, next.start).includes('\n'));
}
