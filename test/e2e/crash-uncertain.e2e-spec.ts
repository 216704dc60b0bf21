import { setTimeout as sleep } from 'node:timers/promises';
import { ApiClient } from '../support/api-client.js';
import { awaitRun, connectTo, createTasks, logOf, startRun } from '../support/builders/run.builder.js';
import { whileHeld } from '../support/hold.js';
import { createPeople, maskPeople } from '../support/people.js';
import { createTestApp, type TestApp } from '../support/test-app.js';
import { createTargetDatabase, type TestDatabase } from '../support/test-database.js';
import { createRole, type TestRole } from '../support/test-role.js';

const ROWS = 1_000;
const BATCH = 100;

let app: TestApp;
let admin: ApiClient;
let target: TestDatabase;
let role: TestRole;

beforeAll(async () => {
  [app, target] = await Promise.all([createTestApp({ workers: 1 }), createTargetDatabase()]);
  admin = await ApiClient.installAdmin(app);
  await createPeople(target, 'people', ROWS);
  await target.query('REVOKE CREATE ON SCHEMA public FROM PUBLIC');
  role = await createRole(target, ['GRANT SELECT, UPDATE ON people TO']);
});

afterAll(async () => {
  await app.stop();
  await role.drop();
  await target.drop();
});

interface Cursor {
  readonly rowsRead: number;
  readonly openRows: number | null;
}

async function cursorOf(runId: number): Promise<Cursor | null> {
  const [row] = await app.database.query<{ cursor: Cursor | null }>(
    `SELECT own_cursor AS cursor FROM run_partition WHERE run_id = ${runId} AND kind = 'mask_rows'`,
  );
  return row?.cursor ?? null;
}

it('a worker that is killed in an open batch leaves it open, and the run says so instead of guessing', async () => {
  const connection = await connectTo(admin, target, role.credentials);
  const ruleset = await createTasks(admin, maskPeople('people'));
  const inThirdBatch = `SELECT 1 FROM people WHERE id = ${2.5 * BATCH} FOR UPDATE`;
  const [id, rowsRead, openRows] = await whileHeld(target, inThirdBatch, async ({ untilMet }) => {
    const started = await startRun(admin, { connection, ruleset, options: { batch_size: BATCH } });
    await untilMet();
    let open = await cursorOf(started);
    while (open === null || open.rowsRead < 2 * BATCH || open.openRows === null) {
      await sleep(10);
      open = await cursorOf(started);
    }
    process.kill(app.background.supervisor.pids()[0] ?? 0, 'SIGKILL');
    return [started, open.rowsRead, open.openRows] as const;
  });

  const run = await awaitRun(admin, id);
  expect(run.status).toBe('failed');
  expect(run.progress.tasks).toMatchObject([{ status: 'failed', error_code: 'uncertain_batch' }]);
  expect(run.error_message).toContain(
    `a batch of ${openRows} rows was being written, after ${rowsRead} rows`,
  );
  expect((await logOf(admin, id)).join('\n')).toContain('[uncertain_batch]');
  expect(run.progress.rows_masked).toBe(rowsRead);
  expect((await logOf(admin, id)).at(-1)).toContain(`(at least ${rowsRead} rows masked)`);

  // The server ends by itself what the dead worker had begun; at most that batch is more than was said.
  await target.query('BEGIN; LOCK TABLE people; COMMIT');
  const [counted] = await target.query<{ masked: number }>(
    `SELECT count(*)::int AS masked FROM people WHERE first_name !~ '^First'`,
  );
  expect([rowsRead, rowsRead + openRows]).toContain(counted?.masked);
});
