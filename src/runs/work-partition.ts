import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { QueryFailedError, TypeORMError } from 'typeorm';
import type { DataSource } from 'typeorm';
import { Logger } from '../common/logging/logger.js';
import { CONFIG } from '../config/config.js';
import type { Config } from '../config/config.js';
import { PartitionClaims } from './partition-claims.js';
import type { Claim, PartitionEnd } from './partition-claims.js';
import { PartitionFailure, toldFailure } from './partition-failure.js';
import { endAfterStop } from './partition-job.js';
import type { PartitionJob } from './partition-job.js';
import { PartitionWatch } from './partition-watch.js';
import { PartitionWorkers } from './partition-workers.js';
import { RunPartition } from './run-partition.entity.js';
import { RunRecorder } from './run-recorder.js';
import { isEndedPartition } from './run-status.js';
import { RunTask } from './run-task.entity.js';
import { RunWakeUps } from './run-wake-ups.js';
import { Run } from './run.entity.js';

/** Claims without any progress between them, after which a partition is given up. */
const MAX_ATTEMPTS = 10;

/** What the work of any partition needs. */
@Injectable()
export class WorkTools {
  constructor(
    readonly claims: PartitionClaims,
    readonly workers: PartitionWorkers,
    readonly recorder: RunRecorder,
    readonly wakeUps: RunWakeUps,
  ) {}
}

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
    const claim = await this.tools.claims.claim(partitionId);
    if (claim === null) {
      await this.wakeIfEnded(partitionId);
      return;
    }
    const { heartbeatMs, staleMs } = this.config.workers;
    const settings = { heartbeatMs, staleMs, signal, logger: this.logger };
    const watch = new PartitionWatch(this.tools.claims, claim, settings);
    try {
      const end = await this.workClaimed(claim, watch);
      if (end !== 'lost' && (await this.tools.claims.end(claim, watch.rows, end))) {
        await this.wake(claim, end);
      }
    } finally {
      watch.end();
    }
  }

  /** Its worker may have died between writing the end and waking the run. */
  private async wakeIfEnded(partitionId: number): Promise<void> {
    const partition = await this.dataSource.manager.findOneBy(RunPartition, { id: partitionId });
    if (partition !== null && isEndedPartition(partition.status)) {
      await this.tools.wakeUps.advance(partition.runId);
    }
  }

  private async workClaimed(claim: Claim, watch: PartitionWatch): Promise<PartitionEnd | 'lost'> {
    const { partition } = claim;
    const { manager } = this.dataSource;
    const job: PartitionJob = {
      run: await manager.findOneByOrFail(Run, { id: partition.runId }),
      task:
        partition.taskId === null ? null : await manager.findOneByOrFail(RunTask, { id: partition.taskId }),
      partition,
      watch,
      log: (...lines) => this.tools.recorder.log(partition.runId, ...lines),
    };
    try {
      if (partition.attempts > MAX_ATTEMPTS) {
        throw new PartitionFailure(
          'workers_lost',
          `${MAX_ATTEMPTS} workers in a row were lost at this work.`,
        );
      }
      return await this.tools.workers.of(partition.kind).work(job);
    } catch (error) {
      return this.endAfterError(job, error);
    }
  }

  private endAfterError(job: PartitionJob, error: unknown): PartitionEnd | 'lost' {
    if (isStoreAway(error)) {
      // Nothing can be written now; recovery gives the partition to a worker later.
      throw error;
    }
    const told = toldFailure(error);
    if (told?.code === 'claim_lost') {
      return 'lost';
    }
    if (job.watch.stopReason !== null && told !== null) {
      // The work was cut off because it had to stop; what it was cut off with is no failure.
      return endAfterStop(job.watch.stopReason);
    }
    if (told === null) {
      this.logger.error('Unexpected error in a partition', { err: error, partitionId: job.partition.id });
    }
    return {
      status: 'failed',
      errorCode: told?.code ?? 'internal_error',
      errorMessage: told?.message ?? "Unexpected error; the server's log holds the cause.",
    };
  }

  private wake({ partition }: Claim, end: PartitionEnd): Promise<void> {
    const { id, runId, attempts } = partition;
    return end.status === 'pending'
      ? this.tools.wakeUps.again(id, attempts, end.delayMs ?? 0)
      : this.tools.wakeUps.advance(runId);
  }
}

/** Codes of our own database that speak of its state, not of the statement: connection, resources, shutdown, conflict. */
const PASSING_STATES = /^(08|40|53|57)/;

/** Is it our own database that cannot be asked at the moment? */
function isStoreAway(error: unknown): boolean {
  if (error instanceof QueryFailedError) {
    const { code } = error.driverError as { code?: unknown };
    return typeof code !== 'string' || code.length !== 5 || PASSING_STATES.test(code);
  }
  return error instanceof TypeORMError;
}
