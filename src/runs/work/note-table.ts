import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { claimLost } from '../../adapters/databases/index.js';
import type { DatabaseSession } from '../../adapters/databases/index.js';
import type { MaskTableTask } from '../../engine/index.js';
import { isPrepared } from '../ledger/run-decision.js';
import type { RunTask } from '../ledger/run-task.entity.js';
import type { LiveTable } from './live-table.js';
import { taskOf } from './partition-job.js';
import type { PartitionJob } from './partition-job.js';
import { readBaseline } from './table-state.js';

/** Does one step do all there is to do with a table: note what it was, mask it, verify it? */
export function isInOneStep(task: RunTask): boolean {
  return task.verifies && !isPrepared(task);
}

/** Notes what a table is that is masked in one step, before its first write; later attempts find that and leave it. */
@Injectable()
export class NoteTable {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async note(
    job: PartitionJob,
    session: DatabaseSession,
    table: LiveTable,
    node: MaskTableTask,
  ): Promise<void> {
    const task = taskOf(job);
    if (task.baseline !== null) {
      return;
    }
    const { partition, token } = job.watch.claim;
    const baseline = await readBaseline(session, table, node);
    const [, changed] = await this.dataSource.query<[unknown, number]>(
      `UPDATE run_task SET baseline = $2::jsonb, rows_total = coalesce($3::bigint, rows_total)
       WHERE id = $1 AND EXISTS (
         SELECT 1 FROM run_partition WHERE id = $4 AND claim_token = $5 AND status = 'working')`,
      [task.id, JSON.stringify(baseline), baseline.filtered?.matching ?? null, partition.id, token],
    );
    if (changed === 0) {
      throw claimLost();
    }
    task.baseline = baseline;
  }
}
