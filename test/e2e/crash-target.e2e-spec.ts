import { rmSync } from 'node:fs';
import type { AddressInfo, Server } from 'node:net';
import pg from 'pg';
import { EmbeddedPostgres } from '../../src/database/embedded-postgres.js';
import { WorkRecovery } from '../../src/queue/work-recovery.js';
import { ApiClient } from '../support/api-client.js';
import { connectionBody, createConnection } from '../support/builders/connection.builder.js';
import { awaitRun, createTasks, logOf, runToEnd, startRun } from '../support/builders/run.builder.js';
import { makeDataFolder } from '../support/data-folder.js';
import { killPostmaster, listenBefore } from '../support/forwarding.js';
import { freePort } from '../support/guarded-process.js';
import { whileHeld } from '../support/hold.js';
import { checksum, createPeople, maskPeopleOnce } from '../support/people.js';
import type { Queryable } from '../support/people.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

const ROWS = 20_000;
const OPTIONS = { run_secret: 'the same secret for every run here', batch_size: 100 };

/** Every note gets one more sign, so that a row that is masked twice is seen. */
const APPEND = `  - type: mask_table
    table: crowd
    key: id
    rules:
      - column: note
        masks: [{type: concat, masks: [{type: do_nothing}, {type: from_fixed, value: '!'}]}]
`;

let app: TestApp;
let admin: ApiClient;
let folder: string;
let server: EmbeddedPostgres;

/** A server of our own, which a test may kill. */
const target: Queryable = {
  query: async <Row extends pg.QueryResultRow>(text: string): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  },
};

const start = (): Promise<EmbeddedPostgres> =>
  EmbeddedPostgres.start({ root: process.cwd(), dataDir: folder });

/** The server's address for runs that outlive it: the server itself comes back on another port. */
const before = (port?: number): Promise<Server> => listenBefore(() => server.url, port);

function closed(front: Server): Promise<void> {
  return new Promise((resolve) => {
    front.close(() => {
      resolve();
    });
  });
}

async function kill(): Promise<void> {
  await killPostmaster(target);
  await server.stop();
}

const addressOf = (): Record<string, unknown> & { readonly port: number } => {
  const url = new URL(server.url);
  return {
    host: url.hostname,
    port: Number(url.port),
    user: url.username,
    dbpassword: url.password,
    database: url.pathname.slice(1),
  };
};

async function serve(env: Readonly<Record<string, string>> = {}): Promise<void> {
  app = await createTestApp({ workers: 2, env });
  admin = await ApiClient.installAdmin(app);
}

beforeAll(async () => {
  folder = makeDataFolder('test-target');
  [server] = await Promise.all([start(), serve()]);
});

afterAll(async () => {
  await app.stop();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('a target that is killed in mid-run', () => {
  const prepare = async (
    port = addressOf().port,
    tasks = maskPeopleOnce('crowd'),
  ): Promise<{ connection: string; ruleset: string }> => {
    await target.query('DROP TABLE IF EXISTS crowd');
    await createPeople(target, 'crowd', ROWS);
    return {
      connection: await createConnection(admin, connectionBody({ ...addressOf(), port })),
      ruleset: await createTasks(admin, tasks),
    };
  };

  /** Starts a run, which cannot get to its end, and kills the server when that many rows are done. */
  const killAfter = (order: { connection: string; ruleset: string }, rows: number): Promise<number> =>
    whileHeld(server, `SELECT 1 FROM crowd WHERE id = ${ROWS} FOR UPDATE`, async () => {
      const id = await startRun(admin, { ...order, options: OPTIONS });
      await awaitRun(admin, id, (run) => run.progress.rows_done > rows);
      await kill();
      return id;
    });

  it('and comes back: the run goes on, and every row is masked once', async () => {
    const calm = await prepare();
    await runToEnd(admin, { ...calm, options: OPTIONS });
    const expected = await checksum(target, 'crowd');

    const front = await before();
    const order = await prepare((front.address() as AddressInfo).port);
    const id = await killAfter(order, ROWS / 3);
    server = await start();

    const run = await awaitRun(admin, id).finally(() => front.close());
    expect(run.progress).toMatchObject({ rows_done: ROWS, rows_masked: ROWS });
    expect(run.status).toBe('finished');
    expect(await checksum(target, 'crowd')).toBe(expected);
  });

  it('and stays away: the run fails when its patience is over, says what it left behind, and goes on by a retry', async () => {
    await app.stop();
    await serve({ RETRY_PATIENCE_S: '8' });
    // Of those that nobody is given by chance while nobody listens.
    const port = await freePort();
    const front = await before(port);
    const order = await prepare(port, APPEND);
    const id = await killAfter(order, 1_000);
    // Nobody listens any more, as where the whole machine is away.
    await closed(front);

    const run = await awaitRun(admin, id);
    expect(run.status).toBe('failed');
    expect(run.error_message).toMatch(
      new RegExp(`given up after \\d+ attempts: cannot connect to 127.0.0.1:${port}`),
    );
    expect(run.progress.tasks).toMatchObject([{ status: 'failed', error_code: 'refused' }]);
    const log = await logOf(admin, id);
    expect(log).toContainEqual(
      expect.stringMatching(/^\[left_behind\] the bookkeeping table "vizard_progress_\w+" could/),
    );
    expect(log.at(-1)).toMatch(/ failed \(at least \d+ rows masked\)/);

    server = await start();
    const again = await before(port);
    await app.app.get(WorkRecovery).runOnce();
    expect((await logOf(admin, id)).at(-1)).toMatch(/Put in order after the end of the run: .*is dropped/);
    const left = await target.query(`SELECT relname FROM pg_class WHERE relname LIKE 'vizard%'`);
    expect(left).toEqual([]);
    const open = await app.database.query(
      'SELECT id FROM run_partition WHERE bounds IS NOT NULL OR own_cursor IS NOT NULL',
    );
    expect(open).toEqual([]);

    await admin.post(`/api/runs/${id}/retry/`, {}).expect(201);
    const retried = await awaitRun(admin, id);
    await closed(again);
    expect(retried).toMatchObject({ error_message: null, progress: { rows_masked: ROWS } });
    const notes = await target.query(
      `SELECT count(*) FILTER (WHERE note = 'note ' || id || '!')::int AS once FROM crowd`,
    );
    expect(notes).toEqual([{ once: ROWS }]);
  });
});
