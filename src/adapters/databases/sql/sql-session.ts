import type { DatabaseSession } from '../database-adapter.js';
import type { KeySplitter } from './key-splitter.js';
import type { OnceStatements } from './once-statements.js';
import type { PageReader } from './page-reader.js';
import type { RunLedger } from './run-ledger.js';
import type { SqlDialect } from './sql-dialect.js';
import type { TextClient } from './text-client.js';
import type { ConditionOutline } from './where-check.js';
import { checkWhere } from './where-check.js';

export interface SqlSessionParts {
  readonly client: TextClient & Pick<DatabaseSession, 'close'>;
  readonly dialect: SqlDialect;
  readonly reader: PageReader;
  readonly splitter: KeySplitter;
  readonly progress: RunLedger;
  readonly statements: OnceStatements;
  readonly writer: Pick<DatabaseSession, 'writeBatch'>;
  /** See `DatabaseSession`. */
  statementProblem(sql: string): string | null;
  /** What a condition looks like from outside. */
  outline(where: string): ConditionOutline;
}

/** What sessions do in the same way on every kind of database that is spoken to in texts. */
export function sqlSession(
  parts: SqlSessionParts,
): Pick<
  DatabaseSession,
  | 'checkKey'
  | 'splitByKey'
  | 'countRows'
  | 'checkWhere'
  | 'checkJoins'
  | 'statementProblem'
  | 'readPage'
  | 'createProgressTable'
  | 'dropProgressTable'
  | 'endClaims'
  | 'claimPartition'
  | 'writeBatch'
  | 'settlePartition'
  | 'runStatement'
  | 'truncateTable'
  | 'close'
> {
  const { client, dialect, reader, splitter, progress, statements, writer } = parts;
  return {
    checkKey: (table, key) => splitter.checkKey(table, key),
    splitByKey: (scan, count) => splitter.splitByKey(scan, count),
    countRows: (table, where, joins) => reader.countRows(table, where, joins),
    checkWhere: (table, where) =>
      checkWhere({ client, dialect }, table, { where, outline: parts.outline(where) }),
    checkJoins: (scan) => reader.checkJoins(scan),
    statementProblem: (sql) => parts.statementProblem(sql),
    readPage: (scan, range, limit) => reader.readPage(scan, range, limit),
    createProgressTable: (table) => progress.create(table),
    dropProgressTable: (table) => progress.drop(table),
    endClaims: (table) => progress.endClaims(table),
    claimPartition: (claim) => progress.claim(claim),
    writeBatch: (claim, batch) => writer.writeBatch(claim, batch),
    settlePartition: (claim) => progress.settle(claim),
    runStatement: (claim, sql) => statements.runStatement(claim, sql),
    truncateTable: (claim, table) => statements.truncateTable(claim, table),
    close: () => client.close(),
  };
}
