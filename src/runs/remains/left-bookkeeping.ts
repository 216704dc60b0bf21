import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import type { DatabaseSession } from '../../adapters/databases/index.js';
import { Logger } from '../../common/logging/logger.js';
import { transaction } from '../../database/transaction.js';
import { closeCursors, recordCommitted } from '../work/committed-rows.js';
import { info } from '../run-log-lines.js';
import { RunRecorder } from '../run-recorder.js';
import { isFinal, mayMove, OCCUPYING_RUN_STATUSES, UNFINISHED_RUN_STATUSES } from '../run-status.js';
import { Run } from '../run.entity.js';
import { TargetAccess } from '../work/target-access.js';

/** Nobody waits for longer for a target that is away. */
const TRIED_FOR = '7 days';

/** Drops bookkeeping tables in targets that were away when their runs ended. */
@Injectable()
export class LeftBookkeeping {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly targets: TargetAccess,
    private readonly recorder: RunRecorder,
    private readonly logger: Logger,
  ) {}

  /** Not while another run works in the same target. */
  async dropLeft(): Promise<void> {
    const runs = await this.dataSource.query<{ id: number }[]>(
      `SELECT id FROM run WHERE status <> ALL ($1) AND progress_table IS NOT NULL AND end_time > now() - $3::interval
         AND NOT EXISTS (
           SELECT 1 FROM run AS other WHERE other.target_key = run.target_key AND other.status = ANY ($2))`,
      [UNFINISHED_RUN_STATUSES, OCCUPYING_RUN_STATUSES, TRIED_FOR],
    );
    for (const { id } of runs) {
      await this.dropOf(id).catch((err: unknown) => {
        this.logger.warn('The bookkeeping table of a run is still in its target', { err, runId: id });
      });
    }
  }

  private async dropOf(runId: number): Promise<void> {
    const run = await this.dataSource.manager.findOneBy(Run, { id: runId });
    if (run !== null) {
      await this.targets.inSession(run, (session) => this.dropIn(session, runId));
    }
  }

  /** First what it says is kept, for good: a process that dies before the table is dropped loses nothing. */
  private async dropIn(session: DatabaseSession, runId: number): Promise<void> {
    await this.underLock(runId, async (manager, run, name) => {
      if (mayMove(run.status, 'queued')) {
        const cursors = await session.endClaims({ name });
        await this.recorder.addOnce(manager, runId, await recordCommitted(manager, runId, cursors));
        await this.recorder.resume.keepLate(manager, run);
        await closeCursors(manager, runId);
      }
    });
    await this.underLock(runId, async (manager, _run, name) => {
      await session.dropProgressTable({ name });
      await manager.update(Run, { id: runId }, { progressTable: null });
      await this.recorder.add(manager, runId, [
        info(`Put in order after the end of the run: the bookkeeping table "${name}" is dropped`),
      ]);
    });
  }

  /** Does nothing where a retry has begun: it must find the table whole, or know what it said. */
  private underLock(
    runId: number,
    work: (manager: EntityManager, run: Run, name: string) => Promise<void>,
  ): Promise<void> {
    return transaction(this.dataSource, async (manager) => {
      const run = await manager.findOne(Run, { where: { id: runId }, lock: { mode: 'pessimistic_write' } });
      const name = run?.progressTable ?? null;
      if (run !== null && name !== null && isFinal(run.status)) {
        await work(manager, run, name);
      }
    });
  }
}
