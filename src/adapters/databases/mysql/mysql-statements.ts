import { DatabaseError } from '../database-adapter.js';
import type { PartitionClaim, TableName } from '../database-adapter.js';
import type { MysqlClient } from './mysql-client.js';
import { refuseCascades } from './mysql-emptying.js';
import type { MysqlProgress, StatementMark } from './mysql-progress.js';
import { outlineSql } from './mysql-sql-scanner.js';
import { quoteTable } from './mysql-sql.js';
import { isTransactional, statementProblem } from './mysql-transaction-control.js';

const NOT_BEGUN: StatementMark = { done: false, finished: 0, isOpen: false };

/** A foreign key refers to the table; the user may delete but not drop. */
const TRUNCATE_REFUSED = new Set(['foreign_key', 'permission_denied']);

/**
 * Runs the steps of a run that are single statements. DDL commits by itself here, so it shares no transaction with the
 * mark that says that it was done: it is marked as begun before, and whoever finds such a mark without its end cannot
 * know, and says so.
 */
export class MysqlStatements {
  constructor(
    private readonly client: MysqlClient,
    private readonly progress: MysqlProgress,
  ) {}

  async runStatement(claim: PartitionClaim | null, sql: string): Promise<number | null> {
    const problem = statementProblem(sql);
    if (problem !== null) {
      throw new DatabaseError('bad_statement', problem, false);
    }
    const { statements } = outlineSql(sql);
    const texts = statements.map(({ start, end }) => sql.slice(start, end));
    return statements.every((place) => isTransactional(sql, place))
      ? this.runTogether(claim, texts)
      : this.runOneByOne(
          claim,
          texts,
          statements.map((place) => isTransactional(sql, place)),
        );
  }

  /** Doing it twice is doing it once: nothing else of the run touches the table before it is marked. */
  async truncateTable(
    claim: PartitionClaim | null,
    table: TableName,
  ): Promise<'truncate' | 'delete' | 'already_done'> {
    if (claim !== null && (await this.client.transaction(() => this.progress.lock(claim))).done) {
      return 'already_done';
    }
    try {
      await this.client.execute(`TRUNCATE TABLE ${quoteTable(table)}`);
    } catch (error) {
      if (!(error instanceof DatabaseError) || !TRUNCATE_REFUSED.has(error.code)) {
        throw error;
      }
      await this.deleteAll(claim, table);
      return 'delete';
    }
    if (claim !== null) {
      await this.progress.mark(claim, { ...NOT_BEGUN, done: true });
    }
    return 'truncate';
  }

  private deleteAll(claim: PartitionClaim | null, table: TableName): Promise<void> {
    return this.client.transaction(async () => {
      if (claim !== null) {
        await this.progress.lock(claim);
      }
      await refuseCascades(this.client, table);
      await this.client.execute(`DELETE FROM ${quoteTable(table)}`);
      const left = await this.client.query(`SELECT EXISTS (SELECT 1 FROM ${quoteTable(table)})`);
      if (left[0]?.[0] === '1') {
        throw new DatabaseError('not_emptied', 'rows are left after DELETE', false);
      }
      if (claim !== null) {
        await this.progress.mark(claim, { ...NOT_BEGUN, done: true });
      }
    });
  }

  /** One transaction with its mark: exactly once, or not at all. */
  private runTogether(claim: PartitionClaim | null, texts: readonly string[]): Promise<number | null> {
    return this.client.transaction(async () => {
      if (claim !== null && (await this.progress.lock(claim)).done) {
        return null;
      }
      let changed = 0;
      for (const text of texts) {
        changed += await this.client.execute(text);
      }
      if (claim !== null) {
        await this.progress.mark(claim, { done: true, finished: texts.length, isOpen: false });
      }
      return changed;
    });
  }

  private async runOneByOne(
    claim: PartitionClaim | null,
    texts: readonly string[],
    transactional: readonly boolean[],
  ): Promise<number | null> {
    const mark = claim === null ? NOT_BEGUN : await this.client.transaction(() => this.progress.lock(claim));
    if (mark.done) {
      return null;
    }
    if (mark.isOpen) {
      throw uncertain(mark.finished + 1, texts.length);
    }
    let changed = 0;
    for (let place = mark.finished; place < texts.length; place += 1) {
      const after = { done: place + 1 === texts.length, finished: place + 1, isOpen: false };
      const run = transactional[place] === true ? this.runInside.bind(this) : this.runOutside.bind(this);
      changed += await run(claim, texts[place] ?? '', after).catch((error: unknown) => {
        throw atStatement(error, place + 1, texts.length);
      });
    }
    return changed;
  }

  /** The statement and its mark commit together. */
  private runInside(claim: PartitionClaim | null, text: string, after: StatementMark): Promise<number> {
    return this.client.transaction(async () => {
      if (claim !== null) {
        await this.progress.lock(claim);
      }
      const changed = await this.client.execute(text);
      if (claim !== null) {
        await this.progress.mark(claim, after);
      }
      return changed;
    });
  }

  private async runOutside(
    claim: PartitionClaim | null,
    text: string,
    after: StatementMark,
  ): Promise<number> {
    if (claim === null) {
      return this.client.execute(text);
    }
    const before = { done: false, finished: after.finished - 1 };
    await this.progress.mark(claim, { ...before, isOpen: true });
    try {
      const changed = await this.client.execute(text);
      await this.progress.mark(claim, after);
      return changed;
    } catch (error) {
      if (error instanceof DatabaseError && error.code !== 'lost_connection' && error.code !== 'claim_lost') {
        // The server said no: nothing is open.
        await this.progress.mark(claim, { ...before, isOpen: false });
      }
      throw error;
    }
  }
}

function atStatement(error: unknown, place: number, of: number): unknown {
  if (!(error instanceof DatabaseError) || of === 1 || error.code === 'claim_lost') {
    return error;
  }
  const done = place === 1 ? '' : '; those before it have been carried out';
  const message = `statement ${place} of ${of}: ${error.message}${done}`;
  return new DatabaseError(error.code, message, error.transient, error.engineCode);
}

function uncertain(place: number, of: number): DatabaseError {
  return new DatabaseError(
    'uncertain_statement',
    `a worker or its connection was lost while statement ${place} of ${of} was carried out; this database commits such ` +
      'statements by itself, so it is uncertain whether it was. Look at what it should have done, then run again without it',
    false,
  );
}
