import type { EntityManager } from 'typeorm';
import type { TaskReport } from '../run-log-lines.js';

/** What the log says of a task, as the ledger holds it. */
export type ReportRow = Omit<TaskReport, 'files'> & { readonly isOnFiles: boolean };

/** Null for `parallel` and `serial`, which only hold others. */
export async function readTaskReport(
  manager: EntityManager,
  runId: number,
  taskId: number,
): Promise<ReportRow | null> {
  const [row] = await manager.query<ReportRow[]>(
    `WITH leaf AS (
       SELECT id, row_number() OVER (ORDER BY ordinal) AS number, count(*) OVER () AS of
       FROM run_task WHERE run_id = $1 AND kind NOT IN ('parallel', 'serial'))
     SELECT leaf.number::int AS number, leaf.of::int AS of, task.title,
       task.kind IN ('mask_table', 'mask_unique_key') AS "isTable",
       task.kind IN ('mask_file', 'mask_tabular_file') AS "isOnFiles",
       coalesce(sum(part.rows_read), 0)::float8 AS "rowsRead",
       coalesce(sum(part.rows_written), 0)::float8 AS "rowsWritten",
       coalesce(extract(epoch FROM task.end_time - task.start_time), 0)::float8 AS seconds,
       task.error_code AS "errorCode", task.error_message AS "errorMessage"
     FROM leaf JOIN run_task AS task USING (id)
     LEFT JOIN run_partition AS part
       ON part.task_id = task.id AND part.kind IN ('mask_rows', 'rewrite_keys', 'mask_files')
     WHERE leaf.id = $2 GROUP BY leaf.number, leaf.of, task.id`,
    [runId, taskId],
  );
  return row ?? null;
}
