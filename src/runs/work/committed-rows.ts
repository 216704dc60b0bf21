import type { EntityManager } from 'typeorm';
import type { PartitionCursor } from '../../adapters/databases/index.js';
import { readColumnCounts } from '../walk/column-counts.js';
import { columnNotices } from '../walk/column-notices.js';
import { info } from '../run-log-lines.js';
import type { LogLine } from '../run-log-lines.js';

/**
 * A worker that is cut off may not hear of its last batch. Takes what the target says is committed into the ledger, and
 * gives lines for the run's log, some of which it may hold already: for each table whose rows were more than had been known,
 * and what is to be said of columns. The cursors stay for a retry; where nothing was written since the last one, what that
 * began with stays.
 */
export async function recordCommitted(
  manager: EntityManager,
  runId: number,
  cursors: ReadonlyMap<number, PartitionCursor>,
): Promise<readonly LogLine[]> {
  const found = [...cursors.values()];
  const tasks = await manager.query<{ title: string; known: number; masked: number }[]>(
    `WITH found AS (
       SELECT * FROM unnest($2::int[], $3::bigint[], $4::bigint[], $5::jsonb[])
         AS cursor (id, rows_read, rows_written, own_cursor)
     ), before AS (
       SELECT part.id, part.task_id, part.rows_written AS known,
         greatest(part.rows_written, found.rows_written) AS masked
       FROM run_partition AS part LEFT JOIN found USING (id)
       WHERE part.run_id = $1 AND part.kind = 'mask_rows'
     ), changed AS (
       UPDATE run_partition AS part SET rows_read = greatest(part.rows_read, found.rows_read),
         rows_written = greatest(part.rows_written, found.rows_written),
         column_counts = CASE WHEN found.rows_read > part.rows_read
           THEN found.own_cursor -> 'columnCounts' ELSE part.column_counts END,
         own_cursor = CASE WHEN found.own_cursor ->> 'lastKey' IS NULL AND part.own_cursor IS NOT NULL
           THEN part.own_cursor ELSE found.own_cursor END
       FROM found WHERE part.id = found.id AND part.run_id = $1 AND part.kind = 'mask_rows'
     )
     SELECT task.title, sum(before.known)::float8 AS known, sum(before.masked)::float8 AS masked
     FROM before JOIN run_task AS task ON task.id = before.task_id
     GROUP BY task.id HAVING sum(before.known) < sum(before.masked) ORDER BY task.ordinal`,
    [
      runId,
      [...cursors.keys()],
      found.map(({ rowsRead }) => rowsRead),
      found.map(({ rowsWritten }) => rowsWritten),
      found.map((cursor) => JSON.stringify({ ...cursor, openRows: null })),
    ],
  );
  const counted = tasks.map(({ title, known, masked }) =>
    info(
      `${title}: ${masked} rows masked by the bookkeeping in the target, ${masked - known} more than was known`,
    ),
  );
  return [...counted, ...(await runNotices(manager, runId))];
}

/** Of all columns that the run masked. */
export async function runNotices(manager: EntityManager, runId: number): Promise<readonly LogLine[]> {
  const counted = await readColumnCounts(manager, runId);
  return [...counted.values()].flatMap(({ title, columns }) => columnNotices(title, columns));
}

/**
 * The last of a run's cursors: counts what those in our own database know, and empties all that hold key values. False:
 * there may be rows that nobody counted, of a batch on its way or because the target could not be asked.
 */
export async function closeCursors(manager: EntityManager, runId: number): Promise<boolean> {
  const [open] = await manager.query<{ some: boolean }[]>(
    `SELECT EXISTS (SELECT 1 FROM run WHERE id = $1 AND progress_table IS NOT NULL) OR EXISTS (
       SELECT 1 FROM run_partition WHERE run_id = $1 AND kind = 'mask_rows'
         AND own_cursor ->> 'openRows' IS NOT NULL) AS some`,
    [runId],
  );
  await manager.query(
    `UPDATE run_partition SET bounds = NULL, own_cursor = NULL,
       column_counts = CASE WHEN kind = 'mask_rows' AND (own_cursor ->> 'rowsRead')::bigint > rows_read
         THEN own_cursor -> 'columnCounts' ELSE column_counts END,
       rows_read = CASE WHEN kind = 'mask_rows'
         THEN greatest(rows_read, (own_cursor ->> 'rowsRead')::bigint) ELSE rows_read END,
       rows_written = CASE WHEN kind = 'mask_rows'
         THEN greatest(rows_written, (own_cursor ->> 'rowsWritten')::bigint) ELSE rows_written END
     WHERE run_id = $1`,
    [runId],
  );
  return !open!.some;
}
