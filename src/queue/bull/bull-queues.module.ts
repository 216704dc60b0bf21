import { BullModule, getQueueToken } from '@nestjs/bull';
import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { BULL, type BullQueues } from '../bull-job-queue.js';
import { BULL_QUEUES, bullOptions } from './bull-options.js';

/** Who knows which installation this is. */
export interface InstallationIdentity {
  installationId(): Promise<string>;
}

/** Both queues of an installation on one Redis. */
@Module({})
export class BullQueuesModule {
  static forRedis(redisUrl: string, identity: Type<InstallationIdentity>): DynamicModule {
    const options = {
      useFactory: async (installation: InstallationIdentity) =>
        bullOptions(redisUrl, await installation.installationId()),
      inject: [identity],
    };
    return {
      module: BullQueuesModule,
      imports: [
        BullModule.registerQueueAsync(
          { name: BULL_QUEUES.step, ...options },
          { name: BULL_QUEUES.work, ...options },
        ),
      ],
      providers: [
        {
          provide: BULL,
          useFactory: (step: BullQueues['step'], work: BullQueues['work']): BullQueues => ({ step, work }),
          inject: [getQueueToken(BULL_QUEUES.step), getQueueToken(BULL_QUEUES.work)],
        },
      ],
      exports: [BULL],
    };
  }
}
