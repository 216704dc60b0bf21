import type { EntityManager } from 'typeorm';

/**
 * Lets the tasks of a failed run on files come again that were not finished. They list the source anew; files that are
 * written already, and have not changed since, stay as they are.
 */
export async function reopenFiles(manager: EntityManager, runId: number): Promise<void> {
  const change = (sql: string): Promise<unknown> => manager.query(sql, [runId]);
  await change(
    `DELETE FROM run_partition WHERE run_id = $1 AND (task_id IS NULL OR task_id IN (
       SELECT id FROM run_task WHERE run_id = $1 AND status <> 'finished'))`,
  );
  await change(
    `UPDATE run_task SET status = 'pending', start_time = NULL, end_time = NULL, error_code = NULL,
       error_message = NULL
     WHERE run_id = $1 AND status <> 'finished'`,
  );
  await change(`UPDATE run SET status = 'queued', error_message = NULL, end_time = NULL WHERE id = $1`);
}
