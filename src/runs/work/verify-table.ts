import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { MaskTableTask } from '../../engine/index.js';
import { retried } from './retried.js';
import { readLiveTable } from './live-table.js';
import type { PartitionEnd } from '../ledger/partition-claims.js';
import { PartitionFailure } from './partition-failure.js';
import { taskOf } from './partition-job.js';
import type { PartitionJob, PartitionWorker } from './partition-job.js';
import { RenewStatistics } from './renew-statistics.js';
import { RunMasking } from './run-masking.js';
import { isRewriting } from '../run-options.js';
import type { LogLine } from '../run-log-lines.js';
import { compareTable } from './table-changes.js';
import type { TableState, WalkedRows } from './table-changes.js';
import { picksRows, readState } from './table-state.js';
import { TargetAccess } from './target-access.js';

/** What another session wrote is counted up to a second after its commit. */
const LATE_COUNTERS_MS = 1_100;
/** Shorter tasks are not worth that wait. */
const LONG_TASK_MS = 5_000;

/**
 * `verify_table`: compares a table that was masked whole, or by a condition, with what it was before the first write. A
 * session that wrote and then idles may be counted up to ten seconds late; what it did is not noticed then unless the
 * number of rows tells.
 */
@Injectable()
export class VerifyTable implements PartitionWorker {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly targets: TargetAccess,
    private readonly masking: RunMasking,
    private readonly statistics: RenewStatistics,
  ) {}

  work(job: PartitionJob): Promise<PartitionEnd | 'lost'> {
    return retried(job, async () => this.verify(job, await this.walked(taskOf(job).id)));
  }

  /** The same at the end of the step that masked the table: the ledger has not heard of its rows yet. */
  conclude(job: PartitionJob): Promise<PartitionEnd | 'lost'> {
    const { partition, watch } = job;
    const { rowsRead: read, rowsWritten: written } = watch.rows;
    return retried(job, () => this.verify(job, { read, written, interrupted: partition.interrupted }));
  }

  private async verify(job: PartitionJob, walked: WalkedRows): Promise<PartitionEnd> {
    const task = taskOf(job);
    const node = await this.masking.task(job.run, task.path, 'mask_table');
    const lines = await this.targets.reading(job, async (session) => {
      const wait = task.startTime !== null && Date.now() - task.startTime.getTime() > LONG_TASK_MS;
      const settled = wait ? job.watch.pause(LATE_COUNTERS_MS) : Promise.resolve();
      const table = await readLiveTable(session, node);
      if (table === null) {
        throw new PartitionFailure('unknown_table', `The table ${node.table} does not exist any more.`);
      }
      const now = await readState(session, table, node, settled);
      const compared = compare(job, node, now, walked);
      const changed = walked.written > 0 ? [table.description.name] : [];
      return [...compared, ...(await this.statistics.renew(job, session, changed))];
    });
    return { status: 'finished', lines };
  }

  private async walked(taskId: number): Promise<WalkedRows> {
    const [row] = await this.dataSource.query<WalkedRows[]>(
      `SELECT coalesce(sum(rows_read), 0)::float8 AS read, coalesce(sum(rows_written), 0)::float8 AS written,
         coalesce(bool_or(interrupted), false) AS interrupted
       FROM run_partition WHERE task_id = $1 AND kind = 'mask_rows'`,
      [taskId],
    );
    return row!;
  }
}

/** Throws where rows may have been left unmasked. */
function compare(
  job: PartitionJob,
  node: MaskTableTask,
  now: Omit<TableState, 'title' | 'rewritten'>,
  walked: WalkedRows,
): readonly LogLine[] {
  const { title, baseline } = taskOf(job);
  if (baseline === null && picksRows(node)) {
    return [];
  }
  // A run that began before such notes were taken has none.
  const noted = baseline ?? { columns: {}, counters: null, filtered: null };
  return compareTable(noted, { ...now, title, rewritten: isRewriting(job.run.options) }, walked);
}
