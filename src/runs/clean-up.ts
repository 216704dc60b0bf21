import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Logger } from '../common/logging/logger.js';
import type { PartitionEnd } from './partition-claims.js';
import { toldFailure } from './partition-failure.js';
import type { PartitionJob, PartitionWorker } from './partition-job.js';
import { warning } from './run-log-lines.js';
import { Run } from './run.entity.js';
import { TargetAccess } from './target-access.js';

const MAX_TRIES = 4;
const PAUSE_MS = 2_000;

/**
 * `clean_up`: removes what the run made in the target. It never fails a run: what cannot be removed after several tries
 * is named in the log, so that somebody can remove it by hand.
 */
@Injectable()
export class CleanUp implements PartitionWorker {
  constructor(
    private readonly targets: TargetAccess,
    private readonly logger: Logger,
  ) {}

  async work(job: PartitionJob): Promise<PartitionEnd | 'lost'> {
    const { run, partition } = job;
    const name = run.progressTable;
    if (name === null) {
      return { status: 'finished' };
    }
    try {
      await this.targets.inSession(run, (session) => session.dropProgressTable({ name }));
      const forget = async (manager: EntityManager): Promise<void> => {
        await manager.update(Run, { id: run.id }, { progressTable: null });
      };
      return { status: 'finished', also: forget };
    } catch (error) {
      if (partition.attempts < MAX_TRIES) {
        return { status: 'pending', delayMs: PAUSE_MS };
      }
      this.logger.warn('A bookkeeping table was left behind', { err: error, runId: run.id, table: name });
      const reason = toldFailure(error)?.message ?? 'unexpected error';
      const text = `the bookkeeping table "${name}" could not be dropped (${reason}): drop it by hand`;
      return { status: 'finished', lines: [warning('left_behind', text)] };
    }
  }
}
