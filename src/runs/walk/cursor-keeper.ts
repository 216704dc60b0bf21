import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { claimLost, DatabaseError } from '../../adapters/databases/index.js';
import type {
  BatchWrite,
  DatabaseSession,
  PartitionClaim,
  PartitionCursor,
} from '../../adapters/databases/index.js';
import type { Claim } from '../ledger/partition-claims.js';
import { PartitionFailure } from '../work/partition-failure.js';
import type { OwnCursor } from '../ledger/run-partition.entity.js';

/** Where a walk begins. */
export const START: PartitionCursor = { lastKey: null, rowsRead: 0, rowsWritten: 0 };

export type WholeWalk = (claim: PartitionClaim | null) => Promise<PartitionCursor | null>;

/** Where a partition's cursor lives, and how a batch moves it. */
export interface CursorKeeper {
  /** Takes the partition over and says where it stands. Again after every lost session. */
  begin(writer: DatabaseSession): Promise<PartitionCursor>;
  /** Gives the cursor; see `DatabaseSession.writeBatch`. */
  write(writer: DatabaseSession, batch: BatchWrite): Promise<PartitionCursor>;
  /** The whole table in one transaction; see `DatabaseSession.writeWhole`, which `walk` calls. */
  writeWhole(walk: WholeWalk): Promise<PartitionCursor | null>;
  /** All written batches outlast a crash of the target once this resolves: call it before the ledger says they are there. */
  settle(writer: DatabaseSession): Promise<void>;
}

/** The cursor commits together with its batch, in the target: every batch is applied exactly once. */
export class TargetCursor implements CursorKeeper {
  private claim: PartitionClaim | null = null;

  constructor(
    private readonly progressTable: string,
    private readonly partitionId: number,
    /** Where an earlier attempt of the run stood, whose bookkeeping is gone; null: at the start. */
    private readonly earlier: PartitionCursor | null = null,
  ) {}

  async begin(writer: DatabaseSession): Promise<PartitionCursor> {
    this.claim = targetClaim(this.progressTable, this.partitionId);
    const cursor = await writer.claimPartition(this.claim);
    return cursor.lastKey === null ? (this.earlier ?? cursor) : cursor;
  }

  write(writer: DatabaseSession, batch: BatchWrite): Promise<PartitionCursor> {
    return writer.writeBatch(this.claim, batch);
  }

  writeWhole(walk: WholeWalk): Promise<PartitionCursor | null> {
    return walk(this.claim);
  }

  settle(writer: DatabaseSession): Promise<void> {
    return this.claim === null ? Promise.resolve() : writer.settlePartition(this.claim);
  }
}

/** Every attempt claims anew, so that an earlier one whose connection only seemed lost cannot write any more. */
export function targetClaim(progressTable: string, partitionId: number): PartitionClaim {
  return { progress: { name: progressTable }, partitionId, token: randomUUID() };
}

/** A dry run keeps nothing: when its worker dies it starts over. */
export class NoCursor implements CursorKeeper {
  begin(): Promise<PartitionCursor> {
    return Promise.resolve(START);
  }

  write(_: DatabaseSession, { cursor }: BatchWrite): Promise<PartitionCursor> {
    return Promise.resolve(cursor);
  }

  writeWhole(walk: WholeWalk): Promise<PartitionCursor | null> {
    return walk(null);
  }

  settle(): Promise<void> {
    return Promise.resolve();
  }
}

/**
 * The target's user may not create tables, so the cursor lives in our own database: it says before each batch that the
 * batch is on its way, and after it that it has arrived. Whoever finds a batch on its way cannot know, and says so.
 */
export class OwnCursorKeeper implements CursorKeeper {
  private cursor: PartitionCursor = START;

  constructor(
    private readonly dataSource: DataSource,
    private readonly claim: Claim,
  ) {}

  async begin(): Promise<PartitionCursor> {
    const [row] = await this.dataSource.query<{ cursor: OwnCursor | null }[]>(
      'SELECT own_cursor AS cursor FROM run_partition WHERE id = $1',
      [this.claim.partition.id],
    );
    const stored = row?.cursor ?? null;
    if (stored !== null && stored.openRows !== null) {
      throw new PartitionFailure('uncertain_batch', uncertainText(stored));
    }
    this.cursor = stored ?? START;
    return this.cursor;
  }

  write(writer: DatabaseSession, batch: BatchWrite): Promise<PartitionCursor> {
    return this.open(batch.columns[0]?.length ?? 0, () => writer.writeBatch(null, batch));
  }

  writeWhole(walk: WholeWalk): Promise<PartitionCursor | null> {
    return this.open(1, () => walk(null));
  }

  private async open<Reached extends PartitionCursor | null>(
    rows: number,
    work: () => Promise<Reached>,
  ): Promise<Reached> {
    await this.store(this.cursor, rows);
    let reached: Reached;
    try {
      reached = await work();
    } catch (error) {
      if (error instanceof DatabaseError && error.code !== 'lost_connection') {
        // The server said no: the batch is rolled back, nothing is open.
        await this.store(this.cursor, null);
      }
      throw error;
    }
    this.cursor = reached ?? this.cursor;
    await this.store(this.cursor, null);
    return reached;
  }

  /** Batches without a claim wait for the disk, each by itself. */
  settle(): Promise<void> {
    return Promise.resolve();
  }

  /** Marks a statement as on its way (1) or done (null). */
  async store(cursor: PartitionCursor, openRows: number | null): Promise<void> {
    const stored: OwnCursor = { ...cursor, openRows };
    const [, changed] = await this.dataSource.query<[unknown, number]>(
      `UPDATE run_partition SET own_cursor = $3::jsonb
       WHERE id = $1 AND claim_token = $2 AND status = 'working'`,
      [this.claim.partition.id, this.claim.token, JSON.stringify(stored)],
    );
    if (changed === 0) {
      throw claimLost();
    }
  }
}

function uncertainText(cursor: OwnCursor): string {
  return (
    `A worker or its connection was lost while a batch of ${cursor.openRows ?? 0} rows was being written, after ` +
    `${cursor.rowsRead} rows. It is uncertain whether these rows are masked. Restore the table, or let the database ` +
    'user create tables, so that the position is kept together with the data, and run again.'
  );
}
