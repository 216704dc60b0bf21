import { Injectable } from '@nestjs/common';
import { DatabaseError } from '../../adapters/databases/index.js';
import type { IndexState } from '../../adapters/databases/index.js';
import type { MaskTableTask } from '../../engine/index.js';
import type { LiveTable } from '../work/live-table.js';
import { taskOf } from '../work/partition-job.js';
import type { PartitionJob } from '../work/partition-job.js';
import { info } from '../run-log-lines.js';
import { RunMasking } from '../work/run-masking.js';
import { changesOf, indexesOf, RunObjects } from './run-objects.js';
import { TargetAccess } from '../work/target-access.js';

/** Smaller tables are masked before it would be noticed. */
const FROM_ROWS = 10_000;
/** Building an index reads all rows: it pays where at least so many of them are masked. */
const FROM_SHARE = 0.5;

/** Errors after which a table is masked as well, with its indexes: others use it, forbid it, or dropped one meanwhile. */
const NO_MATTER = new Set([
  ...['lock_timeout', 'permission_denied', 'bad_statement', 'unknown_object', 'raised_by_database'],
]);

/** Drops the indexes on a task's masked columns where that pays, once it is noted how they were. */
@Injectable()
export class TaskIndexes {
  constructor(
    private readonly targets: TargetAccess,
    private readonly masking: RunMasking,
    private readonly objects: RunObjects,
  ) {}

  /** `rows`: how many of the table are going to be masked. */
  async drop(job: PartitionJob, node: MaskTableTask, table: LiveTable, rows: number): Promise<void> {
    const { title } = taskOf(job);
    const { name, estimatedRows } = table.description;
    if (rows < FROM_ROWS || rows < FROM_SHARE * estimatedRows) {
      await job.log(info(`${title}: indexes stay: too few rows are masked for building them again to pay`));
      return;
    }
    const { mask } = await this.masking.compile(job.run, node, table);
    const columns = mask?.writeColumns ?? [];
    const key = mask?.readColumns.slice(0, mask.keyCount) ?? [];
    await this.targets.writing(job, async (session) => {
      const changes = indexesOf(changesOf(session));
      const indexes = await changes.readIndexes(name, columns, key);
      if (indexes.length > 0) {
        const definitions = indexes.map((index) => ({ kind: 'index', index }) as const);
        await this.objects.note(job.run.id, taskOf(job).id, definitions);
        const refusal = await dropOrStay(() => changes.dropIndexes(indexes));
        if (refusal !== null) {
          // a worker that was lost may have dropped some of them a moment ago: they stay noted
          const there = await changes.readIndexes(name, columns, key);
          await this.objects.forgetIndexes(job.run.id, taskOf(job).id, there);
        }
        await this.say(job, indexes, refusal);
      }
    });
  }

  private say(job: PartitionJob, indexes: readonly IndexState[], refusal: string | null): Promise<void> {
    const names = indexes.map(({ name }) => `"${name}"`).join(', ');
    const text =
      refusal === null
        ? `indexes are dropped, and built again at the end of the task: ${names}`
        : `indexes stay (${refusal}): ${names}`;
    return job.log(info(`${taskOf(job).title}: ${text}`));
  }
}

/** Why the indexes stay; null: they are gone. */
async function dropOrStay(drop: () => Promise<void>): Promise<string | null> {
  try {
    await drop();
    return null;
  } catch (error) {
    if (error instanceof DatabaseError && NO_MATTER.has(error.code)) {
      return error.message;
    }
    throw error;
  }
}
