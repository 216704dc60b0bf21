import { Inject, Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { CONFIG } from '../config/config.js';
import type { Config } from '../config/config.js';
import { JobQueue } from '../queue/job-queue.js';
import { WorkRecovery } from '../queue/work-recovery.js';
import { UNFINISHED_RUN_STATUSES } from './run-status.js';

/** Finds runs and partitions that nobody works on, whatever was lost: a worker, the queue, this process. */
@Injectable()
export class RunRecovery implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    private readonly queue: JobQueue,
    private readonly recovery: WorkRecovery,
  ) {}

  onModuleInit(): void {
    this.recovery.register('runs', () => this.find());
  }

  private async find(): Promise<void> {
    const runs = await this.dataSource.query<{ id: number }[]>(
      'SELECT id FROM run WHERE status = ANY ($1) ORDER BY id',
      [UNFINISHED_RUN_STATUSES],
    );
    for (const { id } of runs) {
      await this.queue.enqueue('advance-run', { runId: id }, { jobId: `run-${id}-recovery` });
    }
    const partitions = await this.dataSource.query<{ id: number; attempts: number }[]>(
      `SELECT part.id, part.attempts FROM run_partition AS part JOIN run ON run.id = part.run_id
       WHERE run.status = ANY ($1)
         AND (part.status = 'pending'
           OR (part.status = 'working' AND part.heartbeat < clock_timestamp() - make_interval(secs => $2)))
       ORDER BY part.id`,
      [UNFINISHED_RUN_STATUSES, this.config.workers.staleMs / 1000],
    );
    for (const { id, attempts } of partitions) {
      await this.queue.enqueue(
        'work-partition',
        { partitionId: id },
        { jobId: `partition-${id}-${attempts}` },
      );
    }
  }
}
