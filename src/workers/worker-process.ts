import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import type { Logger } from '../common/logging/logger.js';
import { NestLogger } from '../common/logging/nest-logger.js';
import type { Config } from '../config/config.js';
import { assertSecretKey } from '../installation/assert-secret-key.js';
import { BullWorker } from '../queue/bull/bull-worker.js';
import { takeSupervisorsJobs, type SupervisorLink } from '../queue/in-process/supervised-worker.js';
import { laneSlots } from '../queue/job-limits.js';
import { JobRegistry } from '../queue/job-registry.js';
import { JobRunner } from '../queue/job-runner.js';
import { BULL, type BullQueues } from '../queue/bull-job-queue.js';
import { Heartbeat } from './heartbeat.js';
import { WorkerModule } from '../worker.module.js';

export interface WorkerSetup {
  readonly config: Config;
  readonly logger: Logger;
  readonly workerId: string;
  /** Given: jobs come from the supervisor as messages. */
  readonly supervisor: SupervisorLink | null;
}

/** One worker process: handlers, and where its jobs come from. */
export class WorkerProcess {
  private constructor(
    readonly app: INestApplicationContext,
    private readonly runner: JobRunner,
    private readonly bull: BullWorker | null,
    private readonly heartbeat: Heartbeat,
  ) {}

  /** Resolves when jobs are taken. Throws when a job has no handler, or two. */
  static async start(setup: WorkerSetup): Promise<WorkerProcess> {
    const { config, logger, workerId, supervisor } = setup;
    const app = await NestFactory.createApplicationContext(
      WorkerModule.forRoot(config, logger, { workerId, supervisor }),
      { logger: new NestLogger(logger), abortOnError: false },
    );
    await assertSecretKey(app);
    const registry = app.get(JobRegistry, { strict: false });
    const runner = app.get(JobRunner, { strict: false });
    registry.assertComplete();
    const heartbeat = new Heartbeat({
      ...{ dataSource: app.get(DataSource, { strict: false }), workerId, logger },
      periodMs: config.workers.heartbeatMs,
    });
    await heartbeat.start();
    if (supervisor !== null) {
      takeSupervisorsJobs(supervisor, runner, workerId);
      return new WorkerProcess(app, runner, null, heartbeat);
    }
    const queues = app.get<BullQueues>(BULL, { strict: false });
    const bull = new BullWorker(queues, laneSlots(config.workers.slots), runner);
    bull.start();
    return new WorkerProcess(app, runner, bull, heartbeat);
  }

  /** Takes no more jobs, lets the running ones reach a safe point, closes everything. */
  async stop(graceMs: number): Promise<void> {
    if (this.bull === null) {
      await this.runner.drain(graceMs);
    } else {
      await this.bull.stop(graceMs);
    }
    await this.heartbeat.stop();
    await this.app.close();
  }
}
