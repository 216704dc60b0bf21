import type { EntityManager } from 'typeorm';
import type { TaskKind } from '../../engine/index.js';
import { columnCountsSaid, readColumnCounts } from '../walk/column-counts.js';
import { columnNotices } from '../walk/column-notices.js';
import { closeCursors, runNotices } from '../work/committed-rows.js';
import type { Run } from '../run.entity.js';
import { MAX_PARALLEL_TASKS } from './run-decision.js';
import type { Action } from './run-decision.js';
import { partitionsByTask } from './run-ledger.js';
import type { LedgerPartition, LedgerTask, PartitionKind, RunLedger, TaskPartition } from './run-ledger.js';
import { countFiles } from '../files/file-counts.js';
import { failure, info, runStarted, STAYS, taskEnded, taskName } from '../run-log-lines.js';
import type { LogLine } from '../run-log-lines.js';
import type { RunRecorder } from '../run-recorder.js';
import { isEndedTask, isFinal, mayMove, OCCUPYING_RUN_STATUSES, OPEN_TASK_STATUSES } from '../run-status.js';
import type { RunStatus, TaskStatus } from '../run-status.js';
import type { WakeUp } from './run-wake-ups.js';
import { readTaskReport } from './task-report.js';
import type { ReportRow } from './task-report.js';

interface TaskRow {
  id: number;
  path: string;
  kind: TaskKind;
  status: TaskStatus;
  workers: number | null;
  splits: boolean;
  verifies: boolean;
  isNoted: boolean;
  masksRows: boolean;
  rewritesKeys: boolean;
  managesTriggers: boolean;
  managesIndexes: boolean;
  dealsColumns: boolean;
}

interface StateRow {
  status: RunStatus;
  warned: boolean;
  mayStop: boolean;
  mustCleanUp: boolean;
}

/** Reads and changes the ledger of one run whose row the transaction of `manager` holds. */
export class LedgerKeeper {
  /** What has to be sent once the transaction is committed. */
  readonly wakeUps: WakeUp[] = [];

  constructor(
    private readonly manager: EntityManager,
    private readonly run: Run,
    private readonly recorder: RunRecorder,
  ) {}

  /**
   * Of a run over thousands of tables all but a few are done or not begun. What is done is left out; of what is not begun,
   * only as much is read as could begin now, unless the run is to stop: then all of it is skipped.
   */
  async read(): Promise<RunLedger> {
    const [state] = await this.query<StateRow>(
      `SELECT status, warned, status = 'cancelling' OR EXISTS (
         SELECT 1 FROM run_partition WHERE run_id = $1 AND status = 'failed') AS "mayStop", progress_table IS NOT NULL OR EXISTS (
         SELECT 1 FROM run_object WHERE run_id = $1) OR EXISTS (
         SELECT 1 FROM run_file WHERE run_id = $1 AND status = 'working') OR EXISTS (
         SELECT 1 FROM run_partition WHERE run_id = $1 AND leaves_parts) AS "mustCleanUp" FROM run WHERE id = $1`,
    );
    const tasks = await this.query<TaskRow>(
      `SELECT id, path, kind, status, workers, splits, verifies, baseline IS NOT NULL AS "isNoted",
         masks_rows AS "masksRows", rewrites_keys AS "rewritesKeys", manages_triggers AS "managesTriggers",
         manages_indexes AS "managesIndexes", deals_columns AS "dealsColumns"
       FROM (
         SELECT *, row_number() OVER (PARTITION BY status, regexp_replace(path, '[.]?[^.]*$', '') ORDER BY ordinal) AS place
         FROM run_task WHERE run_id = $1 AND status <> 'finished') AS task
       WHERE $2 OR status <> 'pending' OR kind IN ('parallel', 'serial') OR place <= $3 ORDER BY ordinal`,
      [state!.mayStop, MAX_PARALLEL_TASKS],
    );
    const partitions = await this.query<TaskPartition>(
      `SELECT part.id, part.task_id AS "taskId", part.kind, part.status
       FROM run_partition part LEFT JOIN run_task task ON task.id = part.task_id
       WHERE part.run_id = $1 AND (part.task_id IS NULL OR task.status = ANY ($2)) ORDER BY part.id`,
      [OPEN_TASK_STATUSES],
    );
    const ofTask = partitionsByTask(partitions);
    const ofRun = (kind: PartitionKind): LedgerPartition | null =>
      ofTask.get(null)?.find((part) => part.kind === kind) ?? null;
    this.run.status = state!.status;
    return {
      status: state!.status,
      targetIsFree: state!.status === 'queued' && (await this.targetIsFree()),
      continueOnFailure: this.run.options.continueOnFailure,
      warned: state!.warned,
      mustCleanUp: state!.mustCleanUp,
      check: ofRun('check_run'),
      cleanUp: ofRun('clean_up'),
      tasks: tasks.map((task): LedgerTask => ({ ...task, partitions: ofTask.get(task.id) ?? [] })),
    };
  }

  /** Wake-ups for what a worker may claim now; some of it, as each of them ends with another step. */
  async pendingPartitions(): Promise<readonly WakeUp[]> {
    const rows = await this.query<{ partitionId: number; claims: number }>(
      `SELECT id AS "partitionId", claims FROM run_partition
       WHERE run_id = $1 AND status = 'pending'
         AND coalesce(not_before, '-infinity') <= clock_timestamp() ORDER BY id LIMIT 16`,
    );
    return rows.map((row) => ({ job: 'work-partition', ...row }));
  }

  async apply(actions: readonly Action[]): Promise<void> {
    for (const action of actions) {
      await this.applyOne(action);
    }
  }

  /** Once for each run that a queued run waits for. Nothing for a run that is under way. */
  async sayWaiting(): Promise<void> {
    if (this.run.status !== 'queued') {
      return;
    }
    const { id, targetKey } = this.run;
    const [first] = await this.query<{ id: number }>(
      `SELECT id FROM run WHERE target_key = $2 AND id <> $1
         AND (status = ANY ($3) OR (status = 'queued' AND id < $4)) ORDER BY id LIMIT 1`,
      [targetKey, OCCUPYING_RUN_STATUSES, id],
    );
    const message = `Waiting for the end of run ${first?.id ?? 0}, which works on the same database`;
    const [told] = await this.query('SELECT 1 FROM run_log WHERE run_id = $1 AND message = $2 LIMIT 1', [
      message,
    ]);
    if (first !== undefined && told === undefined) {
      await this.log(info(message));
    }
  }

  private applyOne(action: Action): Promise<void> {
    switch (action.act) {
      case 'move_run':
        return this.moveRun(action.to);
      case 'move_task':
        return this.moveTask(action.taskId, action.to);
      case 'add_partition':
        return this.addPartition(action.taskId, action.kind);
      case 'release_partition':
        return this.releasePartition(action.partitionId);
      case 'stop_partition':
        return this.stopPartition(action.partitionId);
    }
  }

  private async moveRun(to: RunStatus): Promise<void> {
    if (!mayMove(this.run.status, to)) {
      throw new Error(`Run ${this.run.id} cannot go from ${this.run.status} to ${to}.`);
    }
    if (isFinal(to)) {
      await this.endRun(to);
      return;
    }
    // The transaction may have begun before the run came to its end that this one waited for.
    await this.query(
      'UPDATE run SET status = $2, start_time = coalesce(start_time, clock_timestamp()) WHERE id = $1',
      [to],
    );
    if (to === 'validating') {
      await this.log(runStarted(this.run));
      await this.endRetries();
    }
  }

  /** Tables that this run is going to change are not what a failed run left any more. */
  private async endRetries(): Promise<void> {
    const { targetKey, options } = this.run;
    if (!options.dryRun) {
      await this.query(
        'UPDATE run SET sealed_resume = NULL WHERE target_key = $2 AND id <> $1 AND sealed_resume IS NOT NULL',
        [targetKey],
      );
    }
  }

  /** The end status comes last; with it go the secret and every key value that the ledger held. */
  private async endRun(to: RunStatus): Promise<void> {
    const [error] = await this.query<{ message: string }>(
      `SELECT error_message AS message FROM run_partition
       WHERE run_id = $1 AND status = 'failed' ORDER BY end_time, id LIMIT 1`,
    );
    if (to === 'failed') {
      await this.recorder.resume.keep(this.manager, this.run.id);
    }
    const reason = to === 'failed' ? (error?.message ?? 'Not every task was finished.') : null;
    await this.query(
      `UPDATE run SET status = $2, error_message = $3, end_time = clock_timestamp(),
         start_time = coalesce(start_time, now()), sealed_secret = NULL WHERE id = $1`,
      [to, reason],
    );
    const isCertain = await closeCursors(this.manager, this.run.id);
    if (this.run.keepsCursorsHere) {
      await this.recorder.addOnce(this.manager, this.run.id, await runNotices(this.manager, this.run.id));
    }
    await this.log(await this.endLine(to, reason, isCertain));
    await this.wakeNextRun();
  }

  private async endLine(to: RunStatus, reason: string | null, isCertain: boolean): Promise<LogLine> {
    const [sum] = await this.query<{ rows: string }>(
      'SELECT coalesce(sum(rows_written), 0) AS rows FROM run_partition WHERE run_id = $1',
    );
    const masked = this.run.options.dryRun
      ? `dry run: ${sum!.rows} rows would be masked, nothing was changed`
      : `${isCertain ? '' : 'at least '}${sum!.rows} rows masked`;
    const name = `Run ${this.run.id}`;
    switch (to) {
      case 'failed':
        return failure(`${name} failed (${masked}): ${reason ?? ''}`);
      case 'cancelled':
        return info(`${name} cancelled (${masked}; ${STAYS[this.run.maskType]})`);
      default:
        return info(`${name} ${to.replaceAll('_', ' ')} (${masked})`);
    }
  }

  private async wakeNextRun(): Promise<void> {
    const [next] = await this.query<{ id: number }>(
      `SELECT id FROM run WHERE target_key = $2 AND id <> $1 AND status = 'queued' ORDER BY id LIMIT 1`,
      [this.run.targetKey],
    );
    if (next !== undefined) {
      this.wakeUps.push({ job: 'advance-run', runId: next.id });
    }
  }

  private async moveTask(taskId: number, to: TaskStatus): Promise<void> {
    await this.query(
      `UPDATE run_task SET status = $3::text,
         start_time = CASE WHEN $3::text = 'running' THEN clock_timestamp() ELSE start_time END,
         end_time = CASE WHEN $4::boolean THEN clock_timestamp() ELSE end_time END,
         error_code = found.error_code, error_message = found.error_message
       FROM (SELECT 1) AS always LEFT JOIN LATERAL (
         SELECT error_code, error_message FROM run_partition
         WHERE task_id = $2 AND status = 'failed' ORDER BY end_time, id LIMIT 1) AS found ON true
       WHERE run_task.id = $2 AND run_task.run_id = $1`,
      [taskId, to, isEndedTask(to)],
    );
    const task = await readTaskReport(this.manager, this.run.id, taskId);
    if (task === null) {
      return;
    }
    if (to === 'running') {
      await this.log(info(`${taskName(task)}: started`));
    } else if (isEndedTask(to)) {
      const files = task.isOnFiles ? await countFiles(this.manager, taskId) : null;
      const ended = taskEnded({ ...task, files }, to, this.run.options.dryRun);
      await this.log(ended, ...(await this.columnLines(taskId, task)));
    }
  }

  private async columnLines(taskId: number, task: ReportRow): Promise<readonly LogLine[]> {
    const counted = task.isTable
      ? (await readColumnCounts(this.manager, this.run.id, taskId)).get(taskId)
      : undefined;
    const notices = columnNotices(task.title, counted?.columns ?? []);
    const fresh = await this.recorder.unknown(this.manager, this.run.id, notices);
    if (counted?.isWhole !== true) {
      return fresh;
    }
    const said = columnCountsSaid(counted.columns, this.run.options.dryRun);
    return [info(`${taskName(task)}: values by column: ${said}`), ...fresh];
  }

  private async addPartition(taskId: number | null, kind: PartitionKind): Promise<void> {
    const [added] = await this.query<{ id: number }>(
      `INSERT INTO run_partition (run_id, task_id, kind, status) VALUES ($1, $2, $3, 'pending') RETURNING id`,
      [taskId, kind],
    );
    this.wakeUps.push({ job: 'work-partition', partitionId: added!.id, claims: 0 });
  }

  private async releasePartition(partitionId: number): Promise<void> {
    const released = await this.query<{ claims: number }>(
      `WITH released AS (
         UPDATE run_partition SET status = 'pending' WHERE run_id = $1 AND id = $2 AND status = 'waiting' RETURNING claims)
       SELECT claims FROM released`,
      [partitionId],
    );
    this.wakeUps.push(
      ...released.map(({ claims }) => ({ job: 'work-partition', partitionId, claims }) as const),
    );
  }

  /** A worker may be faster and claim it: then it stays `working`, and the worker is told by its watch. */
  private async stopPartition(partitionId: number): Promise<void> {
    await this.query(
      `UPDATE run_partition SET status = 'stopped', end_time = now()
       WHERE run_id = $1 AND id = $2 AND status IN ('waiting', 'pending')`,
      [partitionId],
    );
  }

  /** Serialised per target, so that two runs created at the same moment cannot both find it free. */
  private async targetIsFree(): Promise<boolean> {
    const { id, targetKey } = this.run;
    await this.manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `run-target:${targetKey}`,
    ]);
    const [row] = await this.query<{ free: boolean }>(
      `SELECT NOT EXISTS (
         SELECT 1 FROM run WHERE target_key = $2 AND id <> $1
           AND (status = ANY ($3) OR (status = 'queued' AND id < $4))) AS free`,
      [targetKey, OCCUPYING_RUN_STATUSES, id],
    );
    return row!.free;
  }

  private log(...lines: readonly LogLine[]): Promise<void> {
    return this.recorder.add(this.manager, this.run.id, lines);
  }

  /** `$1` is always the run's id. Rows of a statement that returns some. */
  private async query<T>(sql: string, more: readonly unknown[] = []): Promise<T[]> {
    const answer: unknown = await this.manager.query(sql, [this.run.id, ...more]);
    return answer as T[];
  }
}
