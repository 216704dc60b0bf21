import { maskTold } from '../../adapters/ai-engine/index.js';
import type { BatchWrite, DatabaseSession, PartitionCursor } from '../../adapters/databases/index.js';
import type { MaskTally, RowText } from '../../engine/index.js';
import { START } from './cursor-keeper.js';
import type { CursorKeeper } from './cursor-keeper.js';
import type { PartitionWatch } from '../ledger/partition-watch.js';
import type { RowWalkPlan } from './row-walk-plan.js';
import type { WalkEnd } from './row-walk.js';
import { countUpTo, emptyTally, WalkCounts } from './walk-counts.js';

/** Rows of one page: a page is all that is held in memory. */
const PAGE_ROWS = 2_000;

/**
 * Walks a table that has no key, in one transaction by where its rows lie. Its counters stay where they are until the
 * commit: what may still be rolled back is no progress.
 */
export class WholeTableWalk {
  private readonly out: (string | null)[];
  readonly counts: WalkCounts;
  private rowsRead = 0;
  private rowsWritten = 0;

  constructor(
    private readonly plan: RowWalkPlan,
    private readonly session: DatabaseSession,
    private readonly cursors: CursorKeeper,
    private readonly how: { readonly watch: PartitionWatch; readonly dryRun: boolean },
  ) {
    this.out = new Array<string | null>(plan.writeColumns.length).fill(null);
    this.counts = new WalkCounts(plan);
  }

  async run(start: PartitionCursor): Promise<WalkEnd> {
    // The transaction may have been committed by a worker that then could not say so.
    const end = start.lastKey === null ? await this.walk() : start;
    if (end === null) {
      return 'stopped';
    }
    countUpTo(end, this.how.watch.rows);
    const { maxRows } = this.plan;
    return maxRows !== null && end.rowsRead >= maxRows ? 'cap' : 'end';
  }

  private walk(): Promise<PartitionCursor | null> {
    const { scan, writeColumns, batchSize, maxRows } = this.plan;
    this.counts.begin(START);
    const work = {
      ...{ writeColumns, maxRows, dryRun: this.how.dryRun, batchSize: Math.min(batchSize, PAGE_ROWS) },
      mask: (page: readonly RowText[]) => this.maskTold(page),
    };
    return this.cursors.writeWhole((claim) => this.session.writeWhole(claim, scan, work));
  }

  private async maskTold(page: readonly RowText[]): Promise<BatchWrite | null> {
    const { watch } = this.how;
    if (watch.stopReason !== null) {
      return null;
    }
    const masked = await watch.orStop(maskTold(this.plan.detector, () => this.mask(page)));
    if (masked === null) {
      return null;
    }
    const { batch, tally } = masked;
    this.counts.add(page.length, tally);
    const cursor = { ...batch.cursor, ...this.counts.ofCursor };
    this.rowsRead = cursor.rowsRead;
    this.rowsWritten = cursor.rowsWritten;
    return { ...batch, cursor };
  }

  /** May be done several times for one page, with the same outcome. */
  private mask(page: readonly RowText[]): { readonly batch: BatchWrite; readonly tally: MaskTally } {
    const { scan, mask, writeColumns, rowNumber } = this.plan;
    const addresses: (string | null)[] = [];
    const columns = writeColumns.map((): (string | null)[] => []);
    const tally = emptyTally(writeColumns.length);
    let number = this.rowsRead;
    for (const row of page) {
      rowNumber.enter(number++);
      if (mask.maskRow(row, this.out, tally)) {
        addresses.push(row[0] ?? null);
        columns.forEach((texts, index) => texts.push(this.out[index] ?? null));
      }
    }
    const batch = {
      table: scan.table,
      keyColumns: scan.readColumns.slice(0, 1),
      writeColumns,
      columns: [addresses, ...columns],
      cursor: {
        lastKey: null,
        rowsRead: this.rowsRead + page.length,
        rowsWritten: this.rowsWritten + addresses.length,
      },
    };
    return { batch, tally };
  }
}
