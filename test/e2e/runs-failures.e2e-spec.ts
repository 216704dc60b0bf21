import { ApiClient } from '../support/api-client.js';
import {
  awaitRun,
  connectTo,
  createTasks,
  logOf,
  runToEnd,
  showRun,
  startRun,
} from '../support/builders/run.builder.js';
import { endRunSessions } from '../support/end-run-sessions.js';
import { whileHeld } from '../support/hold.js';
import { checksum, createPeople, maskPeople, slowDown } from '../support/people.js';
import { createTestApp, type TestApp } from '../support/test-app.js';
import { createTargetDatabase, type TestDatabase } from '../support/test-database.js';
import { createRole } from '../support/test-role.js';

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

const leftOvers = (): Promise<unknown[]> =>
  target.query(`SELECT relname FROM pg_class WHERE relname LIKE 'vizard%'`);

const overwrite = (table: string, column: string, key = 'id'): string => `  - type: mask_table
    table: ${table}
    key: ${key}
    rules:
      - column: ${column}
        masks:
          - type: from_fixed
            value: same
`;

describe('before the first write', () => {
  it('everything that is wrong with the tables is found', async () => {
    await createPeople(target, 'good', 100);
    await target.query('CREATE VIEW good_view AS SELECT * FROM good');
    const before = await checksum(target, 'good');
    const ruleset = await createTasks(
      admin,
      overwrite('good', 'note') +
        overwrite('nowhere', 'note') +
        overwrite('good', 'nickname') +
        overwrite('good_view', 'note') +
        `  - type: mask_table
    table: good
    key: id
    where: good.missing = 1
    rules:
      - column: note
        masks:
          - type: from_fixed
            value: same
  - type: truncate_table
    table: also_nowhere
`,
    );
    const run = await runToEnd(admin, { connection, ruleset });
    expect(run).toMatchObject({
      status: 'failed',
      error_message: expect.stringMatching(/[^.]\. Nothing was changed\.$/),
    });
    const log = (await logOf(admin, run.id)).join('\n');
    for (const reason of [
      'there is no table "nowhere"',
      'has no column "nickname"',
      'a view cannot be masked',
      'column good.missing does not exist',
      'there is no table "also_nowhere"',
    ]) {
      expect(log).toContain(reason);
    }
    expect(await checksum(target, 'good')).toBe(before);
    expect(await leftOvers()).toEqual([]);
  });

  it.each([
    [
      'duplicates',
      'code',
      "SELECT id, 'c' || id % 10 AS code, 'x' AS note FROM generate_series(1, 100) AS id",
    ],
    ['NULLs', 'code', "SELECT id, nullif(id, 7) AS code, 'x' AS note FROM generate_series(1, 100) AS id"],
  ])('a key with %s is refused', async (kind, key, rows) => {
    const table = `key_with_${kind.toLowerCase()}`;
    await target.query(`CREATE TABLE ${table} AS ${rows}`);
    const run = await runToEnd(admin, {
      connection,
      ruleset: await createTasks(admin, overwrite(table, 'note', key)),
    });
    expect(run).toMatchObject({ status: 'failed', error_message: expect.stringContaining(`holds ${kind}`) });
    expect(await target.query(`SELECT DISTINCT note FROM ${table}`)).toEqual([{ note: 'x' }]);
  });

  it('masks that map one to one are refused inside others on keys, and say where', async () => {
    await createPeople(target, 'keyed', 20);
    await target.query(`
      ALTER TABLE keyed ADD CONSTRAINT keyed_email UNIQUE (email);
      CREATE TABLE keyed_orders (id int PRIMARY KEY, email text REFERENCES keyed (email), note text)`);
    const imitate = (table: string, column: string): string =>
      overwrite(table, column).replace(
        /type: from_fixed\n *value: same/,
        'type: chain\n            masks:\n              - type: imitate_unique',
      );
    const before = await checksum(target, 'keyed');
    const ruleset = await createTasks(
      admin,
      imitate('keyed', 'email') + imitate('keyed_orders', 'email') + imitate('keyed_orders', 'note'),
    );
    const run = await runToEnd(admin, { connection, ruleset });
    expect(run).toMatchObject({ status: 'failed' });
    const text =
      'column "email" takes part in a foreign key: the rule\'s only mask must be imitate_unique, imitate_uuid or imitate_nz_ird';
    const refusals = (await logOf(admin, run.id)).filter((line) => line.startsWith('line'));
    expect(refusals).toEqual([`line 7, column 9: ${text}`, `line 16, column 9: ${text}`]);
    expect(await checksum(target, 'keyed')).toBe(before);
  });

  it('tables of parallel branches must differ', async () => {
    await createPeople(target, 'twice', 10);
    const branch = (name: string): string => overwrite(name, 'note').trimEnd().replaceAll('\n', '\n    ');
    const tasks = `  - type: parallel\n    tasks:\n    ${branch('twice')}\n    ${branch('public.twice')}\n`;
    const run = await runToEnd(admin, { connection, ruleset: await createTasks(admin, tasks) });
    expect(run.status).toBe('failed');
    expect(run.error_message).toContain('parallel');
  });

  it('an unreachable database is named without its password', async () => {
    const nowhere = await connectTo(admin, target, {
      host: '127.0.0.1',
      port: 9,
      dbpassword: 'open-sesame-4711',
    });
    const ruleset = await createTasks(admin, maskPeople('good'));
    const run = await runToEnd(admin, { connection: nowhere, ruleset });
    expect(run).toMatchObject({ status: 'failed', error_message: expect.stringContaining('127.0.0.1:9') });
    expect(JSON.stringify([run, await logOf(admin, run.id)])).not.toContain('open-sesame');
  });
});

describe('rights', () => {
  it('a user without the right to update is refused', async () => {
    await createPeople(target, 'guarded', 100);
    const role = await createRole(target, ['GRANT SELECT ON guarded TO']);
    const limited = await connectTo(admin, target, role.credentials);
    const run = await runToEnd(admin, {
      connection: limited,
      ruleset: await createTasks(admin, maskPeople('guarded')),
    });
    expect(run).toMatchObject({
      status: 'failed',
      error_message: expect.stringContaining('permission denied'),
    });
    await role.drop();
  });

  it('a user without the right to create tables is told so at the start, and the run works', async () => {
    await createPeople(target, 'ungoverned', 2_500);
    await target.query('REVOKE CREATE ON SCHEMA public FROM PUBLIC');
    const role = await createRole(target, ['GRANT SELECT, UPDATE, DELETE ON ungoverned TO']);
    const limited = await connectTo(admin, target, role.credentials);
    const tasks = `${maskPeople('ungoverned')}  - type: run_sql
    sql: DELETE FROM ungoverned WHERE id = 1
`;
    const run = await runToEnd(admin, { connection: limited, ruleset: await createTasks(admin, tasks) });
    expect(run).toMatchObject({ status: 'finished_with_warnings', progress: { rows_masked: 2_500 } });
    expect(await logOf(admin, run.id)).toContainEqual(expect.stringMatching(/^\[no_bookkeeping\]/));
    const [kept] = await target.query<{ rows: number }>(
      `SELECT count(*)::int AS rows FROM ungoverned WHERE last_name ~ '^Læst'`,
    );
    expect(kept?.rows).toBeLessThan(10);
    await role.drop();
  });
});

describe('a task that fails', () => {
  const failing = (table: string): string => overwrite(table, 'email');
  const prepare = async (table: string): Promise<void> => {
    await createPeople(target, table, 500);
    await target.query(`ALTER TABLE ${table} ADD CONSTRAINT ${table}_email UNIQUE (email)`);
  };

  it('skips the rest, names table and constraint, and never a value', async () => {
    await prepare('unique_one');
    await createPeople(target, 'later_one', 50);
    const before = await checksum(target, 'later_one');
    const emails = await checksum(target, 'unique_one');
    const ruleset = await createTasks(admin, failing('unique_one') + maskPeople('later_one'));
    const run = await runToEnd(admin, { connection, ruleset });
    expect(run.status).toBe('failed');
    expect(run.progress.tasks).toMatchObject([
      {
        status: 'failed',
        error_code: 'constraint_violation',
        error_message: expect.stringMatching(
          /^line 7, column 9: mask_table "public"."unique_one": .*"unique_one_email".*: column "email"/,
        ),
      },
      { status: 'skipped' },
    ]);
    expect(await checksum(target, 'later_one')).toBe(before);
    expect(await checksum(target, 'unique_one')).toBe(emails);
    expect((await logOf(admin, run.id)).join('\n')).not.toMatch(/person\d|=\(/);
    expect(await leftOvers()).toEqual([]);
  });

  it('lets the others go on when asked to, and the run still fails', async () => {
    await prepare('unique_two');
    await createPeople(target, 'later_two', 50);
    const ruleset = await createTasks(admin, failing('unique_two') + maskPeople('later_two'));
    const run = await runToEnd(admin, { connection, ruleset, options: { continue_on_failure: true } });
    expect(run.status).toBe('failed');
    expect(run.progress.tasks).toMatchObject([{ status: 'failed' }, { status: 'finished', rows_masked: 50 }]);
  });

  it('stops its parallel siblings after their current batch', async () => {
    await prepare('unique_three');
    await createPeople(target, 'sibling', 5_000);
    // A batch that lasts leaves time to hear of the failure before the next ones, of which there are many.
    await slowDown(target, 'sibling', 1);
    const branch = (task: string): string => task.trimEnd().replaceAll('\n', '\n    ');
    const tasks = `  - type: parallel\n    tasks:\n    ${branch(maskPeople('sibling'))}\n    ${branch(failing('unique_three'))}\n`;
    const ruleset = await createTasks(admin, tasks);
    const run = await runToEnd(admin, { connection, ruleset, options: { batch_size: 50 } });
    expect(run.status).toBe('failed');
    expect(run.progress.tasks.map((task) => task.status)).toEqual(['failed', 'stopped', 'failed']);
    expect(run.progress.tasks[1]?.rows_done).toBeLessThan(2_500);
  });

  it('says when the rows are not those that were walked', async () => {
    await createPeople(target, 'growing', 300);
    await target.query(`
      CREATE FUNCTION grow() RETURNS trigger LANGUAGE plpgsql AS
        $$BEGIN INSERT INTO growing (id) SELECT min(id) - 1 FROM growing; RETURN NULL; END$$;
      CREATE TRIGGER grow AFTER UPDATE ON growing FOR EACH STATEMENT EXECUTE FUNCTION grow()`);
    const run = await runToEnd(admin, {
      connection,
      ruleset: await createTasks(admin, maskPeople('growing')),
    });
    expect(run.status).toBe('failed');
    expect(run.error_message).toMatch(/holds \d+ rows, but 300 were walked/);
    expect(await logOf(admin, run.id)).toContainEqual(expect.stringMatching(/^\[triggers\] .*"grow"/));
  });
});

describe('cancelling', () => {
  it('ends a running table soon and keeps what is committed', async () => {
    await createPeople(target, 'cancelled', 20_000);
    await slowDown(target, 'cancelled', 0.5);
    const ruleset = await createTasks(admin, maskPeople('cancelled') + maskPeople('good'));
    const id = await startRun(admin, { connection, ruleset, options: { batch_size: 100 } });
    await awaitRun(admin, id, (run) => run.progress.rows_done > 0);
    await admin.post(`/api/runs/${id}/cancel/`).expect(201);
    const run = await awaitRun(admin, id);
    expect(run.progress.rows_masked).toBeLessThan(10_000);
    expect(run.status).toBe('cancelled');
    expect(run.progress.tasks.map((task) => task.status)).toEqual(['stopped', 'skipped']);
    const [committed] = await target.query<{ rows: number }>(
      `SELECT count(*)::int AS rows FROM cancelled WHERE xmin <> (SELECT xmin FROM cancelled ORDER BY id DESC LIMIT 1)`,
    );
    expect(committed?.rows).toBe(run.progress.rows_masked);
    expect((await logOf(admin, id)).at(-1)).toContain(`(${run.progress.rows_masked} rows masked`);
    expect(await leftOvers()).toEqual([]);
  });

  it('interrupts a long statement and leaves nothing of it', async () => {
    await target.query('CREATE TABLE slow_marks (id int)');
    const ruleset = await createTasks(
      admin,
      `  - type: run_sql
    sql: |
      INSERT INTO slow_marks VALUES (1);
      SELECT pg_sleep(3600);
`,
    );
    const id = await startRun(admin, { connection, ruleset });
    await awaitRun(admin, id, (run) => run.progress.tasks[0]?.status === 'running');
    await admin.post(`/api/runs/${id}/cancel/`).expect(201);
    const run = await awaitRun(admin, id);
    expect(run.status).toBe('cancelled');
    expect(await target.query('SELECT * FROM slow_marks')).toEqual([]);
    expect(await leftOvers()).toEqual([]);
  });
});

describe('two runs on one connection', () => {
  it('work one after the other', async () => {
    await createPeople(target, 'shared', 3_000);
    const ruleset = await createTasks(admin, maskPeople('shared'));
    const order = { connection, ruleset, options: { batch_size: 100 } };
    const lastRow = 'SELECT 1 FROM shared WHERE id = 3000 FOR UPDATE';
    const [first, second] = await whileHeld(target, lastRow, async ({ untilMet }) => {
      const ids = [await startRun(admin, order), await startRun(admin, order)] as const;
      await untilMet();
      expect((await showRun(admin, ids[1])).status).toBe('queued');
      return ids;
    });
    const ended = await awaitRun(admin, first);
    const next = await awaitRun(admin, second);
    expect((await logOf(admin, second)).filter((line) => line.startsWith('Waiting'))).toEqual([
      `Waiting for the end of run ${first}, which works on the same database`,
    ]);
    expect([ended.status, next.status]).toEqual(['finished', 'finished']);
    expect(Date.parse(next.start_time as string)).toBeGreaterThanOrEqual(
      Date.parse(ended.end_time as string),
    );
  });
});

describe('lost connections', () => {
  it('are opened again, and no batch is lost or done twice', async () => {
    await createPeople(target, 'unsteady', 6_000);
    await target.query(`ALTER TABLE unsteady ADD COLUMN times int NOT NULL DEFAULT 0`);
    await target.query(`
      CREATE FUNCTION count_times() RETURNS trigger LANGUAGE plpgsql AS
        $$BEGIN NEW.times := OLD.times + 1; RETURN NEW; END$$;
      CREATE TRIGGER count_times BEFORE UPDATE ON unsteady FOR EACH ROW EXECUTE FUNCTION count_times()`);
    await slowDown(target, 'unsteady', 0.05);
    const ruleset = await createTasks(admin, maskPeople('unsteady'));
    const id = await startRun(admin, { connection, ruleset, options: { batch_size: 100 } });
    for (const rows of [500, 2_000, 3_500]) {
      await awaitRun(admin, id, (run) => run.progress.rows_done > rows);
      await endRunSessions(target, id);
    }
    expect(await awaitRun(admin, id)).toMatchObject({ progress: { rows_done: 6_000, rows_masked: 6_000 } });
    expect(await target.query('SELECT DISTINCT times FROM unsteady')).toEqual([{ times: 1 }]);
  });
});
