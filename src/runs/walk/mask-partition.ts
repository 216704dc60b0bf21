import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { PartitionCursor } from '../../adapters/databases/index.js';
import { MaskingError } from '../../engine/index.js';
import { BackOff } from '../ledger/back-off.js';
import { NoCursor, OwnCursorKeeper, TargetCursor } from './cursor-keeper.js';
import type { CursorKeeper } from './cursor-keeper.js';
import { columnNotices } from './column-notices.js';
import type { PartitionEnd } from '../ledger/partition-claims.js';
import { endAfterStop, taskOf } from '../work/partition-job.js';
import type { PartitionJob, PartitionWorker } from '../work/partition-job.js';
import { PlanWalk } from './plan-walk.js';
import { RewriteWalk } from './rewrite-walk.js';
import { RowWalk } from './row-walk.js';
import type { RowWalkPlan } from './row-walk-plan.js';
import type { WalkEnd, WalkSessions } from './row-walk.js';
import { debug, warning } from '../run-log-lines.js';
import { isRewriting } from '../run-options.js';
import { RunPartition } from '../ledger/run-partition.entity.js';
import { isInOneStep } from '../work/note-table.js';
import { VerifyTable } from '../work/verify-table.js';
import { TargetAccess } from '../work/target-access.js';
import type { Target } from '../work/target-access.js';
import type { WalkCounts } from './walk-counts.js';
import { WholeTableWalk } from './whole-table-walk.js';

interface Walk {
  readonly counts: WalkCounts;
  run(start: PartitionCursor): Promise<WalkEnd>;
}

/** A page or a batch on its way may end by itself for so long once the work should stop; then it is cut off. */
const CUT_OFF_MS = 1_200;

/**
 * `mask_rows`: reads, masks and writes the rows of one range, batch by batch, from where its cursor stands. A table that
 * is masked in one step is verified then, too.
 */
@Injectable()
export class MaskPartition implements PartitionWorker {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly targets: TargetAccess,
    private readonly plans: PlanWalk,
    private readonly verification: VerifyTable,
  ) {}

  async work(job: PartitionJob): Promise<PartitionEnd | 'lost'> {
    const masked = await this.mask(job);
    if (masked === 'lost' || masked.status !== 'finished' || !isInOneStep(taskOf(job))) {
      return masked;
    }
    const verified = await this.verification.conclude(job);
    return verified === 'lost'
      ? verified
      : { ...verified, lines: [...(masked.lines ?? []), ...(verified.lines ?? [])] };
  }

  private async mask(job: PartitionJob): Promise<PartitionEnd | 'lost'> {
    const backOff = new BackOff(job.watch);
    const cursors = this.cursorsOf(job);
    while (job.watch.stopReason === null) {
      try {
        return await this.attempt(job, cursors);
      } catch (error) {
        await this.noteFailure(job, error);
        await backOff.afterError(error);
      }
    }
    return endAfterStop(job.watch.stopReason);
  }

  private async attempt(job: PartitionJob, cursors: CursorKeeper): Promise<PartitionEnd | 'lost'> {
    const target = await this.targets.of(job.run);
    return withSessions(target, job, async (sessions) => {
      const plan = await this.plans.plan(job, sessions.reader);
      const start = await cursors.begin(sessions.writer);
      const walk = walkOf(plan, sessions, cursors, job);
      const end = await walk.run(start);
      await cursors.settle(sessions.writer);
      await job.log(...columnNotices(taskOf(job).title, walk.counts.untold));
      if (end === 'cap') {
        return this.endAtCap(job, plan, sessions);
      }
      return end === 'end' ? { status: 'finished' } : endAfterStop(job.watch.stopReason ?? 'drain');
    });
  }

  private cursorsOf(job: PartitionJob): CursorKeeper {
    const { run, partition } = job;
    if (run.options.dryRun) {
      return new NoCursor();
    }
    return run.keepsCursorsHere || run.progressTable === null
      ? new OwnCursorKeeper(this.dataSource, job.watch.claim)
      : new TargetCursor(run.progressTable, partition.id, partition.ownCursor);
  }

  /** Were there more rows than `max_rows`? Then some stay as they are, and the run says so. */
  private async endAtCap(
    job: PartitionJob,
    plan: RowWalkPlan,
    { reader }: WalkSessions,
  ): Promise<PartitionEnd> {
    const { title } = taskOf(job);
    const counted = await reader.countRows(plan.scan.table, plan.scan.where, plan.scan.joins);
    const left = counted - job.watch.rows.rowsRead;
    const text = `${title}: max_rows is ${plan.maxRows ?? 0}, so ${left} rows were not masked`;
    return { status: 'finished', lines: left > 0 ? [warning('max_rows', text)] : [] };
  }

  private async noteFailure(job: PartitionJob, error: unknown): Promise<void> {
    job.partition.interrupted = true;
    await this.dataSource.manager.update(RunPartition, { id: job.partition.id }, { interrupted: true });
    if (job.run.options.diagnosticLogging && !(error instanceof MaskingError) && error instanceof Error) {
      await job.log(
        debug(`${taskOf(job).title}: interrupted after ${job.watch.rows.rowsRead} rows: ${error.name}`),
      );
    }
  }
}

/** A table without a key is walked as a whole, one that is written anew too. */
function walkOf(
  plan: RowWalkPlan,
  sessions: WalkSessions,
  cursors: CursorKeeper,
  { watch, run }: PartitionJob,
): Walk {
  if (isRewriting(run.options)) {
    return new RewriteWalk(plan, sessions.writer, cursors, watch);
  }
  return plan.scan.readColumns[0]?.rowAddress === true
    ? new WholeTableWalk(plan, sessions.writer, cursors, { watch, dryRun: run.options.dryRun })
    : new RowWalk(plan, sessions, cursors, watch);
}

/** Two sessions, so that reading and writing overlap; cut off when the work should stop and they do not end. */
async function withSessions<T>(
  target: Target,
  job: PartitionJob,
  work: (sessions: WalkSessions) => Promise<T>,
): Promise<T> {
  const reader = await target.openReadOnly();
  const opened = job.run.options.dryRun ? target.openReadOnly() : target.openFollowed();
  const writer = await opened.catch(async (error: unknown) => {
    await reader.close();
    throw error;
  });
  const close = async (): Promise<void> => {
    await Promise.all([reader.close(), writer.close()]);
  };
  let timer: NodeJS.Timeout | undefined;
  const forget = job.watch.onStop(() => {
    timer = setTimeout(() => void close(), CUT_OFF_MS);
  });
  try {
    return await work({ reader, writer });
  } finally {
    forget();
    clearTimeout(timer);
    await close();
  }
}
