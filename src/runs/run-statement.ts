import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { DatabaseSession, PartitionClaim } from '../adapters/databases/index.js';
import { DatabaseError } from '../adapters/databases/index.js';
import { BackOff } from './back-off.js';
import { OwnCursorKeeper, targetClaim } from './cursor-keeper.js';
import type { PartitionEnd } from './partition-claims.js';
import { PartitionFailure } from './partition-failure.js';
import { endAfterStop, taskOf } from './partition-job.js';
import type { PartitionJob, PartitionWorker } from './partition-job.js';
import { info } from './run-log-lines.js';
import type { LogLine } from './run-log-lines.js';
import { RunMasking } from './run-masking.js';
import { TargetAccess } from './target-access.js';

const NOTHING_YET = { lastKey: null, rowsRead: 0, rowsWritten: 0 };

/** `run_statement` and `truncate_table`: one step of the run that the database does by itself, exactly once. */
@Injectable()
export class RunStatement implements PartitionWorker {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly targets: TargetAccess,
    private readonly masking: RunMasking,
  ) {}

  async work(job: PartitionJob): Promise<PartitionEnd | 'lost'> {
    if (job.run.options.dryRun) {
      return { status: 'finished', lines: [info(`${taskOf(job).title}: not executed in a dry run`)] };
    }
    const backOff = new BackOff(job.watch);
    while (job.watch.stopReason === null) {
      try {
        return { status: 'finished', lines: [await this.attempt(job)] };
      } catch (error) {
        await backOff.afterError(error);
      }
    }
    return endAfterStop(job.watch.stopReason);
  }

  private attempt(job: PartitionJob): Promise<LogLine> {
    return this.targets.inSession(job.run, async (session) => {
      // The transaction dies with the session, so a statement under way is undone as soon as the run is cancelled.
      const forget = job.watch.onStop(() => void session.close());
      try {
        return await this.execute(job, session);
      } finally {
        forget();
      }
    });
  }

  private execute(job: PartitionJob, session: DatabaseSession): Promise<LogLine> {
    const { run, partition } = job;
    if (run.keepsCursorsHere || run.progressTable === null) {
      return this.executeUnclaimed(job, session);
    }
    const claim = targetClaim(run.progressTable, partition.id);
    return session.claimPartition(claim).then(() => this.step(job, session, claim));
  }

  /** Without bookkeeping in the target a lost worker leaves open whether the statement was done. */
  private async executeUnclaimed(job: PartitionJob, session: DatabaseSession): Promise<LogLine> {
    const own = new OwnCursorKeeper(this.dataSource, job.watch.claim);
    await own.begin();
    await own.store(NOTHING_YET, 1);
    try {
      const line = await this.step(job, session, null);
      await own.store(NOTHING_YET, null);
      return line;
    } catch (error) {
      if (error instanceof DatabaseError && error.code !== 'lost_connection') {
        await own.store(NOTHING_YET, null);
      }
      throw error;
    }
  }

  private step(job: PartitionJob, session: DatabaseSession, claim: PartitionClaim | null): Promise<LogLine> {
    return job.partition.kind === 'truncate_table'
      ? this.truncate(job, session, claim)
      : this.statement(job, session, claim);
  }

  private async statement(
    job: PartitionJob,
    session: DatabaseSession,
    claim: PartitionClaim | null,
  ): Promise<LogLine> {
    const { title, path } = taskOf(job);
    const node = await this.masking.task(job.run, path, 'run_sql');
    const changed = await session.runStatement(claim, node.sql);
    return info(
      changed === null ? `${title}: had been executed before` : `${title}: ${changed} rows changed`,
    );
  }

  private async truncate(
    job: PartitionJob,
    session: DatabaseSession,
    claim: PartitionClaim | null,
  ): Promise<LogLine> {
    const { title, path } = taskOf(job);
    const node = await this.masking.task(job.run, path, 'truncate_table');
    const table = await session.resolveTable(node.table);
    if (table === null) {
      throw new PartitionFailure('unknown_table', `The table ${node.table} does not exist any more.`);
    }
    const way = await session.truncateTable(claim, table);
    return info(`${title}: ${WAYS[way]}`);
  }
}

const WAYS = {
  truncate: 'emptied by TRUNCATE',
  delete: 'emptied by DELETE, because TRUNCATE is not possible here',
  already_done: 'had been emptied before',
};
