import { Injectable } from '@nestjs/common';
import type { DatabaseSession, PartitionClaim } from '../../adapters/databases/index.js';
import { retried } from './retried.js';
import { OnceInTarget } from './once-in-target.js';
import type { PartitionEnd } from '../ledger/partition-claims.js';
import { PartitionFailure } from './partition-failure.js';
import { taskOf } from './partition-job.js';
import type { PartitionJob, PartitionWorker } from './partition-job.js';
import { info } from '../run-log-lines.js';
import type { LogLine } from '../run-log-lines.js';
import { RenewStatistics } from './renew-statistics.js';
import { RunMasking } from './run-masking.js';

/** `run_statement` and `truncate_table`: one step of the run that the database does by itself, exactly once. */
@Injectable()
export class RunStatement implements PartitionWorker {
  constructor(
    private readonly once: OnceInTarget,
    private readonly masking: RunMasking,
    private readonly statistics: RenewStatistics,
  ) {}

  async work(job: PartitionJob): Promise<PartitionEnd | 'lost'> {
    if (job.run.options.dryRun) {
      return { status: 'finished', lines: [info(`${taskOf(job).title}: not executed in a dry run`)] };
    }
    return retried(job, async () => {
      const lines = await this.once.attempt(job, (session, claim) => this.step(job, session, claim));
      return { status: 'finished', lines };
    });
  }

  private async step(
    job: PartitionJob,
    session: DatabaseSession,
    claim: PartitionClaim | null,
  ): Promise<readonly LogLine[]> {
    return job.partition.kind === 'truncate_table'
      ? this.truncate(job, session, claim)
      : [await this.statement(job, session, claim)];
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
  ): Promise<readonly LogLine[]> {
    const { title, path } = taskOf(job);
    const node = await this.masking.task(job.run, path, 'truncate_table');
    const table = await session.resolveTable(node.table);
    if (table === null) {
      throw new PartitionFailure('unknown_table', `The table ${node.table} does not exist any more.`);
    }
    const way = await session.truncateTable(claim, table);
    // also where it had been done before: whoever did it may not have come so far
    return [info(`${title}: ${WAYS[way]}`), ...(await this.statistics.forget(job, session, table))];
  }
}

const WAYS = {
  truncate: 'emptied by TRUNCATE',
  delete: 'emptied by DELETE, because TRUNCATE is not possible here',
  already_done: 'had been emptied before',
};
