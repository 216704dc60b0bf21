import { DatabaseError } from '../database-adapter.js';
import type { PartitionClaim, TableName } from '../database-adapter.js';
import type { RunLedger, StatementMark } from './run-ledger.js';
import type { SqlDialect } from './sql-dialect.js';
import type { TextClient } from './text-client.js';

/** How one kind of database takes SQL text that a ruleset brings along. */
export interface StatementRules {
  /** The statements (or batches) of a text, each ready to be sent. */
  split(sql: string): readonly string[];
  /** Why a text cannot be run exactly once; null: nothing is known against it. */
  problem(sql: string): string | null;
  /** May the statement stand in a transaction without ending it? */
  isTransactional(statement: string): boolean;
  /** May TRUNCATE stand in one? */
  readonly truncatesInside: boolean;
  /** Refuses a DELETE of all rows that would change rows of other tables, too. */
  refuseCascades(table: TableName): Promise<void>;
}

const NOT_BEGUN: StatementMark = { done: false, finished: 0, isOpen: false };

/** A foreign key refers to the table; the user may delete but not drop. */
const TRUNCATE_REFUSED = new Set(['foreign_key', 'permission_denied']);

/**
 * Runs the steps of a run that are single statements. Where DDL commits by itself, it shares no transaction with the
 * mark that says that it was done: it is marked as begun before, and whoever finds such a mark without its end cannot
 * know, and says so.
 */
export class OnceStatements {
  constructor(
    private readonly client: TextClient,
    private readonly progress: RunLedger,
    private readonly dialect: SqlDialect,
    private readonly rules: StatementRules,
  ) {}

  async runStatement(claim: PartitionClaim | null, sql: string): Promise<number | null> {
    const problem = this.rules.problem(sql);
    if (problem !== null) {
      throw new DatabaseError('bad_statement', problem, false);
    }
    const texts = this.rules.split(sql);
    const transactional = texts.map((text) => this.rules.isTransactional(text));
    return transactional.every(Boolean)
      ? this.runTogether(claim, texts)
      : this.runOneByOne(claim, texts, transactional);
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
      await this.truncate(claim, table);
    } catch (error) {
      if (!(error instanceof DatabaseError) || !TRUNCATE_REFUSED.has(error.code)) {
        throw error;
      }
      await this.deleteAll(claim, table);
      return 'delete';
    }
    return 'truncate';
  }

  private async truncate(claim: PartitionClaim | null, table: TableName): Promise<void> {
    const empty = async (): Promise<void> => {
      await this.client.execute(`TRUNCATE TABLE ${this.dialect.quoteTable(table)}`);
      if (claim !== null) {
        await this.progress.mark(claim, { ...NOT_BEGUN, done: true });
      }
    };
    await (this.rules.truncatesInside ? this.client.transaction(empty) : empty());
  }

  private deleteAll(claim: PartitionClaim | null, table: TableName): Promise<void> {
    return this.client.transaction(async () => {
      if (claim !== null) {
        await this.progress.lock(claim);
      }
      await this.rules.refuseCascades(table);
      const quoted = this.dialect.quoteTable(table);
      await this.client.execute(`DELETE FROM ${quoted}`);
      const left = await this.client.query(`SELECT COUNT(*) FROM ${quoted}`);
      if (left[0]?.[0] !== '0') {
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
