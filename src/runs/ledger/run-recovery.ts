import { Inject, Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { CONFIG } from '../../config/config.js';
import type { Config } from '../../config/config.js';
import { JobQueue } from '../../queue/job-queue.js';
import { WorkRecovery } from '../../queue/work-recovery.js';
import { UNFINISHED_RUN_STATUSES } from '../run-status.js';

/** What a failed run needs to go on is not kept for longer. */
const KEPT_FOR_RETRY = '7 days';

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
    await this.dataSource.query(
      `UPDATE run SET sealed_resume = NULL WHERE sealed_resume IS NOT NULL AND end_time < now() - $1::interval`,
      [KEPT_FOR_RETRY],
    );
    const runs = await this.dataSource.query<{ id: number }[]>(
      'SELECT id FROM run WHERE status = ANY ($1) ORDER BY id',
      [UNFINISHED_RUN_STATUSES],
    );
    for (const { id } of runs) {
      await this.queue.enqueue('advance-run', { runId: id }, { jobId: `run-${id}-recovery` });
    }
    for (const { id, claims, delayMs } of await this.openPartitions()) {
      const options = { jobId: `partition-${id}-${claims}`, delayMs };
      await this.queue.enqueue('work-partition', { partitionId: id }, options);
    }
  }

  /** A claimed partition is looked at again when its heartbeat would be stale: a living worker leaves nothing to do. */
  private openPartitions(): Promise<{ id: number; claims: number; delayMs: number }[]> {
    return this.dataSource.query(
      `SELECT part.id, part.claims,
         CASE WHEN part.status = 'pending' THEN 0
           ELSE greatest(0, $2::float8 - extract(epoch FROM clock_timestamp() - part.heartbeat) * 1000 + 200)
         END::float8 AS "delayMs"
       FROM run_partition AS part JOIN run ON run.id = part.run_id
       WHERE run.status = ANY ($1) AND part.status IN ('pending', 'working') ORDER BY part.id`,
      [UNFINISHED_RUN_STATUSES, this.config.workers.staleMs],
    );
  }
}
