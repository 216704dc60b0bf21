import { Injectable } from '@nestjs/common';
import type { DatabaseSession, KeyRange, TableScan } from '../../adapters/databases/index.js';
import { retried } from './retried.js';
import { readLiveTable } from './live-table.js';
import type { PartitionEnd } from '../ledger/partition-claims.js';
import { PartitionFailure } from './partition-failure.js';
import { taskOf } from './partition-job.js';
import type { PartitionJob, PartitionWorker } from './partition-job.js';
import { PrepareTable } from './prepare-table.js';
import { RunMasking } from './run-masking.js';
import { RunPartition } from '../ledger/run-partition.entity.js';
import { keyScan, scanJoins } from '../walk/table-scan.js';
import { readBaseline } from './table-state.js';
import { TargetAccess } from './target-access.js';

export const ROWS_PER_PARTITION = 100_000;
const MAX_PARTITIONS = 64;
/** Larger tables are estimated: counting them would take longer than the number is worth. */
const COUNT_UP_TO = 5_000_000;
const WHOLE_TABLE: KeyRange = { after: null, upTo: null };

/**
 * `split_table`: the last look at a table before its first write. Notes what it will be compared with at the end, and
 * cuts a large one into key ranges that workers take side by side.
 */
@Injectable()
export class SplitTable implements PartitionWorker {
  constructor(
    private readonly targets: TargetAccess,
    private readonly masking: RunMasking,
    private readonly preparation: PrepareTable,
  ) {}

  work(job: PartitionJob): Promise<PartitionEnd | 'lost'> {
    return retried(job, () => this.split(job));
  }

  private async split(job: PartitionJob): Promise<PartitionEnd> {
    const task = taskOf(job);
    const node = await this.masking.task(job.run, task.path, 'mask_table');
    const { ranges, rows, baseline } = await this.targets.reading(job, async (session) => {
      const table = await readLiveTable(session, node);
      const scan = table === null ? null : keyScan(table, node);
      if (table === null || scan === null) {
        throw new PartitionFailure(
          'unknown_table',
          `The table ${node.table} or its key does not exist any more.`,
        );
      }
      await this.preparation.begin(job, node, table);
      const noted = task.verifies ? await readBaseline(session, table, node) : null;
      const estimate = table.description.estimatedRows;
      const rows =
        noted?.filtered?.matching ??
        (await rowsOf(session, { ...scan, joins: scanJoins(table, node) }, estimate));
      await this.preparation.finish(job, node, table, rows);
      return {
        baseline: noted,
        rows,
        ranges: task.splits ? await session.splitByKey(scan, partsFor(estimate)) : [WHOLE_TABLE],
      };
    });
    return {
      status: 'finished',
      also: async (manager) => {
        if (await manager.existsBy(RunPartition, { taskId: task.id, kind: 'mask_rows' })) {
          // A retry: only what was put back at the end of the attempt before had to be done again.
          return;
        }
        await manager.query('UPDATE run_task SET rows_total = $2, baseline = $3::jsonb WHERE id = $1', [
          task.id,
          rows,
          baseline === null ? null : JSON.stringify(baseline),
        ]);
        await manager.insert(
          RunPartition,
          ranges.map((range) => newPartition(job, range)),
        );
      },
    };
  }
}

function rowsOf(
  session: DatabaseSession,
  { table, where, joins }: TableScan,
  estimate: number,
): Promise<number> {
  return estimate > COUNT_UP_TO ? Promise.resolve(estimate) : session.countRows(table, where, joins);
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
