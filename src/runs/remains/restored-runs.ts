import type { Client } from 'pg';
import { UNFINISHED_RUN_STATUSES } from '../run-status.js';

const RESTORED =
  'The installation was restored from a backup that was taken while this run was under way. How far it came since is not ' +
  'known: mask a fresh copy.';

/**
 * Ends the runs of a backup that has just been restored, of whatever version. Those that were under way, and failed ones that
 * could be taken up again, may have come to their end since: going on would mask values once more.
 */
export async function endRestoredRuns(client: Client): Promise<void> {
  await client.query(
    `UPDATE run SET status = 'failed', end_time = now(), sealed_secret = NULL, error_message = $2 WHERE status = ANY ($1)`,
    [UNFINISHED_RUN_STATUSES, RESTORED],
  );
  const { rows } = await client.query(
    `SELECT 1 FROM pg_attribute WHERE attrelid = 'run'::regclass AND attname = 'sealed_resume' AND NOT attisdropped`,
  );
  if (rows.length > 0) {
    await client.query('UPDATE run SET sealed_resume = NULL WHERE sealed_resume IS NOT NULL');
  }
}
