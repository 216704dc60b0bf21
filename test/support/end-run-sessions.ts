import type { Queryable } from './people.js';

/** Ends the sessions of a run in its target, as an administrator of the server would, and counts them; those in other databases stay. */
export async function endRunSessions(target: Queryable, runId: number): Promise<number> {
  const ended = await target.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name = 'vizard run ${runId}' AND datname = current_database()`,
  );
  return ended.length;
}
