/**
 * A run over many small tables: what a table costs beside its rows. The whole program, as `npm start` runs it, masks 1,000
 * tables of 100 rows in a server of their own, by one `parallel` task. BENCH_TABLES changes their number.
 */
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeDataFolder } from '../test/support/data-folder.js';
import { atLeast } from './bars/bar.js';
import { ChaosClient } from './chaos/chaos-client.js';
import { Processes } from './chaos/processes.js';
import { connect, openServer } from './postgres/server.js';

const ROWS = 100;

export async function run(): Promise<void> {
  const count = Number(process.env.BENCH_TABLES ?? 1_000);
  const server = await openServer();
  const folder = makeDataFolder('bench');
  const processes = await Processes.start('one', {
    ...{ DATA_DIR: folder, LOG_LEVEL: 'error', RATE_LIMIT_MAX: '1000000000' },
  });
  try {
    await makeTables(server.url, count);
    const client = new ChaosClient(() => processes.urls);
    await client.install();
    const [plain, ours] = [await updateAll(server.url, count), await maskAll(client, server.url, count)];
    const line = (what: string, seconds: number): string =>
      `${what.padEnd(40)} ${seconds.toFixed(1).padStart(6)} s  ${(count / seconds).toFixed(0)} tables/s\n`;
    process.stdout.write(line('plain SQL: one UPDATE a table', plain));
    process.stdout.write(line('ours, checks and clean-up included', ours));
    atLeast(50, `${count} tables of ${ROWS} rows in one run`, count / ours, ' tables/s');
    process.stdout.write(`${count} tables of ${ROWS} rows; goal: 50 tables/s\n`);
  } finally {
    await processes.stop();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function makeTables(url: string, count: number): Promise<void> {
  const client = await connect(url);
  for (let table = 1; table <= count; table += 1) {
    await client.query(`CREATE TABLE small_${table} AS SELECT n AS id, 'Name ' || n AS name, 'x' || n AS note
      FROM generate_series(1, ${ROWS}) AS n; ALTER TABLE small_${table} ADD PRIMARY KEY (id)`);
  }
  await client.query('VACUUM ANALYZE');
  await client.end();
}

async function updateAll(url: string, count: number): Promise<number> {
  const client = await connect(url);
  const start = performance.now();
  for (let table = 1; table <= count; table += 1) {
    await client.query(`UPDATE small_${table} SET note = reverse(note)`);
  }
  const seconds = (performance.now() - start) / 1_000;
  await client.end();
  return seconds;
}

/** A large ruleset is checked in the background. */
async function untilValidated(client: ChaosClient, id: string): Promise<void> {
  const path = `/api/rulesets/${id}/`;
  while (
    (await client.send<{ validation_status: string }>('GET', path)).validation_status === 'in_progress'
  ) {
    await sleep(50);
  }
}

/** Seconds from the order of the run to its end. */
async function maskAll(client: ChaosClient, url: string, count: number): Promise<number> {
  const { hostname, port, username, password, pathname } = new URL(url);
  const connection = await client.create('/api/connections/', {
    ...{ version: '1.0', mask_type: 'database', db_type: 'postgres', is_read_only: false },
    ...{ host: hostname, port: Number(port), database: pathname.slice(1), schema: '' },
    ...{ user: decodeURIComponent(username), dbpassword: decodeURIComponent(password) },
  });
  const tasks = Array.from(
    { length: count },
    (_, place) => `      - type: mask_table
        table: small_${place + 1}
        key: id
        rules: [{ column: name, masks: [{ type: imitate }] }]
`,
  );
  const ruleset = await client.ruleset(`  - type: parallel\n    tasks:\n${tasks.join('')}`);
  await untilValidated(client, ruleset);
  const start = performance.now();
  const id = await client.create<number>('/api/runs/', {
    source_connection: connection,
    ruleset,
    options: {},
  });
  while (!(await client.isOver([id]))) {
    await sleep(200);
  }
  const seconds = (performance.now() - start) / 1_000;
  const { status, error_message } = await client.run(id);
  if (status !== 'finished') {
    throw new Error(`the run is ${status}: ${String(error_message)}`);
  }
  return seconds;
}
