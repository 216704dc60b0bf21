import { Injectable } from '@nestjs/common';
import type { TableName } from '../../adapters/databases/index.js';
import { taskOf } from '../work/partition-job.js';
import type { PartitionJob } from '../work/partition-job.js';
import { info } from '../run-log-lines.js';
import { changesOf, RunObjects } from './run-objects.js';
import { TargetAccess } from '../work/target-access.js';

/** Switches the triggers of a task's table off, once it is noted how they were. */
@Injectable()
export class TaskTriggers {
  constructor(
    private readonly targets: TargetAccess,
    private readonly objects: RunObjects,
  ) {}

  async switchOff(job: PartitionJob, table: TableName): Promise<void> {
    const { run } = job;
    await this.targets.writing(job, async (session) => {
      const changes = changesOf(session);
      const triggers = await changes.readTriggers(table);
      await this.objects.note(
        run.id,
        taskOf(job).id,
        triggers.map((trigger) => ({ kind: 'trigger', trigger })),
      );
      await changes.switchTriggersOff(triggers);
      const names = triggers.map(({ name }) => `"${name}"`).join(', ');
      await job.log(info(`${taskOf(job).title}: triggers are off: ${names}`));
    });
  }
}
