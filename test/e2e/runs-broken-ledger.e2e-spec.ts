import { setTimeout as sleep } from 'node:timers/promises';
import { ApiClient } from '../support/api-client.js';
import { awaitRun, connectTo, createTasks, logOf, startRun } from '../support/builders/run.builder.js';
import type { WireRun } from '../support/builders/run.builder.js';
import { createPeople, maskPeople, slowDown } from '../support/people.js';
import { createTestApp, type TestApp } from '../support/test-app.js';
import { createTargetDatabase, type TestDatabase } from '../support/test-database.js';

let app: TestApp;
let admin: ApiClient;
let target: TestDatabase;
let connection: string;
let ruleset: string;

beforeAll(async () => {
  [app, target] = await Promise.all([createTestApp({ workers: 1 }), createTargetDatabase()]);
  // A wake-up that was lost would be made good after a minute: here it is to be seen.
  await app.background.recovery.stop();
  admin = await ApiClient.installAdmin(app);
  connection = await connectTo(admin, target);
  await createPeople(target, 'people', 160);
  await slowDown(target, 'people', 0.05);
  ruleset = await createTasks(admin, maskPeople('people'));
});

afterAll(async () => {
  await app.stop();
  await target.drop();
});

/** Our own database refuses each change of a table that fits the condition, with this SQLSTATE. */
async function refuse(table: string, condition: string, state = 'XX000'): Promise<void> {
  await app.database.query(`
    CREATE FUNCTION refuse_${state}() RETURNS trigger LANGUAGE plpgsql AS
      $$BEGIN RAISE EXCEPTION 'refused, with a secret-4711' USING ERRCODE = '${state}'; END$$;
    CREATE TRIGGER refuse_${state} BEFORE UPDATE OR INSERT ON ${table} FOR EACH ROW WHEN (${condition})
      EXECUTE FUNCTION refuse_${state}()`);
}

afterEach(async () => {
  await app.database.query(
    'DROP FUNCTION IF EXISTS refuse_XX000 CASCADE; DROP FUNCTION IF EXISTS refuse_53200 CASCADE',
  );
});

const start = (on: string): Promise<number> =>
  startRun(admin, { connection: on, ruleset, options: { batch_size: 20 } });

async function expectFailed(text: string | RegExp, started?: number): Promise<WireRun> {
  const id = started ?? (await start(connection));
  const run = await awaitRun(admin, id);
  expect(run).toMatchObject({ status: 'failed', error_message: expect.stringMatching(text) });
  expect(run.end_time).not.toBeNull();
  expect(JSON.stringify([run, await logOf(admin, id)])).not.toContain('secret-4711');
  await tidied();
  const open = await app.database.query(
    `SELECT 1 FROM run_partition WHERE run_id = ${id} AND status IN ('waiting', 'pending', 'working')`,
  );
  expect(open).toEqual([]);
  return run;
}

/** The status of a run that is ended by force comes first. Waits for as long as the test may take. */
async function tidied(): Promise<void> {
  const leftOvers = (): Promise<unknown[]> =>
    target.query(`SELECT relname FROM pg_class WHERE relname LIKE 'vizard%'`);
  while ((await leftOvers()).length > 0) {
    await sleep(50);
  }
}

describe('a run whose ledger refuses', () => {
  it('the run’s steps fails', async () => {
    await refuse('run_task', `NEW.status = 'running'`);
    const run = await expectFailed(/^Unexpected error when the next step of the run was decided/);
    expect((await logOf(admin, run.id)).at(-1)).toContain('Unexpected error when the next step');
  });

  it('the tasks of a run that is being worked fails, and its worker stops', async () => {
    await refuse('run_task', `NEW.status = 'finished'`);
    await expectFailed(/^Unexpected error when the next step/);
  });

  it('the very first step fails', async () => {
    await refuse('run', `NEW.status = 'validating'`);
    await expectFailed(/^Unexpected error when the next step/);
  });

  it('the claims of workers fails', async () => {
    await refuse('run_partition', `NEW.status = 'working' AND NEW.kind = 'mask_rows'`);
    await expectFailed(/^Unexpected error when a worker took a part/);
  });

  it('how a part ended fails', async () => {
    await refuse('run_partition', `NEW.status = 'finished' AND NEW.kind = 'mask_rows'`);
    const run = await expectFailed(/^Unexpected error; the server's log holds the cause/);
    expect(run.progress.tasks).toMatchObject([{ status: 'failed', error_code: 'internal_error' }]);
  });

  it('the end of a part again and again fails after some attempts', async () => {
    const masked = `NEW.kind = 'mask_rows' AND NEW.run_id % 2`;
    await refuse('run_partition', `NEW.status IN ('finished', 'failed') AND ${masked} = 0`);
    // As if it were short of memory: that may pass, so the part is tried again as a whole.
    await refuse('run_partition', `NEW.status = 'finished' AND ${masked} = 1`, '53200');
    // Runs on one database take turns; these two go side by side.
    const other = await createTargetDatabase();
    await createPeople(other, 'people', 160);
    await slowDown(other, 'people', 0.05);
    const ids = [await start(connection), await start(await connectTo(admin, other))];
    ids.sort((a, b) => (a % 2) - (b % 2));
    await Promise.all(ids.map((id) => awaitRun(admin, id)));
    await expectFailed(/^The end of a part could not be recorded in 10 attempts/, ids[0]);
    await expectFailed(/: Given up after 10 attempts without progress/, ids[1]);
    await other.drop();
  });
});
