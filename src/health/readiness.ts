import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { JobQueue } from '../queue/job-queue.js';

/** What a process needs to be of use. */
export interface Reachable {
  readonly database: boolean;
  readonly queue: boolean;
}

/** Asks what the process depends on. Whether it lives is another question: a restart mends no database. */
export async function askReachable(dataSource: DataSource, queue: JobQueue): Promise<Reachable> {
  const [database, isQueueReachable] = await Promise.all([
    dataSource.query('SELECT 1').then(
      () => true,
      () => false,
    ),
    queue.isReachable(),
  ]);
  return { database, queue: isQueueReachable };
}

/** The same for modules, which are given both. */
@Injectable()
export class Readiness {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly queue: JobQueue,
  ) {}

  ask(): Promise<Reachable> {
    return askReachable(this.dataSource, this.queue);
  }
}
