import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiClient } from '../support/api-client.js';
import { connectionBody, createConnection } from '../support/builders/connection.builder.js';
import { awaitRun, createTasks, logOf, startRun, type WireRun } from '../support/builders/run.builder.js';
import { freePort } from '../support/guarded-process.js';
import { KillableTarget } from '../support/killable-target.js';
import { createPeople, maskPeopleOnce } from '../support/people.js';
import { Program } from '../support/program.js';
import { seededRandom } from '../support/random.js';
import { hasRedis, startRedis, type TestRedis } from '../support/redis.js';
import type { TestApp } from '../support/test-app.js';
import { createStoreDatabase, type TestDatabase } from '../support/test-database.js';

/**
 * Everything is killed at random moments: workers, the whole program, Redis, and the database that is masked. Short by
 * default; `npm run test:kills` does it with a hundred kills and 300,000 rows.
 */
const KILLS = Number(process.env.VIZARD_KILLS ?? 4);
const ROWS = Number(process.env.VIZARD_KILL_ROWS ?? 6_000);
/** More would keep the rewriting of keys, which is one step, from ever getting through. */
const KILLS_PER_RUN = Math.min(KILLS, 10);
const LONGEST_PAUSE_MS = ROWS > 100_000 ? 4_000 : 1_200;
const SEED = Number(process.env.VIZARD_CRASH_SEED ?? Date.now() % 1_000_000);
const random = seededRandom(SEED);

const OPTIONS = {
  run_secret: 'the same secret for every run here',
  disable_instance_secret: true,
  batch_size: 200,
};

const TASKS = `  - type: parallel
    tasks:
${indented(maskPeopleOnce('crowd'))}${indented(maskPeopleOnce('herd'))}      - type: run_sql
        sql: UPDATE counted SET n = n + 1
      - type: mask_table
        table: owners
        key: id
        rules:
          - column: code
            masks: [{type: imitate_unique}]
          - column: name
            masks: [{type: secure_shuffle}]
auto_manage_triggers: true
`;

const TABLES = ['crowd', 'herd', 'counted', 'owners', 'owned'];

let target: KillableTarget;
let store: TestDatabase;
let redis: TestRedis | null;
let folder: string;
let port: number;
let program: Program;
let client: ApiClient;

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '    ');
}

async function prepare(): Promise<void> {
  await target.query(`DROP TABLE IF EXISTS crowd, herd, counted, owned, owners CASCADE;
    DROP FUNCTION IF EXISTS noticed`);
  await createPeople(target, 'crowd', ROWS / 3, 4);
  await createPeople(target, 'herd', ROWS / 3, 4);
  await target.query(`
    CREATE INDEX herd_name ON herd (last_name, first_name);
    GRANT SELECT ON herd TO PUBLIC;
    CREATE FUNCTION noticed() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.note := ''seen''; RETURN NEW; END';
    CREATE TRIGGER noticed BEFORE UPDATE ON herd FOR EACH ROW EXECUTE FUNCTION noticed();
    CREATE TABLE counted AS SELECT 1 AS id, 0 AS n;
    CREATE TABLE owners AS SELECT n AS id, 'C' || lpad(n::text, 7, '0') AS code, 'name ' || n % 50 AS name
      FROM generate_series(1, ${ROWS / 6}) AS n;
    ALTER TABLE owners ADD PRIMARY KEY (id), ADD UNIQUE (code);
    CREATE TABLE owned AS SELECT id, code FROM owners;
    ALTER TABLE owned ADD PRIMARY KEY (id), ADD CONSTRAINT owned_by FOREIGN KEY (code) REFERENCES owners (code);
    ANALYZE`);
}

/** Contents, and all that runs change for a while. */
async function stateOf(): Promise<Record<string, unknown>> {
  const state: Record<string, unknown> = {};
  for (const table of TABLES) {
    state[table] = await target.query(
      `SELECT md5(string_agg(md5(t::text), '' ORDER BY id)) AS sum, count(*) FROM ${table} AS t`,
    );
  }
  state.objects = await target.query(`
    SELECT relname, relkind, relacl::text AS more FROM pg_class
      WHERE relnamespace = 'public'::regnamespace OR relname LIKE 'vizard%'
    UNION ALL SELECT tgname, 't', tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT conname, contype, pg_get_constraintdef(oid) FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace
    ORDER BY 1, 2, 3`);
  return state;
}

async function begin(): Promise<void> {
  program = Program.start({
    env: {
      ...{ DATABASE_URL: store.url, DATA_DIR: folder, PORT: String(port), WORKER_PROCESSES: '3' },
      ...{ WORKER_HEARTBEAT_MS: '500', WORKER_STALE_MS: '3000', LOG_LEVEL: 'error' },
      ...(redis === null
        ? {}
        : { REDIS_URL: redis.url, SECRET_KEY: 'a key for the tests of kills, long enough' }),
    },
  });
  for (let attempt = 0; attempt < 1_800; attempt += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/healthcheck/`).catch(() => null);
    if (answer?.ok === true) {
      return;
    }
    await sleep(50);
  }
  throw new Error(`The program does not come up: ${program.output}`);
}

const VICTIMS: readonly (readonly [string, () => Promise<void>])[] = [
  [
    'worker',
    async () => {
      const pids = program.childPids();
      const pid = pids[Math.floor(random() * pids.length)];
      if (pid !== undefined) {
        process.kill(pid, 'SIGKILL');
      }
      await sleep(0);
    },
  ],
  [
    'program',
    async () => {
      await program.end('SIGKILL');
      await begin();
    },
  ],
  ['target', () => target.killAndRestart()],
  ['redis', async () => (redis?.isPrivate === true ? redis.restart() : undefined)],
];

/** Workers die most often, as they do in life. */
function victim(): (typeof VICTIMS)[number] {
  const choices = redis === null ? [0, 0, 0, 1, 2] : [0, 0, 0, 1, 2, 3];
  return VICTIMS[choices[Math.floor(random() * choices.length)]!]!;
}

async function runUnderKills(kills: number): Promise<{ run: WireRun; killed: string[] }> {
  await prepare();
  const connection = await createConnection(client, connectionBody(target.address));
  const ruleset = await createTasks(client, TASKS);
  const id = await startRun(client, { connection, ruleset, options: OPTIONS });
  const killed: string[] = [];
  for (; killed.length < kills;) {
    await sleep(random() * LONGEST_PAUSE_MS);
    const { end_time: ended } = (await client.get(`/api/runs/${id}/`)).body as { end_time: string | null };
    if (ended !== null) {
      break;
    }
    const [name, kill] = victim();
    await kill();
    killed.push(name);
  }
  return { run: await awaitRun(client, id, undefined, 300_000), killed };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vizard-test-data-'));
  [target, store, port] = await Promise.all([KillableTarget.start(), createStoreDatabase(), freePort()]);
  redis = hasRedis() ? await startRedis() : null;
  await begin();
  client = await ApiClient.installAdmin({ server: `http://127.0.0.1:${port}` } as unknown as TestApp);
});

afterAll(async () => {
  await program.end();
  await redis?.stop();
  await target.stop();
  await store.drop();
  rmSync(folder, { recursive: true, force: true });
});

it(
  `a run under ${KILLS} kills of everything ends like one that nobody disturbed`,
  async () => {
    const calm = await runUnderKills(0);
    expect(calm.run).toMatchObject({ error_message: null });
    const expected = await stateOf();
    expect(JSON.stringify(expected)).not.toContain('vizard_');
    const killed: string[] = [];
    while (killed.length < KILLS) {
      const end = await runUnderKills(Math.min(KILLS_PER_RUN, KILLS - killed.length));
      killed.push(...end.killed);
      const context = `seed ${SEED}, ${end.killed.join(' ')}: ${(await logOf(client, end.run.id)).join('\n')}`;
      const told = end.run.status.startsWith('finished') ? '' : context;
      expect({ told, state: await stateOf() }).toEqual({ told: '', state: expected });
    }
    const counts = VICTIMS.map(([name]) => `${killed.filter((each) => each === name).length} ${name}`);
    process.stderr.write(`Killed, with seed ${SEED}: ${counts.join(', ')}.\n`);
  },
  30 * 60_000,
);
