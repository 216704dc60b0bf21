import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { Logger } from '../../common/logging/logger.js';
import { CONFIG } from '../../config/config.js';
import type { Config } from '../../config/config.js';
import { MAX_ATTEMPTS, UNEXPECTED_END } from '../ledger/end-partition.js';
import { failurePlace } from './failure-place.js';
import type { PartitionEnd } from '../ledger/partition-claims.js';
import { PartitionFailure, toldFailure } from './partition-failure.js';
import { endAfterStop } from './partition-job.js';
import type { PartitionJob } from './partition-job.js';
import type { PartitionWatch } from '../ledger/partition-watch.js';
import { RunTask } from '../ledger/run-task.entity.js';
import { Run } from '../run.entity.js';
import { isPassing } from './store-errors.js';
import { tracedPartition } from '../trace-run.js';
import { WorkTools } from './work-tools.service.js';

/** Claims one partition, has it worked by its kind, writes how it ended, and wakes the run. */
@Injectable()
export class WorkPartition {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    private readonly tools: WorkTools,
    private readonly logger: Logger,
  ) {}

  async work(partitionId: number, signal: AbortSignal): Promise<void> {
    const { heartbeatMs, staleMs, patienceMs } = this.config.workers;
    const settings = { heartbeatMs, staleMs, patienceMs, signal, logger: this.logger };
    const watch = await this.tools.takes.take(partitionId, settings);
    if (watch === null) {
      return;
    }
    try {
      const end = await this.workClaimed(watch);
      if (end !== 'lost') {
        await this.tools.ends.end(watch.claim, watch.rows, end);
      }
    } catch (err) {
      this.logger.warn('The work on a partition broke off', { err, partitionId });
      await this.tools.ends.giveBack(watch.claim, watch.rows, heartbeatMs);
    } finally {
      watch.end();
    }
  }

  private async workClaimed(watch: PartitionWatch): Promise<PartitionEnd | 'lost'> {
    const { partition } = watch.claim;
    let job: PartitionJob | null = null;
    try {
      job = await this.jobOf(watch);
      if (partition.attempts > MAX_ATTEMPTS) {
        throw new PartitionFailure(
          'given_up',
          `Given up after ${MAX_ATTEMPTS} attempts without progress: each time the worker was lost, or the server's ` +
            "own database refused; the server's log holds the causes.",
        );
      }
      const claimed = job;
      return await tracedPartition(claimed, () => this.tools.workers.of(partition.kind).work(claimed));
    } catch (error) {
      return this.placed(job, error, this.endAfterError(watch, error));
    }
  }

  private async jobOf(watch: PartitionWatch): Promise<PartitionJob> {
    const { partition } = watch.claim;
    const { manager } = this.dataSource;
    const run = await manager.findOneBy(Run, { id: partition.runId });
    const task =
      partition.taskId === null ? null : await manager.findOneBy(RunTask, { id: partition.taskId });
    if (run === null || (task === null && partition.taskId !== null)) {
      throw new PartitionFailure('no_task', 'The run or its task does not exist any more.');
    }
    const { recorder } = this.tools;
    return {
      ...{ run, task, partition, watch },
      log: (...lines) => recorder.log(run.id, ...lines),
    };
  }

  /** A failure says by itself which task and which line of the ruleset it is about. */
  private async placed(
    job: PartitionJob | null,
    error: unknown,
    end: PartitionEnd | 'lost',
  ): Promise<PartitionEnd | 'lost'> {
    const task = job?.task ?? null;
    if (end === 'lost' || end.errorMessage === undefined || job === null || task === null) {
      return end;
    }
    const node = await this.tools.masking.node(job.run, task.path).catch(() => undefined);
    return { ...end, errorMessage: failurePlace(task, node, error) + end.errorMessage };
  }

  private endAfterError(watch: PartitionWatch, error: unknown): PartitionEnd | 'lost' {
    if (isPassing(error)) {
      // Of our own database: no fault of the work.
      throw error;
    }
    const told = toldFailure(error);
    if (told?.code === 'claim_lost') {
      return 'lost';
    }
    if (watch.stopReason !== null && told !== null) {
      // The work was cut off because it had to stop; what it was cut off with is no failure.
      return endAfterStop(watch.stopReason);
    }
    if (told === null) {
      const partitionId = watch.claim.partition.id;
      this.logger.error('Unexpected error in a partition', { err: error, partitionId });
      return UNEXPECTED_END;
    }
    return { status: 'failed', errorCode: told.code, errorMessage: told.message };
  }
}
