import { DatabaseError } from '../database-adapter.js';
import type { PartitionClaim, TableName } from '../database-adapter.js';
import type { PostgresClient } from './postgres-client.js';
import type { PostgresProgress } from './postgres-progress.js';
import { AWAIT_DISK } from './postgres-progress.js';
import { refuseCascades } from './postgres-emptying.js';
import { outlineSql } from './postgres-sql-scanner.js';
import { quoteTable } from './postgres-sql.js';
import { statementProblem } from './postgres-transaction-control.js';

/** VACUUM, CREATE INDEX CONCURRENTLY and their like refuse a transaction block. */
const NEEDS_NO_TRANSACTION = '25001';

/** A foreign key refers to the table; the user may delete but not truncate; the relation cannot be truncated. */
const TRUNCATE_REFUSED = new Set(['0A000', '42501', '42809']);

/** Runs the steps of a run that are single statements, each exactly once under its claim. */
export class PostgresStatements {
  constructor(
    private readonly client: PostgresClient,
    private readonly progress: PostgresProgress,
  ) {}

  async runStatement(claim: PartitionClaim | null, sql: string): Promise<number | null> {
    const problem = statementProblem(sql);
    if (problem !== null) {
      throw new DatabaseError('bad_statement', problem, false);
    }
    try {
      return await this.client.transaction(() => this.runOnce(claim, sql));
    } catch (error) {
      if (error instanceof DatabaseError && error.engineCode === NEEDS_NO_TRANSACTION) {
        return this.runOutside(claim, sql);
      }
      throw error;
    }
  }

  async truncateTable(
    claim: PartitionClaim | null,
    table: TableName,
  ): Promise<'truncate' | 'delete' | 'already_done'> {
    return this.client.transaction(async () => {
      await this.client.execute(AWAIT_DISK);
      if (claim !== null && (await this.progress.lock(claim))) {
        return 'already_done';
      }
      const way = await this.empty(table);
      if (claim !== null) {
        await this.progress.markDone(claim);
      }
      return way;
    });
  }

  private async runOnce(claim: PartitionClaim | null, sql: string): Promise<number | null> {
    await this.client.execute(AWAIT_DISK);
    if (claim !== null && (await this.progress.lock(claim))) {
      return null;
    }
    const changed = await this.client.execute(sql);
    if (claim !== null) {
      await this.progress.markDone(claim);
    }
    return changed;
  }

  /**
   * The text rolled back whole in the first attempt; now each statement commits by itself. Dying between the last of
   * them and the mark would repeat them: no way around it, as the database takes them in no transaction.
   */
  private async runOutside(claim: PartitionClaim | null, sql: string): Promise<number> {
    const { statements } = outlineSql(sql);
    let changed = 0;
    for (const [index, { start, end }] of statements.entries()) {
      changed += await this.runOneOutside(sql.slice(start, end), index + 1, statements.length);
    }
    if (claim !== null) {
      await this.progress.markDone(claim);
    }
    return changed;
  }

  private async runOneOutside(statement: string, place: number, of: number): Promise<number> {
    try {
      return await this.client.execute(statement);
    } catch (error) {
      if (!(error instanceof DatabaseError) || of === 1) {
        throw error;
      }
      const message = `statement ${place} of ${of}: ${error.message}; those before it have been carried out`;
      throw new DatabaseError(error.code, message, error.transient, error.engineCode);
    }
  }

  /** Rules, policies and triggers may keep rows without an error. */
  private async deleteAll(table: string): Promise<void> {
    await this.client.execute(`DELETE FROM ${table}`);
    const left = await this.client.query(`SELECT EXISTS (SELECT 1 FROM ${table})`);
    if (left.rows[0]?.[0] === 't') {
      const text = 'rows are left after DELETE: a rule or a trigger of the table keeps them';
      throw new DatabaseError('not_emptied', text, false);
    }
  }

  private async empty(name: TableName): Promise<'truncate' | 'delete'> {
    const table = quoteTable(name);
    await this.client.execute('SAVEPOINT emptying');
    try {
      await this.client.execute(`TRUNCATE TABLE ${table}`);
      return 'truncate';
    } catch (error) {
      if (!(error instanceof DatabaseError) || !TRUNCATE_REFUSED.has(error.engineCode ?? '')) {
        throw error;
      }
      await this.client.execute('ROLLBACK TO SAVEPOINT emptying');
      await refuseCascades(this.client, name);
      await this.deleteAll(table);
      return 'delete';
    }
  }
}
