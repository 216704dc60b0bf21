import type { BatchWrite, DatabaseSession, PartitionCursor } from '../../adapters/databases/index.js';
import type { CursorKeeper, WholeWalk } from './cursor-keeper.js';
import { taskOf } from '../work/partition-job.js';
import type { PartitionJob } from '../work/partition-job.js';
import { warning } from '../run-log-lines.js';
import type { RowWalkPlan } from './row-walk-plan.js';

/** Tells of masked texts that are cut to their columns, once for each column of a run. */
export class CutNotices {
  private told = 0;

  constructor(
    private readonly job: PartitionJob,
    private readonly plan: Pick<RowWalkPlan, 'mask' | 'writeColumns'>,
  ) {}

  async tell(): Promise<void> {
    const { title } = taskOf(this.job);
    const { writeColumns, mask } = this.plan;
    const { cutColumns } = mask;
    if (cutColumns.size === this.told) {
      return;
    }
    const lines = writeColumns.flatMap(({ name, maxLength }) => {
      const text = `${title}: masked texts of column "${name}" were cut to the ${maxLength ?? 0} characters that it holds`;
      return cutColumns.has(name) ? [warning('truncated', text)] : [];
    });
    await this.job.logOnce(...lines);
    this.told = cutColumns.size;
  }

  /** The same cursor, told before the batch is written: who dies afterwards takes no notice along. */
  before(cursors: CursorKeeper): CursorKeeper {
    return {
      begin: (writer: DatabaseSession): Promise<PartitionCursor> => cursors.begin(writer),
      write: async (writer: DatabaseSession, batch: BatchWrite): Promise<void> => {
        await this.tell();
        await cursors.write(writer, batch);
      },
      writeWhole: (walk: WholeWalk): Promise<PartitionCursor | null> => cursors.writeWhole(walk),
      settle: (writer: DatabaseSession): Promise<void> => cursors.settle(writer),
    };
  }
}
