import type pg from 'pg';

/**
 * Copies a run that was made over the API, but never begun, so often, each with the ledger of a table that is split into
 * so many partitions; all are ready to be worked.
 */
export async function fillLedger(
  store: pg.Client,
  model: number,
  size: { readonly runs: number; readonly partitions: number },
): Promise<void> {
  await store.query(
    `INSERT INTO run SELECT (jsonb_populate_record(model, jsonb_build_object(
         'id', $1::int + n, 'status', 'running', 'target_key', 'simulated ' || n, 'start_time', now()))).*
       FROM run AS model, generate_series(1, $2::int) AS n WHERE model.id = $1`,
    [model, size.runs],
  );
  await store.query('DELETE FROM run WHERE id = $1', [model]);
  await store.query(
    `INSERT INTO run_task (run_id, ordinal, path, kind, title, status, workers, splits, verifies)
       SELECT id, 0, '0', 'mask_table', 'mask_table simulated', 'running', 16, true, true FROM run WHERE id > $1`,
    [model],
  );
  await store.query(
    `INSERT INTO run_partition (run_id, task_id, kind, status)
       SELECT run_id, task, kind, status FROM (
         SELECT run_id, NULL::int AS task, 'check_run' AS kind, 'finished' AS status FROM run_task WHERE run_id > $1
         UNION ALL SELECT run_id, id, 'split_table', 'finished' FROM run_task WHERE run_id > $1
         UNION ALL SELECT run_id, id, 'mask_rows', 'pending' FROM run_task, generate_series(1, $2::int)
           WHERE run_id > $1) AS part`,
    [model, size.partitions],
  );
}
