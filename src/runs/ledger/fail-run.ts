import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { Logger } from '../../common/logging/logger.js';
import { recordCommitted } from '../work/committed-rows.js';
import { failure, warning } from '../run-log-lines.js';
import { RunRecorder } from '../run-recorder.js';
import { RunRemains } from '../remains/run-remains.js';
import { movesTo } from '../run-status.js';
import { Run } from '../run.entity.js';
import { insistently, isStoreAway } from '../work/store-errors.js';
import { traceEndedRun } from '../trace-run.js';

/** A step without which a run cannot go on. */
export interface VitalStep {
  /** For the sentence "Unexpected error …". */
  readonly what: string;
  /** Null: the run does not exist any more. */
  readonly runId: () => Promise<number | null>;
}

/**
 * Ends a run that cannot go its ordinary way, because a step of it fails again and again for a reason that nobody
 * foresaw. The status comes first here: workers see it at their next heartbeat and stop. Whatever else can be put in
 * order then is.
 */
@Injectable()
export class FailRun {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly recorder: RunRecorder,
    private readonly remains: RunRemains,
    private readonly logger: Logger,
  ) {}

  /** What the step gives. Null after it has failed again and again: then its run has been ended. */
  async unless<T>(step: () => Promise<T>, { what, runId }: VitalStep): Promise<T | null> {
    try {
      return await insistently(step, (err) =>
        this.logger.warn('A step of a run failed and is tried again', { err, step: what }),
      );
    } catch (err) {
      const id = isStoreAway(err) ? null : await runId();
      if (id === null) {
        throw err;
      }
      this.logger.error('A step of a run fails again and again', { err, runId: id, step: what });
      await this.fail(id, `Unexpected error ${what}; the server's log holds the cause.`);
      return null;
    }
  }

  /** Does nothing to a run that has ended. `reason` is shown to the user. Throws when not even the status can be written. */
  async fail(runId: number, reason: string): Promise<void> {
    const [, changed] = await this.dataSource.query<[unknown, number]>(
      `UPDATE run SET status = 'failed', error_message = $3, end_time = clock_timestamp(),
         start_time = coalesce(start_time, now()), sealed_secret = NULL
       WHERE id = $1 AND status = ANY ($2)`,
      [runId, movesTo('failed'), reason],
    );
    if (changed === 0) {
      return;
    }
    this.logger.error('A run was ended by force', { runId, reason });
    await this.tidily(runId, () => this.recorder.log(runId, failure(`Run ${runId} failed: ${reason}`)));
    await this.tidily(runId, () => this.recorder.notices.postAndSend(runId));
    await this.tidily(runId, () => this.endPartitions(runId));
    await this.tidily(runId, () => this.endTasks(runId, reason));
    await this.tidily(runId, () => this.cleanUp(runId));
    await this.tidily(runId, () => traceEndedRun(this.dataSource.manager, runId));
  }

  /** Claims are void from now on. */
  private async endPartitions(runId: number): Promise<void> {
    await this.dataSource.query(
      `UPDATE run_partition SET claim_token = NULL, bounds = NULL, own_cursor = NULL,
         status = CASE WHEN status IN ('waiting', 'pending', 'working') THEN 'stopped' ELSE status END,
         end_time = coalesce(end_time, clock_timestamp())
       WHERE run_id = $1`,
      [runId],
    );
  }

  private async endTasks(runId: number, reason: string): Promise<void> {
    await this.dataSource.query(
      `UPDATE run_task SET status = CASE WHEN status = 'pending' THEN 'skipped' ELSE 'failed' END,
         end_time = clock_timestamp(),
         error_code = CASE WHEN status = 'pending' THEN error_code ELSE 'internal_error' END,
         error_message = CASE WHEN status = 'pending' THEN error_message ELSE $2 END
       WHERE run_id = $1 AND status IN ('pending', 'running', 'stopping')`,
      [runId, reason],
    );
  }

  /** Without its bookkeeping table a worker that has not heard of the end yet can write no further batch either. */
  private async cleanUp(runId: number): Promise<void> {
    const run = await this.dataSource.manager.findOneBy(Run, { id: runId });
    if (run?.maskType === 'file') {
      await this.remains.files.sweep(run);
      return;
    }
    const name = run?.progressTable ?? null;
    if (run === null || (name === null && (await this.remains.objects.left(runId)).length === 0)) {
      return;
    }
    try {
      await this.remains.objects.windUp(run, async (session) => {
        if (name === null) {
          return;
        }
        const cursors = await session.endClaims({ name });
        await this.tidily(runId, async () => {
          await this.recorder.log(runId, ...(await recordCommitted(this.dataSource.manager, runId, cursors)));
        });
        await session.dropProgressTable({ name });
      });
      await this.dataSource.manager.update(Run, { id: runId }, { progressTable: null });
    } catch (error) {
      const text = `the bookkeeping table "${name ?? ''}" or what the run noted could not be removed: it is tried again every minute`;
      await this.recorder.log(runId, warning('left_behind', text));
      throw error;
    }
  }

  private async tidily(runId: number, step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (err) {
      this.logger.warn('Something of a run that was ended by force was left as it is', { err, runId });
    }
  }
}
