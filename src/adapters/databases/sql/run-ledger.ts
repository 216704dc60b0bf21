import type { RowText } from '../../../engine/index.js';
import { countsFromText, countsToText } from '../column-counts.js';
import { claimLost, DatabaseError } from '../database-adapter.js';
import type { PartitionClaim, PartitionCursor, ProgressTable } from '../database-adapter.js';
import type { TextClient } from './text-client.js';

/** How one kind of database keeps the bookkeeping table of a run. Names of tables come quoted and with their schema. */
export interface LedgerSql {
  tableName(progress: ProgressTable): string;
  /**
   * Makes the table unless it is there (`partition_id`, `token`, `last_key`, `rows_read`, `rows_written`, `done`,
   * `statements_done`, `statement_open`, `column_counts`, `outcome`, `changed`).
   */
  create(table: string): string;
  /** Names those of the columns `partition_id`, `column_counts` and `outcome` that are there, one a row. */
  marks(progress: ProgressTable): string;
  drop(table: string): string;
  /** Takes a row over or adds it, and locks it until the transaction ends. */
  take(table: string, partitionId: number, token: string): string;
  /** Reads the row that is held, and locks it until the transaction ends. */
  lock(table: string, columns: string, condition: string): string;
  /** The instant, as an expression. */
  readonly now: string;
  text(text: string | null): string;
  /** A text of any length. */
  longText(text: string | null): string;
  /** What makes commits outlast a crash of the server; null: they do. */
  readonly settle: string | null;
}

/** How far the statements of one SQL text have come. */
export interface StatementMark {
  readonly done: boolean;
  /** How many statements of the text are certainly carried out. */
  readonly finished: number;
  /** One was begun that commits by itself, and nobody knows how it ended. */
  readonly isOpen: boolean;
}

/** What is done as a whole. */
export const DONE: StatementMark = { done: true, finished: 0, isOpen: false };

interface FoundLedger {
  /** Those that a version before made do not. */
  readonly keepsCounts: boolean;
  readonly keepsOutcomes: boolean;
}

/** What no claim is called. Not empty, which some servers take for NULL. */
const NOBODY = '-';

/** The run's bookkeeping table in the target: one row per partition, fenced by the token of its last claim. */
export class RunLedger {
  /** Tables that are known to be there. */
  private readonly found = new Map<string, FoundLedger>();

  constructor(
    private readonly client: TextClient,
    private readonly sql: LedgerSql,
  ) {}

  async create(progress: ProgressTable): Promise<boolean> {
    try {
      await this.client.execute(this.sql.create(this.sql.tableName(progress)));
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
    if ((await this.find(progress)) !== null) {
      await this.client.execute(this.sql.drop(this.sql.tableName(progress)));
    }
  }

  /** Waits for the locks of open batches, as a claim does. No claim ever has the token of nobody. */
  async endClaims(progress: ProgressTable): Promise<ReadonlyMap<number, PartitionCursor>> {
    const found = await this.find(progress);
    if (found === null) {
      return new Map();
    }
    const table = this.sql.tableName(progress);
    return this.client.transaction(async () => {
      await this.client.execute(`UPDATE ${table} SET token = ${this.sql.text(NOBODY)}`);
      const rows = await this.client.query(`SELECT partition_id, ${cursorColumns(found)} FROM ${table}`);
      return new Map(rows.map(([id, ...cursor]) => [Number(id), toCursor(cursor)]));
    });
  }

  /** Takes the row over: its lock makes this wait for an open batch of the former holder. */
  async claim(claim: PartitionClaim): Promise<PartitionCursor> {
    const table = await this.tableOf(claim);
    const columns = cursorColumns(await this.findFor(claim));
    return this.client.transaction(async () => {
      await this.client.execute(this.sql.take(table, claim.partitionId, claim.token));
      const rows = await this.client.query(
        `SELECT ${columns} FROM ${table} WHERE partition_id = ${claim.partitionId}`,
      );
      return toCursor(rows[0] ?? []);
    });
  }

  /** Where the server does not write commits to the disk at once, it does so a little later. */
  async settle(claim: PartitionClaim): Promise<void> {
    await this.touch(claim, `changed = ${this.sql.now}`);
    if (this.sql.settle !== null) {
      await this.client.execute(this.sql.settle);
    }
  }

  /** Inside a transaction: moves the cursor, and holds the claim until its end. */
  async move(claim: PartitionClaim, cursor: PartitionCursor): Promise<void> {
    const { lastKey, rowsRead, rowsWritten, columnCounts } = cursor;
    const { keepsCounts } = await this.findFor(claim);
    const key = this.sql.longText(lastKey === null ? null : JSON.stringify(lastKey));
    const counts = keepsCounts ? `, column_counts = ${this.sql.longText(countsToText(columnCounts))}` : '';
    await this.touch(
      claim,
      `last_key = ${key}, rows_read = ${rowsRead}, rows_written = ${rowsWritten}${counts}, changed = ${this.sql.now}`,
    );
  }

  /** The same around the work that leads there, which may find that it leads elsewhere. */
  async moveWith(
    claim: PartitionClaim | null,
    cursor: PartitionCursor,
    work: () => Promise<PartitionCursor>,
  ): Promise<PartitionCursor> {
    await (claim === null ? undefined : this.move(claim, cursor));
    const reached = await work();
    await (claim === null || reached === cursor ? undefined : this.move(claim, reached));
    return reached;
  }

  /** Inside a transaction: holds the claim until its end, and says how far its statements have come. */
  async lock(claim: PartitionClaim): Promise<StatementMark> {
    const rows = await this.client.query(
      this.sql.lock(await this.tableOf(claim), 'done, statements_done, statement_open', this.isHeld(claim)),
    );
    const [done, finished, isOpen] = rows[0] ?? [];
    if (done === undefined) {
      throw claimLost();
    }
    return { done: done === '1', finished: Number(finished), isOpen: isOpen === '1' };
  }

  /** `outcome`: what `outcomeOf` is to give to whoever finds it done; never a value of the target. */
  async mark(
    claim: PartitionClaim,
    { done, finished, isOpen }: StatementMark,
    outcome: unknown = null,
  ): Promise<void> {
    const keeps = outcome !== null && (await this.findFor(claim)).keepsOutcomes;
    const kept = keeps ? ` outcome = ${this.sql.longText(JSON.stringify(outcome))},` : '';
    await this.touch(
      claim,
      `done = ${Number(done)}, statements_done = ${finished}, statement_open = ${Number(isOpen)},${kept}
       changed = ${this.sql.now}`,
    );
  }

  /** Of a partition whose claim is locked, and that is done; null: not known. */
  async outcomeOf<Outcome>(claim: PartitionClaim): Promise<Outcome | null> {
    if (!(await this.findFor(claim)).keepsOutcomes) {
      return null;
    }
    const rows = await this.client.query(
      `SELECT outcome FROM ${await this.tableOf(claim)} WHERE ${this.isHeld(claim)}`,
    );
    const text = rows[0]?.[0] ?? null;
    return text === null ? null : (JSON.parse(text) as Outcome);
  }

  private async touch(claim: PartitionClaim, change: string): Promise<void> {
    const found = await this.client.execute(
      `UPDATE ${await this.tableOf(claim)} SET ${change} WHERE ${this.isHeld(claim)}`,
    );
    if (found === 0) {
      throw claimLost();
    }
  }

  /** Quoted name of the claim's table. */
  private async tableOf(claim: PartitionClaim): Promise<string> {
    await this.findFor(claim);
    return this.sql.tableName(claim.progress);
  }

  private async findFor({ progress }: PartitionClaim): Promise<FoundLedger> {
    const found = await this.find(progress);
    if (found === null) {
      throw new DatabaseError(
        'progress_missing',
        `the run's bookkeeping table "${progress.name}" is not in the target database`,
        false,
      );
    }
    return found;
  }

  private async find(progress: ProgressTable): Promise<FoundLedger | null> {
    const known = this.found.get(progress.name);
    if (known !== undefined) {
      return known;
    }
    const marks = await this.client.query(this.sql.marks(progress));
    if (marks.length === 0) {
      return null;
    }
    const names = new Set(marks.map(([name]) => name?.toLowerCase()));
    const found = { keepsCounts: names.has('column_counts'), keepsOutcomes: names.has('outcome') };
    this.found.set(progress.name, found);
    return found;
  }

  private isHeld({ partitionId, token }: PartitionClaim): string {
    return `partition_id = ${partitionId} AND token = ${this.sql.text(token)}`;
  }
}

function cursorColumns({ keepsCounts }: FoundLedger): string {
  return `last_key, rows_read, rows_written${keepsCounts ? ', column_counts' : ''}`;
}

function toCursor([lastKey = null, rowsRead, rowsWritten, columnCounts]: RowText): PartitionCursor {
  return {
    lastKey: lastKey === null ? null : (JSON.parse(lastKey) as (string | null)[]),
    rowsRead: Number(rowsRead),
    rowsWritten: Number(rowsWritten),
    ...countsFromText(columnCounts),
  };
}
