import type { EntityManager } from 'typeorm';
import type { TaskKind } from '../engine/index.js';
import { isEndedTask } from './run-status.js';
import type { TaskStatus } from './run-status.js';

/** Tasks whose rows count. */
const ROW_TASKS: ReadonlySet<TaskKind> = new Set(['mask_table', 'mask_unique_key']);

export interface TaskProgress {
  readonly path: string;
  readonly kind: TaskKind;
  readonly title: string;
  readonly status: TaskStatus;
  /** Null: no rows to count, or not known yet. An estimate for large tables. */
  readonly rowsTotal: number | null;
  readonly rowsDone: number;
  readonly rowsMasked: number;
  readonly rowsPerSecond: number | null;
  readonly etaSeconds: number | null;
  readonly startTime: Date | null;
  readonly endTime: Date | null;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
}

export interface RunProgress {
  readonly rowsTotal: number;
  readonly rowsDone: number;
  readonly rowsMasked: number;
  readonly rowsPerSecond: number | null;
  readonly etaSeconds: number | null;
  readonly tasks: readonly TaskProgress[];
}

/** A task with the sums over its partitions, as stored. */
export type TaskSums = Omit<TaskProgress, 'rowsPerSecond' | 'etaSeconds'>;

export async function readProgress(manager: EntityManager, runId: number): Promise<RunProgress> {
  const tasks = await manager.query<TaskSums[]>(
    `SELECT task.path, task.kind, task.title, task.status, task.rows_total::float8 AS "rowsTotal",
       coalesce(sum(part.rows_read), 0)::float8 AS "rowsDone",
       coalesce(sum(part.rows_written), 0)::float8 AS "rowsMasked",
       task.start_time AS "startTime", task.end_time AS "endTime",
       task.error_code AS "errorCode", task.error_message AS "errorMessage"
     FROM run_task AS task LEFT JOIN run_partition AS part ON part.task_id = task.id AND part.kind IN ('mask_rows', 'rewrite_keys')
     WHERE task.run_id = $1 GROUP BY task.id ORDER BY task.ordinal`,
    [runId],
  );
  return progressOf(tasks, new Date());
}

/** Rates are averages since the start of the task (or of the first one); both vanish when they mean nothing. */
export function progressOf(sums: readonly TaskSums[], now: Date): RunProgress {
  const tasks = sums.map((task) => taskProgress(task, now));
  const tables = tasks.filter(({ kind }) => ROW_TASKS.has(kind));
  const rowsTotal = tables.reduce((sum, task) => sum + (task.rowsTotal ?? 0), 0);
  const rowsDone = tables.reduce((sum, task) => sum + task.rowsDone, 0);
  const rowsMasked = tables.reduce((sum, task) => sum + task.rowsMasked, 0);
  const starts = tables.flatMap((task) => (task.startTime === null ? [] : [task.startTime.getTime()]));
  const hasEnded = tasks.every((task) => isEndedTask(task.status));
  const until = hasEnded ? Math.max(0, ...tables.map((task) => task.endTime?.getTime() ?? 0)) : now.getTime();
  const rate = rateOf(rowsDone, starts.length === 0 ? null : Math.min(...starts), until);
  const eta = hasEnded ? null : etaOf(rowsTotal - rowsDone, rate);
  return { rowsTotal, rowsDone, rowsMasked, rowsPerSecond: rate, etaSeconds: eta, tasks };
}

function taskProgress(task: TaskSums, now: Date): TaskProgress {
  const isTable = ROW_TASKS.has(task.kind);
  const total = isTable ? totalOf(task) : null;
  const rate = isTable
    ? rateOf(task.rowsDone, task.startTime?.getTime() ?? null, (task.endTime ?? now).getTime())
    : null;
  const isOpen = isTable && !isEndedTask(task.status);
  const eta = isOpen && total !== null ? etaOf(total - task.rowsDone, rate) : null;
  return { ...task, rowsTotal: total, rowsPerSecond: rate, etaSeconds: eta };
}

/** The estimate gives way to the truth: never less than what is done, and exactly that at the end. */
function totalOf(task: TaskSums): number | null {
  if (task.status === 'finished') {
    return task.rowsDone;
  }
  return task.rowsTotal === null ? null : Math.max(task.rowsTotal, task.rowsDone);
}

function rateOf(rows: number, fromMs: number | null, toMs: number): number | null {
  const seconds = fromMs === null ? 0 : (toMs - fromMs) / 1000;
  return seconds > 0 && rows > 0 ? Math.round(rows / seconds) : null;
}

function etaOf(rowsLeft: number, rate: number | null): number | null {
  return rate === null || rate === 0 ? null : Math.ceil(Math.max(0, rowsLeft) / rate);
}
