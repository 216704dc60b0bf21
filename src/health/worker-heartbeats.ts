import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { CONFIG, type Config } from '../config/config.js';

/** What the workers' heartbeats tell. */
export interface WorkersSeen {
  /** Workers whose last heartbeat is fresh. */
  readonly alive: number;
  /** Seconds since the latest heartbeat of any worker; null: there was none for a day. */
  readonly lastSeenS: number | null;
}

/** Reads the heartbeats that worker processes leave in our database, wherever they run. */
@Injectable()
export class WorkerHeartbeats {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async seen(): Promise<WorkersSeen> {
    const [row] = await this.dataSource.query<{ alive: number; age: number | null }[]>(
      `SELECT count(*) FILTER (WHERE seen_time > clock_timestamp() - make_interval(secs => $1))::int AS alive,
         extract(epoch FROM clock_timestamp() - max(seen_time))::float8 AS age
       FROM worker_heartbeat`,
      [this.config.workers.staleMs / 1_000],
    );
    const age = row?.age ?? null;
    return { alive: row?.alive ?? 0, lastSeenS: age === null ? null : Math.max(0, Math.round(age)) };
  }
}
