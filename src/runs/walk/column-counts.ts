import type { EntityManager } from 'typeorm';
import type { ColumnCounts } from '../../adapters/databases/index.js';

/**
 * What the tasks of a run, or one of them, made of the values of their columns, by the id of the task; without those of
 * which a part was walked and not counted.
 */
export async function readColumnCounts(
  manager: EntityManager,
  runId: number,
  taskId: number | null = null,
): Promise<ReadonlyMap<number, readonly ColumnCounts[]>> {
  const rows = await manager.query<(ColumnCounts & { readonly taskId: number })[]>(
    `SELECT part.task_id AS "taskId", item ->> 'column' AS "column",
       sum((item ->> 'changed')::bigint)::float8 AS changed, sum((item ->> 'skipped')::bigint)::float8 AS skipped,
       CASE WHEN count(item ->> 'unchanged') = count(*)
         THEN sum((item ->> 'unchanged')::bigint)::float8 END AS unchanged
     FROM run_partition AS part
     CROSS JOIN jsonb_array_elements(part.column_counts) WITH ORDINALITY AS counted (item, place)
     WHERE part.run_id = $1 AND ($2::int IS NULL OR part.task_id = $2) AND part.kind = 'mask_rows' AND NOT EXISTS (
       SELECT 1 FROM run_partition AS other WHERE other.run_id = $1 AND other.task_id = part.task_id
         AND other.kind = 'mask_rows' AND other.rows_read > 0 AND other.column_counts IS NULL)
     GROUP BY part.task_id, item ->> 'column' ORDER BY part.task_id, min(counted.place)`,
    [runId, taskId],
  );
  const byTask = new Map<number, ColumnCounts[]>();
  for (const { taskId: id, ...counts } of rows) {
    byTask.set(id, [...(byTask.get(id) ?? []), counts]);
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
