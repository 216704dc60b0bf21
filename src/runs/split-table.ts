import { Injectable } from '@nestjs/common';
import type { KeyRange } from '../adapters/databases/index.js';
import { keyScan, readLiveTable } from './live-table.js';
import type { PartitionEnd } from './partition-claims.js';
import { PartitionFailure } from './partition-failure.js';
import { taskOf } from './partition-job.js';
import type { PartitionJob, PartitionWorker } from './partition-job.js';
import { RunMasking } from './run-masking.js';
import { RunPartition } from './run-partition.entity.js';
import { RunTask } from './run-task.entity.js';
import { TargetAccess } from './target-access.js';

export const ROWS_PER_PARTITION = 100_000;
const MAX_PARTITIONS = 64;
/** Larger tables are estimated: counting them would take longer than the number is worth. */
const COUNT_UP_TO = 5_000_000;

/** `split_table`: cuts a large table into key ranges that workers take side by side. */
@Injectable()
export class SplitTable implements PartitionWorker {
  constructor(
    private readonly targets: TargetAccess,
    private readonly masking: RunMasking,
  ) {}

  async work(job: PartitionJob): Promise<PartitionEnd> {
    const task = taskOf(job);
    const node = await this.masking.task(job.run, task.path, 'mask_table');
    const { ranges, rows } = await this.targets.reading(job, async (session) => {
      const table = await readLiveTable(session, node.table);
      const scan = table === null ? null : keyScan(table, node);
      if (table === null || scan === null) {
        throw new PartitionFailure(
          'unknown_table',
          `The table ${node.table} or its key does not exist any more.`,
        );
      }
      const estimate = table.description.estimatedRows;
      return {
        rows: estimate > COUNT_UP_TO ? estimate : await session.countRows(scan.table, node.where),
        ranges: await session.splitByKey(scan, partsFor(estimate)),
      };
    });
    return {
      status: 'finished',
      also: async (manager) => {
        await manager.update(RunTask, { id: task.id }, { rowsTotal: rows });
        await manager.insert(
          RunPartition,
          ranges.map((range) => newPartition(job, range)),
        );
      },
    };
  }
}

/** How many parts a table of about so many rows is walked in. */
export function partsFor(rows: number): number {
  return Math.max(1, Math.min(MAX_PARTITIONS, Math.ceil(rows / ROWS_PER_PARTITION)));
}

function newPartition(job: PartitionJob, bounds: KeyRange): Partial<RunPartition> {
  return {
    runId: job.run.id,
    taskId: taskOf(job).id,
    kind: 'mask_rows',
    status: 'waiting',
    // Plain arrays: what the adapter gave may be frozen or its own.
    bounds: { after: bounds.after && [...bounds.after], upTo: bounds.upTo && [...bounds.upTo] },
    ownCursor: null,
  };
}
