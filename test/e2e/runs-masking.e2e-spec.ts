import type { ApiClient } from '../support/api-client.js';
import { ApiClient as Client } from '../support/api-client.js';
import {
  awaitRun,
  connectTo,
  createTasks,
  logOf,
  runToEnd,
  showRun,
  startRun,
} from '../support/builders/run.builder.js';
import { whileHeld } from '../support/hold.js';
import { checksum, createPeople, maskPeople } from '../support/people.js';
import { createTestApp, type TestApp } from '../support/test-app.js';
import { createTargetDatabase, type TestDatabase } from '../support/test-database.js';

const SECRET = 'a secret of more than twenty characters';
const OTHER_SECRET = 'another secret, also long enough';
const UNCHANGED = 'ROW(t.id, t.email, t.born, t.note)';

let app: TestApp;
let admin: ApiClient;
let target: TestDatabase;
let connection: string;

beforeAll(async () => {
  [app, target] = await Promise.all([createTestApp({ workers: 2 }), createTargetDatabase()]);
  admin = await Client.installAdmin(app);
  connection = await connectTo(admin, target);
});

afterAll(async () => {
  await app.stop();
  await target.drop();
});

const namesOf = (table: string): Promise<{ id: number; first_name: string; last_name: string }[]> =>
  target.query(`SELECT id, first_name, last_name FROM ${table} ORDER BY id`);

describe('a run', () => {
  it('carries out serial, parallel, run_sql and truncate_table, and says what it did', async () => {
    await createPeople(target, 'staff', 2_500);
    await createPeople(target, 'guests', 1_200);
    await target.query(`CREATE TABLE sessions AS SELECT generate_series(1, 50) AS id`);
    await target.query(`CREATE TABLE marks (id int PRIMARY KEY, text text)`);
    const untouched = [
      await checksum(target, 'staff', UNCHANGED),
      await checksum(target, 'guests', UNCHANGED),
    ];
    const before = await namesOf('staff');
    const ruleset = await createTasks(
      admin,
      `  - type: run_sql
    sql: INSERT INTO marks VALUES (1, 'first')
  - type: parallel
    tasks:
      - type: serial
        tasks:
          - type: truncate_table
            table: sessions
          - type: run_sql
            sql: INSERT INTO marks SELECT 2, count(*)::text FROM sessions
    ${maskPeople('staff').replaceAll('\n', '\n    ').trimEnd()}
    ${maskPeople('guests').replaceAll('\n', '\n    ').trimEnd()}
`,
    );
    const run = await runToEnd(admin, { connection, ruleset });

    expect(run).toMatchObject({ status: 'finished', run_status: 'finished', error_message: null });
    expect(run.progress).toMatchObject({
      rows_done: 3_700,
      rows_masked: 3_700,
      rows_total: 3_700,
      eta_seconds: null,
    });
    expect(run.progress.tasks.map((task) => task.status)).toEqual(Array(7).fill('finished'));
    expect(await target.query('SELECT id, text FROM marks ORDER BY id')).toEqual([
      { id: 1, text: 'first' },
      { id: 2, text: '0' },
    ]);
    expect([await checksum(target, 'staff', UNCHANGED), await checksum(target, 'guests', UNCHANGED)]).toEqual(
      untouched,
    );
    const after = await namesOf('staff');
    const changed = after.filter((row, index) => row.last_name !== before[index]?.last_name);
    expect(changed.length).toBeGreaterThan(2_450);

    const log = await logOf(admin, run.id);
    expect(log[0]).toMatch(/^Run \d+ started: ruleset ".*" on connection ".*" \(batch size 2000\)$/);
    expect(log).toContainEqual(
      expect.stringMatching(
        /^Task 4\/5 mask_table "public"."staff": finished, 2500 rows masked, 0 skipped, \d\d:\d\d:\d\d(, \d+ rows\/s)?$/,
      ),
    );
    expect(log).toContainEqual(expect.stringContaining('emptied by TRUNCATE'));
    expect(log.at(-1)).toBe(`Run ${run.id} finished (3700 rows masked)`);
    expect(log.join('\n')).not.toMatch(/First\d|Læst\d|person\d/);
  });

  it('leaves nothing of its own in the target', async () => {
    const tables = await target.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relname LIKE 'vizard%'`,
    );
    expect(tables).toEqual([]);
  });

  it('forgets its secret and every key value at its end', async () => {
    const [state] = await app.database.query<{ secrets: number; bounds: number }>(
      `SELECT (SELECT count(*)::int FROM run WHERE sealed_secret IS NOT NULL) AS secrets,
         (SELECT count(*)::int FROM run_partition WHERE bounds IS NOT NULL OR own_cursor IS NOT NULL) AS bounds`,
    );
    expect(state).toEqual({ secrets: 0, bounds: 0 });
  });

  it('walks a large table in parts and counts every row once', async () => {
    await createPeople(target, 'crowd', 250_000);
    await target.query('ANALYZE crowd');
    const ruleset = await createTasks(admin, maskPeople('crowd'));
    // A worker holds two parts at most: while a row of each is locked, the third one falls to the other worker.
    const rows = 'SELECT 1 FROM crowd WHERE id IN (10, 125000, 249990) FOR UPDATE';
    const id = await whileHeld(target, rows, async ({ untilMet }) => {
      const started = await startRun(admin, { connection, ruleset, options: { run_secret: SECRET } });
      await untilMet(3);
      return started;
    });
    const run = await awaitRun(admin, id);

    expect(run).toMatchObject({ status: 'finished', progress: { rows_done: 250_000, rows_masked: 250_000 } });
    const parts = await app.database.query<{ rows: number; worker: string }>(
      `SELECT rows_read::int AS rows, claimed_by AS worker FROM run_partition
       WHERE run_id = $1 AND kind = 'mask_rows'`,
      [run.id],
    );
    expect(parts).toHaveLength(3);
    expect(new Set(parts.map((part) => part.worker)).size).toBe(2);
    expect(parts.reduce((sum, part) => sum + part.rows, 0)).toBe(250_000);
  });
});

describe('equal input', () => {
  const ruleset = (table: string): Promise<string> => createTasks(admin, maskPeople(table));
  const mask = async (table: string, secret: string | null): Promise<void> => {
    await createPeople(target, table, 300, 2);
    const options = secret === null ? {} : { run_secret: secret };
    await runToEnd(admin, { connection, ruleset: await ruleset(table), options });
  };

  it('gives equal output with the same secret, in any table, and other output with another', async () => {
    await mask('copy_one', SECRET);
    await mask('copy_two', SECRET);
    await mask('copy_three', OTHER_SECRET);
    const [one, two, three] = await Promise.all(['copy_one', 'copy_two', 'copy_three'].map(namesOf));
    expect(two).toEqual(one);
    const equal = (three ?? []).filter((row, index) => row.last_name === one?.[index]?.last_name);
    expect(equal.length).toBeLessThan(6);
    // The same person twice in one table: id 1 and id 151.
    expect({ ...one?.[0], id: 0 }).toEqual({ ...one?.[150], id: 0 });
  });

  it('can be had again with the generated secret', async () => {
    await createPeople(target, 'copy_four', 100);
    const created = await admin
      .post('/api/runs/', { source_connection: connection, ruleset: await ruleset('copy_four'), options: {} })
      .expect(200);
    const { id, options } = created.body;
    expect(options).toMatchObject({
      has_run_secret: false,
      run_secret: expect.stringMatching(/^[0-9a-f]{40}$/),
    });
    await awaitRun(admin, id);
    expect((await showRun(admin, id)).options).not.toHaveProperty('run_secret');

    await createPeople(target, 'copy_five', 100);
    const again = {
      connection,
      ruleset: await ruleset('copy_five'),
      options: { run_secret: options.run_secret },
    };
    expect((await runToEnd(admin, again)).options).toMatchObject({ has_run_secret: true });
    expect(await namesOf('copy_five')).toEqual(await namesOf('copy_four'));
  });
});

describe('options', () => {
  it('dry_run reads and masks everything and changes nothing', async () => {
    await createPeople(target, 'dry', 1_500);
    await target.query('CREATE TABLE kept AS SELECT generate_series(1, 5) AS id');
    const before = await checksum(target, 'dry');
    const ruleset = await createTasks(
      admin,
      `${maskPeople('dry')}  - type: run_sql
    sql: DROP TABLE kept
  - type: truncate_table
    table: kept
`,
    );
    const run = await runToEnd(admin, { connection, ruleset, options: { dry_run: true } });
    expect(run).toMatchObject({ status: 'finished', progress: { rows_done: 1_500, rows_masked: 1_500 } });
    expect(await checksum(target, 'dry')).toBe(before);
    expect(await target.query('SELECT count(*)::int AS rows FROM kept')).toEqual([{ rows: 5 }]);
    const log = await logOf(admin, run.id);
    expect(log.filter((line) => line.includes('not executed in a dry run'))).toHaveLength(2);
    expect(log.at(-1)).toContain('nothing was changed');
  });

  it('max_rows masks so many rows and warns about the rest', async () => {
    await createPeople(target, 'capped', 1_000);
    const ruleset = await createTasks(admin, maskPeople('capped'));
    const run = await runToEnd(admin, { connection, ruleset, options: { max_rows: 30, batch_size: 7 } });
    expect(run).toMatchObject({
      status: 'finished_with_warnings',
      progress: { rows_done: 30, rows_total: 30 },
    });
    const masked = (await namesOf('capped')).filter((row) => !row.last_name.startsWith('Læst'));
    expect(masked.length).toBeLessThanOrEqual(30);
    expect(masked.every((row) => row.id <= 30)).toBe(true);
    expect(await logOf(admin, run.id)).toContainEqual(
      expect.stringMatching(/^\[max_rows\] .*970 rows were not masked/),
    );
  });

  it('where leaves other rows alone', async () => {
    await createPeople(target, 'partly', 400);
    const before = await checksum(target, '(SELECT * FROM partly WHERE id > 100)');
    const ruleset = await createTasks(admin, maskPeople('partly', '    where: partly.id <= 100\n'));
    const run = await runToEnd(admin, { connection, ruleset });
    expect(run).toMatchObject({ status: 'finished', progress: { rows_done: 100, rows_total: 100 } });
    expect(await checksum(target, '(SELECT * FROM partly WHERE id > 100)')).toBe(before);
  });

  it('a read-only connection allows a dry run', async () => {
    await createPeople(target, 'looked_at', 50);
    const readOnly = await connectTo(admin, target, { is_read_only: true });
    const ruleset = await createTasks(admin, maskPeople('looked_at'));
    const run = await runToEnd(admin, { connection: readOnly, ruleset, options: { dry_run: true } });
    expect(run).toMatchObject({ status: 'finished', progress: { rows_done: 50 } });
  });
});

describe('GET /api/runs/{id}/events/', () => {
  it('streams progress and status and ends by itself', async () => {
    await createPeople(target, 'followed', 3_000);
    const ruleset = await createTasks(admin, maskPeople('followed'));
    const id = await startRun(admin, { connection, ruleset });
    const response = await admin.get(`/api/runs/${id}/events/`).buffer(true).expect(200);
    expect(response.headers['content-type']).toContain('text/event-stream');
    const events = response.text.split('\n\n').filter((event) => event.includes('event: '));
    expect(events.at(-1)).toContain('event: status');
    expect(events.at(-1)).toContain(`{"id":${id},"status":"finished"}`);
    const progress = events.filter((event) => event.includes('event: progress'));
    expect(progress.at(-1)).toContain('"rows_done":3000');
  });
});
