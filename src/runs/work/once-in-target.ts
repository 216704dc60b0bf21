import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { DatabaseError } from '../../adapters/databases/index.js';
import type { DatabaseSession, PartitionClaim } from '../../adapters/databases/index.js';
import { OwnCursorKeeper, targetClaim } from '../walk/cursor-keeper.js';
import type { PartitionJob } from './partition-job.js';
import { TargetAccess } from './target-access.js';

const NOTHING_YET = { lastKey: null, rowsRead: 0, rowsWritten: 0 };

/** A step of the run that the database does by itself, in one transaction, which must happen exactly once. */
@Injectable()
export class OnceInTarget {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly targets: TargetAccess,
  ) {}

  /** Runs `step` under a fresh claim; null: the caller keeps note of it, because the target cannot. */
  attempt<T>(
    job: PartitionJob,
    step: (session: DatabaseSession, claim: PartitionClaim | null) => Promise<T>,
  ): Promise<T> {
    return this.targets.inSession(job.run, async (session) => {
      // The transaction dies with the session, so a step under way is undone as soon as the run is cancelled.
      const forget = job.watch.onStop(() => void session.close());
      try {
        return await this.claimed(job, session, step);
      } finally {
        forget();
      }
    });
  }

  private async claimed<T>(
    { run, partition, watch }: PartitionJob,
    session: DatabaseSession,
    step: (session: DatabaseSession, claim: PartitionClaim | null) => Promise<T>,
  ): Promise<T> {
    if (!run.keepsCursorsHere && run.progressTable !== null) {
      const claim = targetClaim(run.progressTable, partition.id);
      await session.claimPartition(claim);
      return step(session, claim);
    }
    const own = new OwnCursorKeeper(this.dataSource, watch.claim);
    await own.begin();
    return unclaimed(own, () => step(session, null));
  }
}

/** Without bookkeeping in the target a lost worker leaves open whether the step was done. */
async function unclaimed<T>(own: OwnCursorKeeper, step: () => Promise<T>): Promise<T> {
  await own.store(NOTHING_YET, 1);
  try {
    const result = await step();
    await own.store(NOTHING_YET, null);
    return result;
  } catch (error) {
    if (error instanceof DatabaseError && error.code !== 'lost_connection') {
      await own.store(NOTHING_YET, null);
    }
    throw error;
  }
}
