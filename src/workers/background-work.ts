import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { Logger } from '../common/logging/logger.js';
import type { Config } from '../config/config.js';
import { InProcessJobQueue } from '../queue/in-process-job-queue.js';
import { JobQueue } from '../queue/job-queue.js';
import { WorkRecovery } from '../queue/work-recovery.js';
import { WorkerSupervisor } from '../queue/worker-supervisor.js';

export interface BackgroundWorkOptions {
  /** Supervised worker processes; 0: none (role `api`). */
  readonly processes: number;
  /** How long running jobs may take to reach a safe point when we stop. */
  readonly graceMs?: number;
  /** The workers can never work; default: logged. */
  readonly onUnfit?: (reason: string) => void;
}

/** What runs beside the HTTP server: looking for unfinished work and, in role `all`, the worker processes. */
export class BackgroundWork {
  private constructor(
    readonly recovery: WorkRecovery,
    readonly supervisor: WorkerSupervisor,
    private readonly queue: JobQueue,
    private readonly graceMs: number | undefined,
  ) {}

  static start(app: INestApplicationContext, config: Config, options: BackgroundWorkOptions): BackgroundWork {
    const queue = app.get(JobQueue);
    const recovery = app.get(WorkRecovery);
    const logger = app.get(Logger);
    const supervisor = new WorkerSupervisor({
      entry: join(config.paths.root, 'dist', 'src', 'worker.js'),
      processes: options.processes,
      config,
      logger,
      queue,
      inProcess: queue instanceof InProcessJobQueue ? queue : null,
      onUnfit: (reason) => {
        logger.error('The workers cannot work', { reason });
        options.onUnfit?.(reason);
      },
    });
    supervisor.start();
    recovery.start();
    return new BackgroundWork(recovery, supervisor, queue, options.graceMs);
  }

  /** Stops looking for work, drains the workers, then closes the queue. */
  async stop(): Promise<void> {
    await this.recovery.stop();
    await this.supervisor.stop(this.graceMs);
    if (this.queue instanceof InProcessJobQueue) {
      this.queue.close();
    }
  }
}
