import { Module, type DynamicModule, type FactoryProvider, type Type } from '@nestjs/common';
import { Logger } from '../common/logging/logger.js';
import type { Config } from '../config/config.js';
import type { InstallationIdentity } from './bull/bull-queues.module.js';
import { BULL, BullJobQueue, type BullQueues } from './bull-job-queue.js';
import { InProcessJobQueue } from './in-process-job-queue.js';
import { SupervisedJobQueue, type SupervisorLink } from './in-process/supervised-worker.js';
import { laneSlots } from './job-limits.js';
import { JobHandlers, JobQueue } from './job-queue.js';
import { JobRegistry } from './job-registry.js';
import { JobRunner } from './job-runner.js';
import { WORKER_ID } from './worker-id.js';
import { WorkRecovery } from './work-recovery.js';

/** How a worker process gets its jobs. */
export interface WorkerQueueSetup {
  readonly workerId: string;
  /** Given: jobs come from the supervisor as messages, not from Redis. */
  readonly supervisor: SupervisorLink | null;
}

/** Chooses the queue's driver: Bull where `REDIS_URL` is set, else messages between processes. */
@Module({})
export class QueueModule {
  /** For the API process: domains enqueue and register what finds unfinished work. */
  static forApi(config: Config, installation: Type<InstallationIdentity>): DynamicModule {
    const queue: FactoryProvider =
      config.redis.url === null
        ? {
            provide: JobQueue,
            useFactory: (logger: Logger) => new InProcessJobQueue(laneSlots(config.workers.slots), logger),
            inject: [Logger],
          }
        : bullJobQueue();
    return {
      module: QueueModule,
      global: true,
      imports: bullModules(config.redis.url, installation),
      providers: [queue, workRecovery()],
      exports: [JobQueue, WorkRecovery],
    };
  }

  /** For a worker process: domains register their handlers, too. Nothing is found or taken before it is told to. */
  static forWorker(
    config: Config,
    setup: WorkerQueueSetup,
    installation: Type<InstallationIdentity>,
  ): DynamicModule {
    const { supervisor } = setup;
    const redisUrl = supervisor === null ? config.redis.url : null;
    const queue: FactoryProvider =
      supervisor === null
        ? bullJobQueue()
        : { provide: JobQueue, useFactory: () => new SupervisedJobQueue(supervisor) };
    return {
      module: QueueModule,
      global: true,
      imports: bullModules(redisUrl, installation),
      providers: [
        queue,
        workRecovery(),
        { provide: WORKER_ID, useValue: setup.workerId },
        { provide: JobRegistry, useFactory: () => new JobRegistry() },
        { provide: JobHandlers, useExisting: JobRegistry },
        {
          provide: JobRunner,
          useFactory: (registry: JobRegistry, logger: Logger) => new JobRunner(registry, logger),
          inject: [JobRegistry, Logger],
        },
      ],
      exports: [JobQueue, WorkRecovery, JobHandlers, WORKER_ID],
    };
  }
}

/** Bull takes a while to load: a process without Redis starts sooner without it. */
function bullModules(
  redisUrl: string | null,
  installation: Type<InstallationIdentity>,
): Promise<DynamicModule>[] {
  return redisUrl === null ? [] : [loadBull(redisUrl, installation)];
}

async function loadBull(redisUrl: string, installation: Type<InstallationIdentity>): Promise<DynamicModule> {
  const { BullQueuesModule } = await import('./bull/bull-queues.module.js');
  return BullQueuesModule.forRedis(redisUrl, installation);
}

function bullJobQueue(): FactoryProvider {
  return {
    provide: JobQueue,
    useFactory: (queues: BullQueues, logger: Logger, recovery: WorkRecovery) =>
      new BullJobQueue(queues, logger, () => recovery.soon()),
    inject: [BULL, Logger, WorkRecovery],
  };
}

function workRecovery(): FactoryProvider {
  return {
    provide: WorkRecovery,
    useFactory: (logger: Logger) => new WorkRecovery(logger),
    inject: [Logger],
  };
}
