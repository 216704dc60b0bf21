import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ApiClient } from '../support/api-client.js';
import {
  awaitRun,
  connectTo,
  createTasks,
  logOf,
  runToEnd,
  startRun,
  type WireRun,
} from '../support/builders/run.builder.js';
import { whileHeld } from '../support/hold.js';
import { createPeople, maskPeople } from '../support/people.js';
import { createTestApp, type TestApp } from '../support/test-app.js';
import { createTargetDatabase, type TestDatabase } from '../support/test-database.js';

let app: TestApp;
let admin: ApiClient;
let target: TestDatabase;
let connection: string;

beforeAll(async () => {
  [app, target] = await Promise.all([createTestApp({ workers: 2 }), createTargetDatabase()]);
  admin = await ApiClient.installAdmin(app);
  connection = await connectTo(admin, target);
});

afterAll(async () => {
  await app.stop();
  await target.drop();
});

/** Masks a table and runs SQL after the first rows, while a session keeps the run from getting further. */
async function disturb(table: string, sql: string, more = ''): Promise<WireRun> {
  await createPeople(target, table, 1_000);
  const ruleset = await createTasks(admin, maskPeople(table, more));
  const lateRow = `SELECT 1 FROM ${table} WHERE id = 500 FOR UPDATE`;
  const [id, disturbed] = await whileHeld(target, lateRow, async ({ untilMet }) => {
    const started = await startRun(admin, { connection, ruleset, options: { batch_size: 50 } });
    await awaitRun(admin, started, (run) => run.progress.rows_done > 100);
    await untilMet();
    const done = { yet: false };
    const work = target.query(sql).then(() => (done.yet = true));
    // What needs the table for itself comes behind the batch that waits, and before the next one.
    while (!done.yet && !(await waitsForTable(table))) {
      await sleep(20);
    }
    return [started, [work]] as const;
  });
  await Promise.all(disturbed);
  return awaitRun(admin, id);
}

async function waitsForTable(table: string): Promise<boolean> {
  const waiting = await target.query(
    `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = '${table}'::regclass AND mode = 'AccessExclusiveLock'`,
  );
  return waiting.length > 0;
}

describe('what others do to a table while it is masked', () => {
  it('a row put in the place of another behind the cursor is not let pass', async () => {
    const run = await disturb(
      'swapped',
      `INSERT INTO swapped SELECT -1, first_name, last_name FROM swapped WHERE id = 999;
       DELETE FROM swapped WHERE id = 2;
       SELECT pg_stat_force_next_flush()`,
    );
    expect(run.progress.tasks).toMatchObject([
      {
        status: 'failed',
        error_code: 'rows_inserted',
        error_message: expect.stringMatching(
          /^line 3, column 5: mask_table "public"."swapped": 1 or more rows were inserted/,
        ),
      },
    ]);
  });

  it('nor is one beside the condition of a task', async () => {
    const run = await disturb(
      'conditioned',
      'INSERT INTO conditioned SELECT -1, first_name, last_name FROM conditioned WHERE id = 999',
      '    where: id <> 0\n',
    );
    expect(run.progress.tasks).toMatchObject([{ status: 'failed', error_code: 'rows_differ' }]);
  });

  it('a column that took the name of a masked one is noticed', async () => {
    const run = await disturb(
      'altered',
      'ALTER TABLE altered RENAME last_name TO former; ALTER TABLE altered ADD last_name text',
    );
    expect(run.progress.tasks).toMatchObject([{ status: 'failed', error_code: 'table_changed' }]);
    expect(run.error_message).toContain('"last_name"');
  });

  it('a condition that masking itself changes is noticed', async () => {
    // Many more rows than are read ahead.
    await createPeople(target, 'shrinking', 3000);
    const ruleset = await createTasks(
      admin,
      maskPeople(
        'shrinking',
        `    where: (SELECT count(*) FROM shrinking WHERE last_name ~ '^Læst') > 1500\n`,
      ),
    );
    const run = await runToEnd(admin, { connection, ruleset, options: { batch_size: 50 } });
    expect(run.progress.tasks).toMatchObject([{ status: 'failed', error_code: 'condition_changed' }]);
    expect(run.error_message).toMatch(/: 3000 rows fulfilled/);
  });

  it('updates by others are told', async () => {
    await createPeople(target, 'touched', 20_000);
    const ruleset = await createTasks(admin, maskPeople('touched'));
    const others = new pg.Client({ connectionString: target.url });
    await others.connect();
    // Holds the run up at a late row, for so long that its verification waits for counters that come late.
    await others.query('BEGIN; SELECT 1 FROM touched WHERE id = 19999 FOR UPDATE');
    const id = await startRun(admin, { connection, ruleset, options: { batch_size: 100 } });
    await awaitRun(admin, id, ({ progress }) => progress.rows_done > 0);
    await others.query(`
      SELECT pg_sleep(7); UPDATE touched SET note = note WHERE id < 4; COMMIT; SELECT pg_stat_force_next_flush()`);
    await others.end();
    const run = await awaitRun(admin, id);
    expect(run.status).toBe('finished_with_warnings');
    expect(await logOf(admin, id)).toContainEqual(
      expect.stringMatching(/^\[updated_by_others\] .*"touched": .* 3 updates/),
    );
  });

  it('a table that nobody else wrote to is finished, also when its rows move between partitions', async () => {
    await target.query(`
      CREATE TABLE moving (id int, town text, PRIMARY KEY (id, town)) PARTITION BY LIST (town);
      CREATE TABLE moving_here PARTITION OF moving FOR VALUES IN ('here');
      CREATE TABLE moving_there PARTITION OF moving FOR VALUES IN ('there');
      INSERT INTO moving SELECT id, 'here' FROM generate_series(1, 200) AS id`);
    const ruleset = await createTasks(
      admin,
      `  - type: mask_table
    table: moving
    key: id
    rules:
      - column: town
        masks:
          - type: from_fixed
            value: there
`,
    );
    const run = await runToEnd(admin, { connection, ruleset });
    expect(run).toMatchObject({ status: 'finished', progress: { rows_masked: 200 } });
    expect(await target.query('SELECT count(*)::int AS rows FROM moving_there')).toEqual([{ rows: 200 }]);
  });
});
