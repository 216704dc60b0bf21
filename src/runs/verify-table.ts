import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { BackOff } from './back-off.js';
import { readLiveTable } from './live-table.js';
import type { PartitionEnd } from './partition-claims.js';
import { PartitionFailure } from './partition-failure.js';
import { endAfterStop, taskOf } from './partition-job.js';
import type { PartitionJob, PartitionWorker } from './partition-job.js';
import { RunMasking } from './run-masking.js';
import { TargetAccess } from './target-access.js';

/** `verify_table`: a table masked whole must hold as many rows as were walked; anything else is a failure. */
@Injectable()
export class VerifyTable implements PartitionWorker {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly targets: TargetAccess,
    private readonly masking: RunMasking,
  ) {}

  async work(job: PartitionJob): Promise<PartitionEnd | 'lost'> {
    const backOff = new BackOff(job.watch);
    while (job.watch.stopReason === null) {
      try {
        return await this.verify(job);
      } catch (error) {
        await backOff.afterError(error);
      }
    }
    return endAfterStop(job.watch.stopReason);
  }

  private async verify(job: PartitionJob): Promise<PartitionEnd> {
    const task = taskOf(job);
    const node = await this.masking.task(job.run, task.path, 'mask_table');
    const found = await this.targets.inSession(job.run, async (session) => {
      const table = await readLiveTable(session, node.table);
      return table === null ? 0 : session.countRows(table.description.name, node.where);
    });
    const [row] = await this.dataSource.query<{ walked: string }[]>(
      `SELECT coalesce(sum(rows_read), 0) AS walked FROM run_partition WHERE task_id = $1 AND kind = 'mask_rows'`,
      [task.id],
    );
    const walked = Number(row?.walked ?? 0);
    if (found !== walked) {
      throw new PartitionFailure(
        'rows_differ',
        `The table holds ${found} rows, but ${walked} were walked: rows were added or removed while the run was ` +
          'masking it, and some may not be masked. Run again while nobody else writes to the table.',
      );
    }
    return { status: 'finished' };
  }
}
