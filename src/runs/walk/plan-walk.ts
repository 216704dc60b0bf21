import { Injectable } from '@nestjs/common';
import type { DatabaseSession, KeyRange } from '../../adapters/databases/index.js';
import { isRewriting } from '../run-options.js';
import { columnsOf, readLiveTable } from '../work/live-table.js';
import { isInOneStep, NoteTable } from '../work/note-table.js';
import { PartitionFailure } from '../work/partition-failure.js';
import { taskOf } from '../work/partition-job.js';
import type { PartitionJob } from '../work/partition-job.js';
import { RunMasking, said } from '../work/run-masking.js';
import { DealColumns } from './deal-columns.js';
import type { RowWalkPlan } from './row-walk-plan.js';
import { scanFor } from './table-scan.js';

const WHOLE_TABLE: KeyRange = { after: null, upTo: null };

/** Looks at a table once more, and plans how the rows of one range are read, masked and written. */
@Injectable()
export class PlanWalk {
  constructor(
    private readonly masking: RunMasking,
    private readonly dealing: DealColumns,
    private readonly notes: NoteTable,
  ) {}

  /** Throws `PartitionFailure` where the table does not fit the ruleset any more. */
  async plan(job: PartitionJob, reader: DatabaseSession): Promise<RowWalkPlan> {
    const node = await this.masking.task(job.run, taskOf(job).path, 'mask_table');
    const table = await readLiveTable(reader, node);
    if (table === null) {
      throw new PartitionFailure('unknown_table', `The table ${node.table} does not exist any more.`);
    }
    const { mask, problems, ...told } = await this.masking.compile(job.run, node, table);
    if (mask === null) {
      const reasons = problems.filter((problem) => problem.severity === 'error').map(said);
      throw new PartitionFailure(
        'table_changed',
        `The table no longer fits the ruleset: ${reasons.join('; ')}`,
      );
    }
    const { options } = job.run;
    const scan = scanFor(table, node, mask);
    if (isInOneStep(taskOf(job))) {
      await this.notes.note(job, reader, table, node);
    }
    return {
      ...(await this.dealing.planned(job, reader, { mask, scan })),
      ...told,
      writeColumns: columnsOf(table, mask.writeColumns),
      range: job.partition.bounds ?? WHOLE_TABLE,
      batchSize: options.batchSize,
      maxRows: options.maxRows,
      hasTriggers: table.description.updateTriggers.length > 0 && !isRewriting(options),
    };
  }
}
