import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { JobQueue } from '../../src/queue/job-queue.js';
import { ApiClient } from '../support/api-client.js';
import {
  awaitRun,
  isOver,
  connectTo,
  createTasks,
  logOf,
  runToEnd,
  showRun,
  startRun,
  type WireRun,
} from '../support/builders/run.builder.js';
import type { WireBody } from '../support/builders/connection.builder.js';
import { whileHeld } from '../support/hold.js';
import { checksum, createPeople, maskPeople } from '../support/people.js';
import { createTestApp, type TestApp } from '../support/test-app.js';
import { createTargetDatabase, type TestDatabase } from '../support/test-database.js';
import { createRole } from '../support/test-role.js';

let app: TestApp;
let admin: ApiClient;
let target: TestDatabase;
let connection: string;
let untouched: string;

beforeAll(async () => {
  [app, target] = await Promise.all([createTestApp({ workers: 2 }), createTargetDatabase()]);
  admin = await ApiClient.installAdmin(app);
  connection = await connectTo(admin, target);
  await createPeople(target, 'first', 50);
  untouched = await checksum(target, 'first');
});

afterAll(async () => {
  await app.stop();
  await target.drop();
});

/** A run whose first task is in order; nothing of it may be done. */
async function runOf(tasks: string, options: WireBody = {}, by = connection): Promise<WireRun> {
  const ruleset = await createTasks(admin, maskPeople('first') + tasks);
  return runToEnd(admin, { connection: by, ruleset, options });
}

async function expectRefusal(tasks: string, ...reasons: (string | RegExp)[]): Promise<void> {
  for (const options of [{}, { dry_run: true }]) {
    const run = await runOf(tasks, options);
    expect(run.status).toBe('failed');
    expect(run.error_message).toMatch(/^line \d+, column \d+: .*[^.]\. Nothing was changed\.$/);
    const log = (await logOf(admin, run.id)).join('\n');
    reasons.forEach((reason) => expect(log).toMatch(reason));
    expect(await checksum(target, 'first')).toBe(untouched);
  }
}

const truncate = (table: string): string => `  - type: truncate_table\n    table: ${table}\n`;
const sql = (text: string): string =>
  `  - type: run_sql\n    sql: |\n      ${text.replaceAll('\n', '\n      ')}\n`;

describe('before the first write, in dry runs too', () => {
  it('a table with an UPDATE rule is refused', async () => {
    await createPeople(target, 'ruled', 20);
    await target.query('CREATE RULE swallow AS ON UPDATE TO ruled DO INSTEAD NOTHING');
    await expectRefusal(maskPeople('ruled'), 'the table has an UPDATE rule named "swallow"');
  });

  it('emptying a table must not change tables that nobody named', async () => {
    await target.query(`CREATE TABLE held (id int PRIMARY KEY)`);
    await target.query(
      'CREATE TABLE child (id int, h int CONSTRAINT child_h REFERENCES held ON DELETE CASCADE)',
    );
    await target.query('INSERT INTO held VALUES (1)');
    await target.query('INSERT INTO child VALUES (1, 1)');
    await expectRefusal(
      truncate('held'),
      /would change rows of "public"."child" \(foreign key "child_h" ON DELETE CASCADE\): empty "public"."child" by a/,
    );
    await expectRefusal(
      `  - type: parallel\n    tasks:\n    ${truncate('child').trimEnd().replace('\n', '\n    ')}\n    ${truncate('held').trimEnd().replace('\n', '\n    ')}\n`,
      /would change rows of/,
    );
    expect(await target.query('SELECT h FROM child')).toEqual([{ h: 1 }]);
    const run = await runToEnd(admin, {
      connection,
      ruleset: await createTasks(admin, truncate('child') + truncate('held')),
    });
    expect(run.status).toBe('finished');
    expect(await target.query('SELECT 1 FROM held')).toEqual([]);
  });

  it('rows that refer to an emptied table are named, unless SQL before may remove them', async () => {
    await target.query('CREATE TABLE kept (id int PRIMARY KEY)');
    await target.query('CREATE TABLE referrer (k int CONSTRAINT referrer_k REFERENCES kept)');
    await target.query('INSERT INTO kept VALUES (1)');
    await target.query('INSERT INTO referrer VALUES (1)');
    await expectRefusal(truncate('kept'), 'rows of other tables refer to the table: "public"."referrer"');
    const ruleset = await createTasks(admin, sql('DELETE FROM referrer') + truncate('kept'));
    expect((await runToEnd(admin, { connection, ruleset })).status).toBe('finished_with_warnings');
    expect(await target.query('SELECT 1 FROM kept')).toEqual([]);
  });

  it('SQL text that ends its transaction is refused', async () => {
    await target.query('CREATE TABLE marks (id int)');
    await expectRefusal(
      sql('INSERT INTO marks VALUES (1);\n COMMIT;'),
      /statement 2 of the SQL text \(its line 2, column 2\) is COMMIT/,
    );
    expect(await target.query('SELECT * FROM marks')).toEqual([]);
  });

  it('a condition that writes, or that the database stumbles over, is refused', async () => {
    await createPeople(target, 'watched', 20);
    await target.query('CREATE TABLE traces (id int)');
    await target.query(
      `CREATE FUNCTION wr() RETURNS boolean LANGUAGE sql AS 'INSERT INTO traces VALUES (1) RETURNING true'`,
    );
    await expectRefusal(
      maskPeople('watched', '    where: "wr()"\n'),
      'a where condition may only call what reads',
    );
    await expectRefusal(maskPeople('watched', '    where: "1 / (id - 3) > 0"\n'), /\(22012\)/);
    expect(await target.query('SELECT * FROM traces')).toEqual([]);
  });

  it('columns that were made from masked ones are told of', async () => {
    await createPeople(target, 'searched', 5);
    await target.query(`ALTER TABLE searched ADD words tsvector, ADD computed tsvector
      GENERATED ALWAYS AS (to_tsvector('simple', last_name)) STORED`);
    const run = await runOf(maskPeople('searched'), { dry_run: true });
    expect(run.status).toBe('finished_with_warnings');
    const told = (await logOf(admin, run.id)).filter((line) => line.startsWith('[derived_column]'));
    expect(told).toEqual([expect.stringContaining('column "words" (tsvector)')]);
  });

  it('rights are looked at by the column; row-level security is refused', async () => {
    await createPeople(target, 'by_column', 20);
    await createPeople(target, 'by_row', 20);
    await target.query('ALTER TABLE by_row ENABLE ROW LEVEL SECURITY');
    const role = await createRole(target, [
      'GRANT SELECT, UPDATE ON first, by_row TO',
      'GRANT SELECT (id, first_name, last_name, email), UPDATE (first_name) ON by_column TO',
    ]);
    const limited = await connectTo(admin, target, role.credentials);
    const real = await runOf(maskPeople('by_column'), {}, limited);
    expect(real).toMatchObject({
      status: 'failed',
      error_message: expect.stringMatching(/update column "last_name"/),
    });
    const dry = await runOf(maskPeople('by_column'), { dry_run: true }, limited);
    expect(dry.status).toBe('finished_with_warnings');
    const blind = await runOf(
      maskPeople('by_column').replace('[email]', '[note]'),
      { dry_run: true },
      limited,
    );
    expect(blind).toMatchObject({
      status: 'failed',
      error_message: expect.stringMatching(/read column "note"/),
    });
    for (const options of [{}, { dry_run: true }]) {
      const run = await runOf(maskPeople('by_row'), options, limited);
      expect(run).toMatchObject({
        status: 'failed',
        error_message: expect.stringMatching(/row-level security/),
      });
    }
    expect(await checksum(target, 'first')).toBe(untouched);
    await role.drop();
  });
});

describe('a table that another session holds', () => {
  let holder: pg.Client;

  beforeAll(async () => {
    await createPeople(target, 'locked', 20);
    holder = new pg.Client({ connectionString: target.url });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE locked');
  });

  afterAll(() => holder.end());

  it('does not hold up cancelling', async () => {
    const ruleset = await createTasks(admin, maskPeople('locked'));
    let shortest = Infinity;
    // It would wait for ten seconds. On a busy machine one of several may be quicker.
    for (let tries = 0; tries < 5 && shortest > 8_000; tries += 1) {
      const id = await startRun(admin, { connection, ruleset });
      await awaitRun(admin, id, (run) => run.status === 'validating' || isOver(run));
      await sleep(500);
      const asked = Date.now();
      const { status } = await admin.post(`/api/runs/${id}/cancel/`);
      const run = await awaitRun(admin, id);
      expect(run.status).toBe(status === 201 ? 'cancelled' : 'failed');
      shortest = status === 201 ? Math.min(shortest, Date.now() - asked) : shortest;
    }
    expect(shortest).toBeLessThan(8_000);
  });

  it('is checked again when the connection breaks meanwhile', async () => {
    await createPeople(target, 'let_go', 20);
    const other = new pg.Client({ connectionString: target.url });
    await other.connect();
    await other.query('BEGIN; LOCK TABLE let_go');
    const id = await startRun(admin, { connection, ruleset: await createTasks(admin, maskPeople('let_go')) });
    const broken = (): Promise<unknown[]> =>
      target.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE application_name = 'vizard run ${id}' AND datname = current_database() AND wait_event_type = 'Lock'`,
      );
    while ((await broken()).length === 0) {
      await sleep(20);
    }
    await other.query('COMMIT');
    await other.end();
    expect((await awaitRun(admin, id)).status).toBe('finished');
  });

  it('is named after a while', async () => {
    const run = await runOf(maskPeople('locked'));
    expect(run.status).toBe('failed');
    expect(run.error_message).toMatch(/table "locked" is locked by another session.*Nothing was changed\.$/);
  });
});

it('runs on one database take turns, whatever connection they use', async () => {
  await createPeople(target, 'shared', 2_000);
  const other = await connectTo(admin, target, { host: target.settings.host.toUpperCase() });
  const ruleset = await createTasks(admin, maskPeople('shared'));
  const options = { batch_size: 100 };
  const lastRow = 'SELECT 1 FROM shared WHERE id = 2000 FOR UPDATE';
  const [first, second] = await whileHeld(target, lastRow, async (row) => {
    const started = await startRun(admin, { connection, ruleset, options });
    const rehearsal = { connection: other, ruleset, options: { ...options, dry_run: true } };
    const ids = [started, await startRun(admin, rehearsal)] as const;
    await row.untilMet();
    expect((await showRun(admin, ids[1])).status).toBe('queued');
    // Whether the second one may begin is being decided when the first one ends.
    await whileHeld(app.database, await turnOf(started), async (turn) => {
      await app.app.get(JobQueue).enqueue('advance-run', { runId: ids[1] });
      await turn.untilMet();
      await row.letGo();
      await awaitRun(admin, started);
    });
    return ids;
  });
  const [ended, next] = [await awaitRun(admin, first), await awaitRun(admin, second)];
  expect(Date.parse(next.start_time as string)).toBeGreaterThanOrEqual(Date.parse(ended.end_time as string));
});

/** Takes the lock under which the runs on one target are begun. */
async function turnOf(runId: number): Promise<string> {
  const [row] = await app.database.query<{ key: string }>(
    `SELECT quote_literal('run-target:' || target_key) AS key FROM run WHERE id = ${runId}`,
  );
  return `SELECT pg_advisory_xact_lock(hashtextextended(${row!.key}, 0))`;
}
