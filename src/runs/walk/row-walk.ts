import type {
  BatchWrite,
  DatabaseSession,
  KeyRange,
  PartitionCursor,
} from '../../adapters/databases/index.js';
import type { RowText } from '../../engine/index.js';
import type { CursorKeeper } from './cursor-keeper.js';
import { PageMasker } from './page-masker.js';
import type { MaskedPage } from './page-masker.js';
import { PageSize } from './page-size.js';
import type { PartitionWatch } from '../ledger/partition-watch.js';
import type { RowWalkPlan } from './row-walk-plan.js';
import { countUpTo, WalkCounts } from './walk-counts.js';

export interface WalkSessions {
  readonly reader: DatabaseSession;
  readonly writer: DatabaseSession;
}

/** `end`: the range is walked; `cap`: `maxRows` were handled; `stopped`: see the watch's reason. */
export type WalkEnd = 'end' | 'cap' | 'stopped';

/**
 * Walks the rows of one range in key order: while one page is masked, the next is being read, the one before waits to be
 * written and the one before that is being written, so that neither this process nor the database waits for the other.
 * Pages are written in order, one transaction each, and counted once they are committed.
 */
export class RowWalk {
  private readonly pageSize: PageSize;
  private readonly masker: PageMasker;
  /** All pages handed to the database; after one that failed none is written. */
  private writing: Promise<void> = Promise.resolve();
  /** The same without the last one. */
  private writingBefore: Promise<void> = Promise.resolve();
  /** Rows handed to masking, committed or not. */
  private rowsRead: number;
  private rowsWritten: number;
  readonly counts: WalkCounts;

  constructor(
    private readonly plan: RowWalkPlan,
    private readonly sessions: WalkSessions,
    private readonly cursors: CursorKeeper,
    private readonly watch: PartitionWatch,
  ) {
    this.pageSize = new PageSize(plan.batchSize);
    this.masker = new PageMasker(plan);
    this.counts = new WalkCounts(plan);
    this.rowsRead = 0;
    this.rowsWritten = 0;
  }

  async run(start: PartitionCursor): Promise<WalkEnd> {
    this.rowsRead = start.rowsRead;
    this.rowsWritten = start.rowsWritten;
    this.counts.begin(start);
    countUpTo(start, this.watch.rows);
    let reading = this.read(start.lastKey);
    try {
      for (;;) {
        const page = await reading;
        const last = page.at(-1);
        if (last === undefined) {
          await this.writing;
          return this.watch.stopReason === null ? this.endOfPages() : 'stopped';
        }
        this.rowsRead += page.length;
        this.pageSize.learn(page);
        const lastKey = last.slice(0, this.plan.scan.keyCount);
        reading = this.read(lastKey);
        const masked = await this.watch.orStop(this.masker.mask(page, this.rowsRead - page.length));
        await (masked === null ? this.writing : this.writingBefore);
        if (masked === null) {
          return 'stopped';
        }
        this.counts.add(page.length, masked.tally);
        this.hand(this.batchOf(masked, lastKey));
      }
    } catch (error) {
      // The batches before the failing page are complete and may be committed.
      await this.writing.catch(() => undefined);
      throw error;
    }
  }

  /** An empty page also when the work should end or the cap is reached: nothing more to do then either way. */
  private read(after: RowText | null): Promise<readonly RowText[]> {
    const { scan, range, maxRows } = this.plan;
    const left = maxRows === null ? Infinity : maxRows - this.rowsRead;
    if (this.watch.stopReason !== null || left <= 0) {
      return Promise.resolve([]);
    }
    const rest: KeyRange = { after: after ?? range.after, upTo: range.upTo };
    return quiet(this.sessions.reader.readPage(scan, rest, Math.min(this.pageSize.rows, left)));
  }

  private batchOf({ columns, before }: MaskedPage, lastKey: RowText): BatchWrite {
    const { scan, writeColumns } = this.plan;
    const rowsWritten = this.rowsWritten + (columns[0]?.length ?? 0);
    const cursor = { lastKey, rowsRead: this.rowsRead, rowsWritten, ...this.counts.ofCursor };
    const counted = (altered: readonly number[]): PartitionCursor => this.counts.altered(cursor, altered);
    return {
      table: scan.table,
      keyColumns: scan.readColumns.slice(0, scan.keyCount),
      writeColumns,
      ...{ columns, cursor },
      ...(before === null ? {} : { readBack: { before, counted } }),
    };
  }

  private hand(batch: BatchWrite): void {
    this.rowsWritten = batch.cursor.rowsWritten;
    this.writingBefore = this.writing;
    this.writing = quiet(this.writing.then(() => this.write(batch)));
  }

  /** Once the work should end, what waits is left to whoever goes on: little time is left, and then all is cut off. */
  private async write(batch: BatchWrite): Promise<void> {
    if (this.watch.stopReason !== null) {
      return;
    }
    const due = { ...batch, cursor: this.counts.altered(batch.cursor) };
    countUpTo(await this.cursors.write(this.sessions.writer, due), this.watch.rows);
    this.counts.commit();
  }

  private endOfPages(): WalkEnd {
    const { maxRows } = this.plan;
    return maxRows !== null && this.rowsRead >= maxRows ? 'cap' : 'end';
  }
}

/** Somebody awaits this promise later; until then its failure is not unhandled. */
function quiet<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
