import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiClient } from '../support/api-client.js';
import {
  awaitRun,
  connectTo,
  createTasks,
  isOver,
  logOf,
  runToEnd,
  showRun,
  startRun,
} from '../support/builders/run.builder.js';
import type { WireRun } from '../support/builders/run.builder.js';
import { checksum, createPeople, maskPeopleOnce } from '../support/people.js';
import { killCount } from '../support/kill-count.js';
import { killOneAtWork } from '../support/kill-worker.js';
import { Program } from '../support/program.js';
import { seededRandom } from '../support/random.js';
import { describeWithRedis } from '../support/redis.js';
import { freePort } from '../support/guarded-process.js';
import { createTestApp, type TestApp } from '../support/test-app.js';
import { createStoreDatabase, createTargetDatabase, type TestDatabase } from '../support/test-database.js';

const ROWS = 200_000;
/** Every application here has an instance secret of its own. */
const SECRETS = { run_secret: 'the same secret for every run here', disable_instance_secret: true };
/** Disturbed runs commit often, so that each kill comes at another place. */
const OPTIONS = { ...SECRETS, batch_size: 100 };
/** Of several runs one after the other. */
const LIMIT_MS = 1_200_000;
const KILLS = killCount({ embedded: 20, given: 10 });
const KILLS_PER_RUN = 10;

/** Another moment each time; set it to repeat one. */
const SEED = Number(process.env.VIZARD_CRASH_SEED ?? Date.now() % 1_000_000);
const random = seededRandom(SEED);

let target: TestDatabase;
/** What an uninterrupted run with the same secret makes of the table. */
let expected: string;

const mask = (table: string): string =>
  `${maskPeopleOnce(table)}      - column: note
        hash_columns: []
        masks:
          - type: imitate
`;

async function prepare(table: string): Promise<void> {
  await target.query(`DROP TABLE IF EXISTS ${table}`);
  await createPeople(target, table, ROWS, 4);
  await target.query(`ANALYZE ${table}`);
}

async function expectMasked(table: string, client: ApiClient, run: WireRun): Promise<void> {
  const context = `seed ${SEED}: ${(await logOf(client, run.id)).join('\n')}`;
  expect({ status: run.status, context: run.status === 'finished' ? '' : context }).toEqual({
    status: 'finished',
    context: '',
  });
  expect(run.progress).toMatchObject({ rows_done: ROWS, rows_masked: ROWS });
  expect({ seed: SEED, sum: await checksum(target, table) }).toEqual({ seed: SEED, sum: expected });
  expect(await target.query(`SELECT relname FROM pg_class WHERE relname LIKE 'vizard%'`)).toEqual([]);
}

beforeAll(async () => {
  target = await createTargetDatabase();
  const app = await createTestApp({ workers: 2 });
  const client = await ApiClient.installAdmin(app);
  // The same table name everywhere: without hash columns, tables draw differently.
  await prepare('crowd');
  const untouched = await checksum(target, 'crowd');
  const connection = await connectTo(client, target);
  const run = await runToEnd(client, {
    connection,
    ruleset: await createTasks(client, mask('crowd')),
    options: SECRETS,
  });
  expect(run.status).toBe('finished');
  expected = await checksum(target, 'crowd');
  expect(expected).not.toBe(untouched);
  await app.stop();
});

afterAll(async () => {
  await target.drop();
});

describe('a worker that is killed', () => {
  /** False: the run was over before. */
  const killAt = async (app: TestApp, client: ApiClient, id: number): Promise<boolean> => {
    while (!isOver(await showRun(client, id))) {
      if (await killOneAtWork(app, id)) {
        return true;
      }
      await sleep(20);
    }
    return false;
  };

  /** How often a worker was killed: a run may be over before all moments have come. */
  const expectMaskedDespiteKills = async (app: TestApp): Promise<number> => {
    const client = await ApiClient.installAdmin(app);
    await prepare('crowd');
    const connection = await connectTo(client, target);
    const ruleset = await createTasks(client, mask('crowd'));
    const id = await startRun(client, { connection, ruleset, options: OPTIONS });
    const moments = Array.from({ length: KILLS_PER_RUN }, () => Math.floor(random() * ROWS * 0.8));
    let kills = 0;
    for (const moment of moments.sort((a, b) => a - b)) {
      await awaitRun(client, id, (run) => run.progress.rows_done >= moment || isOver(run));
      await sleep(random() * 50);
      kills += (await killAt(app, client, id)) ? 1 : 0;
    }
    await expectMasked('crowd', client, await awaitRun(client, id));
    const lost = (await logOf(client, id)).filter((line) => line.includes('a worker was lost'));
    expect(lost.length).toBeGreaterThanOrEqual(kills);
    return kills;
  };

  it(
    `at ${KILLS} random moments leaves the same table as an uninterrupted run`,
    async () => {
      for (let kills = 0; kills < KILLS;) {
        const app = await createTestApp({ workers: 2 });
        const killed = await expectMaskedDespiteKills(app).finally(() => app.stop());
        kills += killed;
      }
    },
    LIMIT_MS,
  );
});

describe('the whole program that is killed', () => {
  it(
    'goes on with the run when it is started again',
    async () => {
      const store = await createStoreDatabase();
      const dataDir = mkdtempSync(join(tmpdir(), 'vizard-test-data-'));
      const port = await freePort();
      const env = {
        DATABASE_URL: store.url,
        DATA_DIR: dataDir,
        PORT: String(port),
        WORKER_PROCESSES: '2',
        WORKER_HEARTBEAT_MS: '500',
        WORKER_STALE_MS: '3000',
        LOG_LEVEL: 'error',
      };
      const url = `http://127.0.0.1:${port}`;
      const begin = async (): Promise<Program> => {
        const program = Program.start({ env });
        await reachable(url);
        return program;
      };
      let program = await begin();
      const client = await ApiClient.installAdmin({ server: url } as unknown as TestApp);
      await prepare('crowd');
      const connection = await connectTo(client, target);
      const ruleset = await createTasks(client, mask('crowd'));
      const id = await startRun(client, { connection, ruleset, options: OPTIONS });
      for (const share of [0.05, 0.3, 0.6]) {
        await awaitRun(client, id, (run) => run.progress.rows_done > (share + random() * 0.2) * ROWS);
        await program.end('SIGKILL');
        program = await begin();
      }
      const run = await awaitRun(client, id);
      await expectMasked('crowd', client, run).finally(() => program.end());
      await store.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
    LIMIT_MS,
  );
});

describeWithRedis('Redis that is killed', () => {
  it(
    'delays the run and loses nothing of it',
    async () => {
      const app = await createTestApp({ workers: 2, queue: 'bull' });
      try {
        const client = await ApiClient.installAdmin(app);
        await prepare('crowd');
        const connection = await connectTo(client, target);
        const ruleset = await createTasks(client, mask('crowd'));
        const id = await startRun(client, { connection, ruleset, options: OPTIONS });
        await awaitRun(client, id, (run) => run.progress.rows_done > 20_000);
        if (app.redis?.isPrivate === true) {
          await app.redis.kill();
          await sleep(1_000);
          await app.redis.restart();
        }
        const found = setInterval(() => void app.background.recovery.runOnce(), 3_000);
        const run = await awaitRun(client, id).finally(() => clearInterval(found));
        await expectMasked('crowd', client, run);
      } finally {
        await app.stop();
      }
    },
    LIMIT_MS,
  );
});

async function reachable(url: string): Promise<void> {
  for (let attempt = 0; attempt < 6_000; attempt += 1) {
    const answer = await fetch(`${url}/api/healthcheck/`).catch(() => null);
    if (answer?.ok === true) {
      return;
    }
    await sleep(50);
  }
  throw new Error(`Nothing answers at ${url}.`);
}
