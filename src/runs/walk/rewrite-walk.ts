import type { DatabaseSession, PartitionCursor } from '../../adapters/databases/index.js';
import type { RowText } from '../../engine/index.js';
import { START } from './cursor-keeper.js';
import type { CursorKeeper } from './cursor-keeper.js';
import { PageMasker } from './page-masker.js';
import { PageSize } from './page-size.js';
import { PartitionFailure } from '../work/partition-failure.js';
import type { PartitionWatch } from '../ledger/partition-watch.js';
import type { RowWalkPlan } from './row-walk-plan.js';
import type { WalkEnd } from './row-walk.js';
import { countUpTo, WalkCounts } from './walk-counts.js';

/**
 * Has a table written anew, in one transaction. Its counters stay where they are until the commit: what may still be
 * rolled back is no progress.
 */
export class RewriteWalk {
  private readonly pageSize: PageSize;
  private readonly masker: PageMasker;
  readonly counts: WalkCounts;
  private rowsRead = 0;

  constructor(
    private readonly plan: RowWalkPlan,
    private readonly session: DatabaseSession,
    private readonly cursors: CursorKeeper,
    private readonly watch: PartitionWatch,
  ) {
    this.pageSize = new PageSize(plan.batchSize);
    // the address stands behind all that is read
    this.masker = new PageMasker(plan, [plan.scan.readColumns.length]);
    this.counts = new WalkCounts(plan);
  }

  async run(start: PartitionCursor): Promise<WalkEnd> {
    // The transaction may have been committed by a worker that then could not say so.
    const end = start.lastKey === null ? await this.rewrite() : start;
    if (end === null) {
      return 'stopped';
    }
    countUpTo(end, this.watch.rows);
    return 'end';
  }

  private rewrite(): Promise<PartitionCursor | null> {
    const { rewriter } = this.session;
    if (rewriter === undefined) {
      throw new PartitionFailure('unsupported', 'Tables cannot be written anew on this database.');
    }
    const { scan, writeColumns } = this.plan;
    this.counts.begin(START);
    const work = {
      writeColumns,
      pageRows: () => this.pageSize.rows,
      mask: (page: readonly RowText[]) => this.mask(page),
      counts: () => this.counts.ofCursor.columnCounts,
    };
    return this.cursors.writeWhole((claim) => rewriter.rewrite(claim, scan, work));
  }

  private async mask(page: readonly RowText[]): Promise<readonly (readonly (string | null)[])[] | null> {
    if (this.watch.stopReason !== null) {
      return null;
    }
    this.pageSize.learn(page);
    this.rowsRead += page.length;
    const masked = await this.watch.orStop(this.masker.mask(page, this.rowsRead - page.length));
    if (masked === null) {
      return null;
    }
    this.counts.add(page.length, masked.tally);
    return masked.columns;
  }
}
