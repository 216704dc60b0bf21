import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityTarget } from 'typeorm';
import { Logger } from '../common/logging/logger.js';
import type { JobName, JobPayloads } from './job-payloads.js';
import { JobQueue } from './job-queue.js';
import { WorkRecovery } from './work-recovery.js';

/** Rows of one table, of which each unfinished one wants a job. */
export interface RowsWithJobs<Job extends JobName> {
  /** For the log: `generations`. */
  readonly name: string;
  readonly entity: EntityTarget<{ id: string; status: string; modifiedTime: Date }>;
  readonly unfinished: readonly string[];
  /** A row that nothing was heard of for longer may have lost its job. */
  readonly lostAfterMs: number;
  readonly job: Job;
  payloadOf(id: string): JobPayloads[Job];
}

/** Wakes workers for the rows of one table, again where a job was lost. */
@Injectable()
export abstract class RowJobs<Job extends JobName> implements OnModuleInit {
  protected abstract readonly rows: RowsWithJobs<Job>;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly queue: JobQueue,
    private readonly recovery: WorkRecovery,
    private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.recovery.register(this.rows.name, () => this.recover());
  }

  /** Call it after the commit. Where the queue cannot be reached, the row is found again later. */
  async enqueue({ id }: { readonly id: string }): Promise<void> {
    const payload = this.rows.payloadOf(id);
    try {
      await this.queue.enqueue(this.rows.job, payload, { jobId: `${this.rows.job}-${id}` });
    } catch (err) {
      this.logger.warn('A job waits for the queue', { job: this.rows.job, ...payload, err });
    }
  }

  private async recover(): Promise<void> {
    const { entity, unfinished, lostAfterMs } = this.rows;
    const lost = await this.dataSource.manager
      .createQueryBuilder(entity, 'lost')
      .select('lost.id')
      .where('lost.status IN (:...unfinished)', { unfinished })
      .andWhere('lost.modifiedTime < :heard', { heard: new Date(Date.now() - lostAfterMs) })
      .getMany();
    for (const row of lost) {
      await this.enqueue(row);
    }
  }
}
