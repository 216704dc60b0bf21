import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Locks that others run into. */
export interface Held {
  /** Waits until at least so many sessions wait for them. */
  untilMet(sessions?: number): Promise<void>;
  /** Before `work` is done. */
  letGo(): Promise<void>;
}

/**
 * Does something while a session holds what `sql` locks, such as a late row of a table. A run on that table is under way
 * then for as long as the test wants, however quick or slow the machine is; it goes on when `work` is done.
 */
export async function whileHeld<Result>(
  database: { readonly url: string },
  sql: string,
  work: (held: Held) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: database.url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`BEGIN; ${sql}`);
    return await work({
      untilMet: async (sessions = 1): Promise<void> => {
        while ((await countWaiting(client)) < sessions) {
          await sleep(20);
        }
      },
      letGo: async (): Promise<void> => {
        await client.query('COMMIT');
      },
    });
  } finally {
    await client.end();
  }
}

/** What `pg_stat_activity` shows stays the same within a transaction, unlike the locks. */
async function countWaiting(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ sessions: number }>(
    `SELECT count(DISTINCT pid)::int AS sessions FROM pg_locks
     WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))`,
  );
  return rows[0]!.sessions;
}
