import { BullModule, getQueueToken } from '@nestjs/bull';
import { Module, type DynamicModule, type FactoryProvider, type Type } from '@nestjs/common';
import { Logger } from '../common/logging/logger.js';
import type { Config } from '../config/config.js';
import { BULL_QUEUES, bullOptions } from './bull/bull-options.js';
import { BullJobQueue, type BullQueues } from './bull-job-queue.js';
import { InProcessJobQueue } from './in-process-job-queue.js';
import { SupervisedJobQueue, type SupervisorLink } from './in-process/supervised-worker.js';
import { laneSlots } from './job-limits.js';
import { JobHandlers, JobQueue } from './job-queue.js';
import { JobRegistry } from './job-registry.js';
import { JobRunner } from './job-runner.js';
import { WORKER_ID } from './worker-id.js';
import { WorkRecovery } from './work-recovery.js';

/** Injection token of both Bull queues, in processes that use Redis. */
export const BULL = Symbol('BullQueues');

/** Who knows which installation this is. */
export interface InstallationIdentity {
  installationId(): Promise<string>;
}

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
      providers: [...bullProviders(config.redis.url), queue, workRecovery()],
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
        ...bullProviders(redisUrl),
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

function bullModules(redisUrl: string | null, identity: Type<InstallationIdentity>): DynamicModule[] {
  if (redisUrl === null) {
    return [];
  }
  const options = {
    useFactory: async (installation: InstallationIdentity) =>
      bullOptions(redisUrl, await installation.installationId()),
    inject: [identity],
  };
  return [
    BullModule.registerQueueAsync(
      { name: BULL_QUEUES.step, ...options },
      { name: BULL_QUEUES.work, ...options },
    ),
  ];
}

function bullProviders(redisUrl: string | null): FactoryProvider[] {
  if (redisUrl === null) {
    return [];
  }
  return [
    {
      provide: BULL,
      useFactory: (step: BullQueues['step'], work: BullQueues['work']): BullQueues => ({ step, work }),
      inject: [getQueueToken(BULL_QUEUES.step), getQueueToken(BULL_QUEUES.work)],
    },
  ];
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
