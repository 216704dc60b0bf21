import type { EntityManager } from 'typeorm';
import type { FileCount } from '../run-log-lines.js';

/** How the files of a task stand. */
export async function countFiles(manager: EntityManager, taskId: number): Promise<FileCount> {
  const [counts] = await manager.query<FileCount[]>(
    `SELECT count(*) FILTER (WHERE status = 'finished')::int AS masked,
       count(*) FILTER (WHERE status = 'failed')::int AS failed,
       count(*) FILTER (WHERE status IN ('pending', 'working'))::int AS left,
       count(*) FILTER (WHERE status = 'skipped')::int AS skipped
     FROM run_file WHERE task_id = $1`,
    [taskId],
  );
  return counts!;
}
