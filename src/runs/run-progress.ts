import type { EntityManager } from 'typeorm';
import type { ColumnCounts } from '../adapters/databases/index.js';
import type { TaskKind } from '../engine/index.js';
import { readColumnCounts } from './walk/column-counts.js';
import { isEndedTask } from './run-status.js';
import type { TaskStatus } from './run-status.js';

/** Tasks whose rows count. */
const ROW_TASKS: ReadonlySet<TaskKind> = new Set(['mask_table', 'mask_unique_key']);
/** Tasks whose bytes tell how much is left, as nobody knows their rows beforehand. */
const FILE_TASKS: ReadonlySet<TaskKind> = new Set(['mask_file', 'mask_tabular_file']);

export interface TaskProgress {
  readonly path: string;
  readonly kind: TaskKind;
  readonly title: string;
  readonly status: TaskStatus;
  /** Null: no rows to count, or not known yet. An estimate for large tables. */
  readonly rowsTotal: number | null;
  readonly rowsDone: number;
  readonly rowsMasked: number;
  /** Null: no task on files, or not listed yet. */
  readonly bytesTotal: number | null;
  readonly bytesDone: number;
  readonly filesTotal: number | null;
  readonly filesDone: number;
  readonly rowsPerSecond: number | null;
  readonly etaSeconds: number | null;
  readonly startTime: Date | null;
  readonly endTime: Date | null;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  /** Of columns that are masked row by row; empty: not counted. */
  readonly columns: readonly ColumnCounts[];
}

export interface RunProgress {
  readonly rowsTotal: number;
  readonly rowsDone: number;
  readonly rowsMasked: number;
  readonly bytesTotal: number;
  readonly bytesDone: number;
  readonly filesTotal: number;
  readonly filesDone: number;
  readonly rowsPerSecond: number | null;
  readonly etaSeconds: number | null;
  readonly tasks: readonly TaskProgress[];
}

/** A task with the sums over its partitions, as stored. */
export type TaskSums = Omit<TaskProgress, 'rowsPerSecond' | 'etaSeconds'>;

export async function readProgress(manager: EntityManager, runId: number): Promise<RunProgress> {
  const tasks = await manager.query<(Omit<TaskSums, 'columns'> & { readonly id: number })[]>(
    `SELECT task.id, task.path, task.kind, task.title, task.status, task.rows_total::float8 AS "rowsTotal",
       coalesce(sum(part.rows_read), 0)::float8 AS "rowsDone",
       coalesce(sum(part.rows_written), 0)::float8 AS "rowsMasked",
       task.bytes_total::float8 AS "bytesTotal", task.files_total AS "filesTotal",
       coalesce(sum(part.bytes_read), 0)::float8 AS "bytesDone",
       CASE WHEN task.files_total IS NULL THEN 0 ELSE (
         SELECT count(*) FROM run_file AS file WHERE file.task_id = task.id AND file.status IN ('finished', 'failed'))
       END::float8 AS "filesDone",
       task.start_time AS "startTime", task.end_time AS "endTime",
       task.error_code AS "errorCode", task.error_message AS "errorMessage"
     FROM run_task AS task LEFT JOIN run_partition AS part ON part.task_id = task.id AND part.kind IN ('mask_rows', 'rewrite_keys', 'mask_files')
     WHERE task.run_id = $1 GROUP BY task.id ORDER BY task.ordinal`,
    [runId],
  );
  const counts = await readColumnCounts(manager, runId);
  const sums = tasks.map(({ id, ...task }) => {
    const { isWhole = false, columns = [] } = counts.get(id) ?? {};
    return { ...task, columns: isWhole ? columns : [] };
  });
  return progressOf(sums, new Date());
}

/** Rates are averages since the start of the task (or of the first one); both vanish when they mean nothing. */
export function progressOf(sums: readonly TaskSums[], now: Date): RunProgress {
  const tasks = sums.map((task) => taskProgress(task, now));
  const counted = tasks.filter(({ kind }) => ROW_TASKS.has(kind) || FILE_TASKS.has(kind));
  const sum = (of: (task: TaskProgress) => number | null): number =>
    counted.reduce((total, task) => total + (of(task) ?? 0), 0);
  const rowsDone = sum((task) => task.rowsDone);
  const starts = counted.flatMap((task) => (task.startTime === null ? [] : [task.startTime.getTime()]));
  const hasEnded = tasks.every((task) => isEndedTask(task.status));
  const until = hasEnded
    ? Math.max(0, ...counted.map((task) => task.endTime?.getTime() ?? 0))
    : now.getTime();
  const start = starts.length === 0 ? null : Math.min(...starts);
  const totals = {
    ...{ rowsTotal: sum((task) => task.rowsTotal), rowsDone, rowsMasked: sum((task) => task.rowsMasked) },
    ...{ bytesTotal: sum((task) => task.bytesTotal), bytesDone: sum((task) => task.bytesDone) },
    ...{ filesTotal: sum((task) => task.filesTotal), filesDone: sum((task) => task.filesDone) },
  };
  const rowsPerSecond = rateOf(rowsDone, start, until);
  const etaSeconds = hasEnded
    ? null
    : etaOfRun(totals, rowsPerSecond, rateOf(totals.bytesDone, start, until));
  return { ...totals, rowsPerSecond, etaSeconds, tasks };
}

/** A run has tasks on tables or on files, never both. */
function etaOfRun(
  { rowsTotal, rowsDone, bytesTotal, bytesDone }: Omit<RunProgress, 'rowsPerSecond' | 'etaSeconds' | 'tasks'>,
  rowRate: number | null,
  byteRate: number | null,
): number | null {
  return bytesTotal > 0 ? etaOf(bytesTotal - bytesDone, byteRate) : etaOf(rowsTotal - rowsDone, rowRate);
}

function taskProgress(task: TaskSums, now: Date): TaskProgress {
  if (FILE_TASKS.has(task.kind)) {
    return fileProgress(task, now);
  }
  const isTable = ROW_TASKS.has(task.kind);
  const total = isTable ? totalOf(task) : null;
  const rate = isTable
    ? rateOf(task.rowsDone, task.startTime?.getTime() ?? null, (task.endTime ?? now).getTime())
    : null;
  const isOpen = isTable && !isEndedTask(task.status);
  const eta = isOpen && total !== null ? etaOf(total - task.rowsDone, rate) : null;
  return { ...task, rowsTotal: total, rowsPerSecond: rate, etaSeconds: eta };
}

function fileProgress(task: TaskSums, now: Date): TaskProgress {
  const [from, to] = [task.startTime?.getTime() ?? null, (task.endTime ?? now).getTime()];
  const left = isEndedTask(task.status) || task.bytesTotal === null ? null : task.bytesTotal - task.bytesDone;
  return {
    ...task,
    rowsTotal: task.status === 'finished' ? task.rowsDone : null,
    rowsPerSecond: rateOf(task.rowsDone, from, to),
    etaSeconds: left === null ? null : etaOf(left, rateOf(task.bytesDone, from, to)),
  };
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
