import { Injectable } from '@nestjs/common';
import type { PartitionEnd } from './partition-claims.js';
import { toldFailure } from './partition-failure.js';
import { taskOf } from './partition-job.js';
import type { PartitionJob, PartitionWorker } from './partition-job.js';
import { info, warning } from './run-log-lines.js';
import { RunObjects } from './run-objects.js';
import { TargetAccess } from './target-access.js';

const MAX_TRIES = 4;
const PAUSE_MS = 2_000;

/** `restore_triggers`: the end of a task whose table's triggers were off, whether it went well or not. */
@Injectable()
export class RestoreTriggers implements PartitionWorker {
  constructor(
    private readonly targets: TargetAccess,
    private readonly objects: RunObjects,
  ) {}

  async work(job: PartitionJob): Promise<PartitionEnd> {
    const task = taskOf(job);
    try {
      await this.targets.inSession(job.run, (session) => this.objects.undo(session, job.run.id, task.id));
      return { status: 'finished', lines: [info(`${task.title}: the triggers are on again`)] };
    } catch (error) {
      if (job.partition.attempts < MAX_TRIES) {
        return { status: 'pending', delayMs: PAUSE_MS };
      }
      const reason = toldFailure(error)?.message ?? 'unexpected error';
      const text = `${task.title}: triggers are still off (${reason}); it is tried again at the end of the run`;
      return { status: 'finished', lines: [warning('triggers_off', text)] };
    }
  }
}
