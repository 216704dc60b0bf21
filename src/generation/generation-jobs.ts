import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { In, LessThan } from 'typeorm';
import type { DataSource } from 'typeorm';
import { Logger } from '../common/logging/logger.js';
import { JobQueue } from '../queue/job-queue.js';
import { WorkRecovery } from '../queue/work-recovery.js';
import { UNFINISHED_GENERATION_STATUSES } from './generation-status.js';
import { Generation } from './generation.entity.js';

/** A generation that nothing was heard of for longer may have lost its job. */
const LOST_AFTER_MS = 30_000;

/** Wakes workers for generations, again where one was lost. */
@Injectable()
export class GenerationJobs implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly queue: JobQueue,
    private readonly recovery: WorkRecovery,
    private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.recovery.register('generations', () => this.recover());
  }

  /** Call it after the commit. Where the queue cannot be reached, `recover` does it later. */
  async enqueue({ id }: Pick<Generation, 'id'>): Promise<void> {
    try {
      await this.queue.enqueue('generate-ruleset', { generationId: id }, { jobId: `generation-${id}` });
    } catch (err) {
      this.logger.warn('A ruleset generation waits for the queue', { generationId: id, err });
    }
  }

  private async recover(): Promise<void> {
    const lost = await this.dataSource.manager.find(Generation, {
      select: { id: true },
      where: {
        status: In([...UNFINISHED_GENERATION_STATUSES]),
        modifiedTime: LessThan(new Date(Date.now() - LOST_AFTER_MS)),
      },
    });
    for (const generation of lost) {
      await this.enqueue(generation);
    }
  }
}
