import { Injectable } from '@nestjs/common';
import type { MaskTableTask } from '../../engine/index.js';
import { DealColumns } from '../walk/deal-columns.js';
import type { LiveTable } from './live-table.js';
import { taskOf } from './partition-job.js';
import type { PartitionJob } from './partition-job.js';
import { TaskIndexes } from '../remains/task-indexes.js';
import { TaskTriggers } from '../remains/task-triggers.js';

/** What is changed in the target for the time of a task, before its first row is written. */
@Injectable()
export class PrepareTable {
  constructor(
    private readonly triggers: TaskTriggers,
    private readonly dealing: DealColumns,
    private readonly indexes: TaskIndexes,
  ) {}

  /** Before the table is looked at. */
  async begin(job: PartitionJob, node: MaskTableTask, table: LiveTable): Promise<void> {
    const { managesTriggers, dealsColumns } = taskOf(job);
    if (managesTriggers) {
      await this.triggers.switchOff(job, table.description.name);
    }
    if (dealsColumns && !job.run.options.dryRun) {
      await this.dealing.deal(job, node);
    }
  }

  /** `rows`: how many are going to be masked. */
  async finish(job: PartitionJob, node: MaskTableTask, table: LiveTable, rows: number): Promise<void> {
    if (taskOf(job).managesIndexes) {
      await this.indexes.drop(job, node, table, rows);
    }
  }
}
