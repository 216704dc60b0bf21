import { DatabaseError } from '../database-adapter.js';
import type { PartitionClaim, PartitionCursor, ProgressTable } from '../database-adapter.js';
import type { RowText } from '../../../engine/index.js';
import type { MysqlClient } from './mysql-client.js';
import { quoteTable, quoteText } from './mysql-sql.js';

/** How far the statements of one SQL text have come. */
export interface StatementMark {
  readonly done: boolean;
  /** How many statements of the text are certainly carried out. */
  readonly finished: number;
  /** One was begun that commits by itself, and nobody knows how it ended. */
  readonly isOpen: boolean;
}

/** The run's bookkeeping table in the target: one row per partition, fenced by the token of its last claim. */
export class MysqlProgress {
  /** Tables that are known to be there. */
  private readonly found = new Set<string>();

  constructor(
    private readonly client: MysqlClient,
    private readonly database: string,
    /** Seconds until a commit is certainly on the disk. */
    private readonly diskDelay: number,
  ) {}

  async create(progress: ProgressTable): Promise<boolean> {
    try {
      await this.client.execute(createTable(this.nameOf(progress)));
      return true;
    } catch (error) {
      const code = error instanceof DatabaseError ? error.code : '';
      if (code === 'permission_denied' || code === 'read_only') {
        return false;
      }
      throw error;
    }
  }

  async drop(progress: ProgressTable): Promise<void> {
    this.found.delete(progress.name);
    if (await this.exists(progress)) {
      await this.client.execute(`DROP TABLE IF EXISTS ${this.nameOf(progress)}`);
    }
  }

  /** Waits for the locks of open batches, as a claim does. No claim ever has an empty token. */
  async endClaims(progress: ProgressTable): Promise<ReadonlyMap<number, PartitionCursor>> {
    if (!(await this.exists(progress))) {
      return new Map();
    }
    const table = this.nameOf(progress);
    return this.client.transaction(async () => {
      await this.client.execute(`UPDATE ${table} SET token = ''`);
      const rows = await this.client.query(
        `SELECT partition_id, last_key, rows_read, rows_written FROM ${table}`,
      );
      return new Map(rows.map(([id, ...cursor]) => [Number(id), toCursor(cursor)]));
    });
  }

  /** Takes the row over: its lock makes this wait for an open batch of the former holder. */
  async claim(claim: PartitionClaim): Promise<PartitionCursor> {
    const table = await this.tableOf(claim);
    const token = quoteText(claim.token);
    return this.client.transaction(async () => {
      await this.client.execute(
        `INSERT INTO ${table} (partition_id, token) VALUES (${claim.partitionId}, ${token})
         ON DUPLICATE KEY UPDATE token = ${token}`,
      );
      const rows = await this.client.query(
        `SELECT last_key, rows_read, rows_written FROM ${table} WHERE partition_id = ${claim.partitionId}`,
      );
      return toCursor(rows[0] ?? []);
    });
  }

  /** Where the server does not write commits to the disk at once, it does so a little later. */
  async settle(claim: PartitionClaim): Promise<void> {
    await this.touch(claim, 'changed = CURRENT_TIMESTAMP(6)');
    if (this.diskDelay > 0) {
      await this.client.execute(`DO SLEEP(${this.diskDelay})`);
    }
  }

  /** Inside a transaction: moves the cursor, and holds the claim until its end. */
  move(claim: PartitionClaim, { lastKey, rowsRead, rowsWritten }: PartitionCursor): Promise<void> {
    const key = quoteText(lastKey === null ? null : JSON.stringify(lastKey));
    return this.touch(
      claim,
      `last_key = ${key}, rows_read = ${rowsRead}, rows_written = ${rowsWritten}, changed = CURRENT_TIMESTAMP(6)`,
    );
  }

  /** Inside a transaction: holds the claim until its end, and says how far its statements have come. */
  async lock(claim: PartitionClaim): Promise<StatementMark> {
    const rows = await this.client.query(
      `SELECT done, statements_done, statement_open FROM ${await this.tableOf(claim)} WHERE ${isHeld(claim)} FOR UPDATE`,
    );
    const [done, finished, isOpen] = rows[0] ?? [];
    if (done === undefined) {
      throw claimLost();
    }
    return { done: done === '1', finished: Number(finished), isOpen: isOpen === '1' };
  }

  mark(claim: PartitionClaim, { done, finished, isOpen }: StatementMark): Promise<void> {
    return this.touch(
      claim,
      `done = ${Number(done)}, statements_done = ${finished}, statement_open = ${Number(isOpen)},
       changed = CURRENT_TIMESTAMP(6)`,
    );
  }

  private async touch(claim: PartitionClaim, change: string): Promise<void> {
    const found = await this.client.execute(
      `UPDATE ${await this.tableOf(claim)} SET ${change} WHERE ${isHeld(claim)}`,
    );
    if (found === 0) {
      throw claimLost();
    }
  }

  /** Quoted name of the claim's table. */
  private async tableOf(claim: PartitionClaim): Promise<string> {
    if (!(await this.exists(claim.progress))) {
      throw new DatabaseError(
        'progress_missing',
        `the run's bookkeeping table "${claim.progress.name}" is not in the target database`,
        false,
      );
    }
    return this.nameOf(claim.progress);
  }

  private async exists({ name }: ProgressTable): Promise<boolean> {
    if (!this.found.has(name)) {
      const rows = await this.client.query(
        `SELECT 1 FROM information_schema.TABLES
         WHERE TABLE_SCHEMA = ${quoteText(this.database)} AND TABLE_NAME = ${quoteText(name)}`,
      );
      if (rows.length === 0) {
        return false;
      }
      this.found.add(name);
    }
    return true;
  }

  /** With its database, so that `USE` in `run_sql` does no harm. */
  private nameOf({ name }: ProgressTable): string {
    return quoteTable({ schema: this.database, table: name });
  }
}

function isHeld({ partitionId, token }: PartitionClaim): string {
  return `partition_id = ${partitionId} AND token = ${quoteText(token)}`;
}

function toCursor([lastKey = null, rowsRead, rowsWritten]: RowText): PartitionCursor {
  return {
    lastKey: lastKey === null ? null : (JSON.parse(lastKey) as (string | null)[]),
    rowsRead: Number(rowsRead),
    rowsWritten: Number(rowsWritten),
  };
}

export function claimLost(): DatabaseError {
  return new DatabaseError('claim_lost', 'another worker has taken this partition over', false);
}

/** With transactions, like the tables it speaks of. */
function createTable(table: string): string {
  return `CREATE TABLE IF NOT EXISTS ${table} (
    partition_id bigint NOT NULL PRIMARY KEY,
    token varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    last_key longtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
    rows_read bigint NOT NULL DEFAULT 0,
    rows_written bigint NOT NULL DEFAULT 0,
    done tinyint NOT NULL DEFAULT 0,
    statements_done int NOT NULL DEFAULT 0,
    statement_open tinyint NOT NULL DEFAULT 0,
    changed datetime(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6)
  ) ENGINE=InnoDB COMMENT='Bookkeeping of a masking run; dropped at its end'`;
}
