import type { EntityManager } from 'typeorm';
import type { ColumnCounts } from '../../adapters/databases/index.js';

/** What a task made of the values of its columns. */
export interface CountedColumns {
  /** Of the task, for the log. */
  readonly title: string;
  readonly columns: readonly ColumnCounts[];
  /** False: a part was walked that nobody counted. */
  readonly isWhole: boolean;
}

/** What the tasks of a run, or one of them, made of the values of their columns, by the id of the task. */
export async function readColumnCounts(
  manager: EntityManager,
  runId: number,
  taskId: number | null = null,
): Promise<ReadonlyMap<number, CountedColumns>> {
  const rows = await manager.query<
    (ColumnCounts & { readonly taskId: number; readonly title: string; readonly isWhole: boolean })[]
  >(
    `SELECT counted.*, task.title, uncounted.task_id IS NULL AS "isWhole"
     FROM (
       SELECT part.task_id AS "taskId", item ->> 'column' AS "column", min(counted.place) AS place,
         sum((item ->> 'changed')::bigint)::float8 AS changed, sum((item ->> 'skipped')::bigint)::float8 AS skipped,
         CASE WHEN count(item ->> 'unchanged') = count(*)
           THEN sum((item ->> 'unchanged')::bigint)::float8 END AS unchanged,
         coalesce(sum((item ->> 'truncated')::bigint), 0)::float8 AS truncated,
         coalesce(sum((item ->> 'altered')::bigint), 0)::float8 AS altered
       FROM run_partition AS part
       CROSS JOIN jsonb_array_elements(part.column_counts) WITH ORDINALITY AS counted (item, place)
       WHERE part.run_id = $1 AND ($2::int IS NULL OR part.task_id = $2) AND part.kind = 'mask_rows'
       GROUP BY part.task_id, item ->> 'column') AS counted
     JOIN run_task AS task ON task.id = counted."taskId"
     LEFT JOIN (
       SELECT DISTINCT task_id FROM run_partition
       WHERE run_id = $1 AND kind = 'mask_rows' AND rows_read > 0 AND column_counts IS NULL) AS uncounted
       ON uncounted.task_id = task.id
     ORDER BY counted."taskId", counted.place`,
    [runId, taskId],
  );
  const byTask = new Map<number, CountedColumns>();
  for (const { taskId: id, title, isWhole, ...counts } of rows) {
    byTask.set(id, { title, isWhole, columns: [...(byTask.get(id)?.columns ?? []), counts] });
  }
  return byTask;
}

/** As the log says it. */
export function columnCountsSaid(columns: readonly ColumnCounts[], dryRun: boolean): string {
  return columns.map((counts) => `"${counts.column}" ${oneSaid(counts, dryRun)}`).join('; ');
}

function oneSaid({ changed, skipped, unchanged }: ColumnCounts, dryRun: boolean): string {
  const done = `${dryRun ? 'would be ' : ''}${unchanged === null ? 'replaced (not compared)' : 'changed'}`;
  const others = Object.entries({ unchanged: unchanged ?? 0, skipped })
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `, ${count} ${name}`);
  return `${changed} ${done}${others.join('')}`;
}
