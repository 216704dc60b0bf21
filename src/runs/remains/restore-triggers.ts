import { Injectable } from '@nestjs/common';
import type { PartitionEnd } from '../ledger/partition-claims.js';
import { toldFailure } from '../work/partition-failure.js';
import { taskOf } from '../work/partition-job.js';
import type { PartitionJob, PartitionWorker } from '../work/partition-job.js';
import { clock, info, warning } from '../run-log-lines.js';
import { RunObjects } from './run-objects.js';
import { TargetAccess } from '../work/target-access.js';

const MAX_TRIES = 4;
const PAUSE_MS = 2_000;

/**
 * `restore_triggers`: the end of a task whose table's triggers were off, or whose indexes were dropped, whether it went well or
 * not.
 */
@Injectable()
export class RestoreTriggers implements PartitionWorker {
  constructor(
    private readonly targets: TargetAccess,
    private readonly objects: RunObjects,
  ) {}

  async work(job: PartitionJob): Promise<PartitionEnd> {
    const task = taskOf(job);
    const dropped = await this.objects.named(job.run.id, task.id, 'index');
    const begun = Date.now();
    try {
      const undone = await this.targets.inSession(job.run, (session) =>
        this.objects.undo(session, job.run.id, task.id),
      );
      const built = dropped.filter((name) => undone.includes(name));
      const again = `built again in ${clock((Date.now() - begun) / 1000)}: ${built.join(', ')}`;
      const lines = [
        ...(task.managesTriggers ? [info(`${task.title}: the triggers are on again`)] : []),
        ...(built.length > 0 ? [info(`${task.title}: ${again}`)] : []),
      ];
      return { status: 'finished', lines };
    } catch (error) {
      if (job.partition.attempts < MAX_TRIES) {
        return { status: 'pending', delayMs: PAUSE_MS };
      }
      const reason = toldFailure(error)?.message ?? 'unexpected error';
      const stillSaid = (what: string): string =>
        `${task.title}: ${what} (${reason}); it is tried again at the end of the run`;
      const lines = [
        ...(task.managesTriggers ? [warning('triggers_off', stillSaid('triggers are still off'))] : []),
        ...(dropped.length > 0
          ? [warning('indexes_missing', stillSaid(`indexes are still missing: ${dropped.join(', ')}`))]
          : []),
      ];
      return { status: 'finished', lines };
    }
  }
}
