/**
 * A run over many small tables: what a table costs beside its rows. The whole program, as `npm start` runs it, masks 1,000
 * tables of 100 rows in a server of their own, by one `parallel` task. BENCH_TABLES changes their number.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { atLeast } from './bars/bar.js';
import { connect, openServer } from './postgres/server.js';
import { Program } from './small-tables/program.js';

const ROWS = 100;
const FINAL = new Set(['finished', 'finished_with_warnings', 'failed', 'cancelled']);

export async function run(): Promise<void> {
  const count = Number(process.env.BENCH_TABLES ?? 1_000);
  const server = await openServer();
  const program = await Program.start();
  try {
    await makeTables(server.url, count);
    const [plain, ours] = [await updateAll(server.url, count), await maskAll(program, server.url, count)];
    const line = (what: string, seconds: number): string =>
      `${what.padEnd(40)} ${seconds.toFixed(1).padStart(6)} s  ${(count / seconds).toFixed(0)} tables/s\n`;
    process.stdout.write(line('plain SQL: one UPDATE a table', plain));
    process.stdout.write(line('ours, checks and clean-up included', ours));
    atLeast(50, `${count} tables of ${ROWS} rows in one run`, count / ours, ' tables/s');
    process.stdout.write(`${count} tables of ${ROWS} rows; goal: 50 tables/s\n`);
  } finally {
    await program.stop();
    await server.stop();
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
async function untilValidated(program: Program, id: string): Promise<void> {
  while ((await program.get(`/api/rulesets/${id}/`)).validation_status === 'in_progress') {
    await sleep(50);
  }
}

/** Seconds from the order of the run to its end. */
async function maskAll(program: Program, url: string, count: number): Promise<number> {
  const { hostname, port, username, password, pathname } = new URL(url);
  const connection = await program.post('/api/connections/', {
    ...{ name: 'small', version: '1.0', mask_type: 'database', db_type: 'postgres', is_read_only: false },
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
  const ruleset = await program.post('/api/rulesets/', {
    ...{ name: 'small_tables', mask_type: 'database' },
    config_yaml: `version: "1.0"\ntasks:\n  - type: parallel\n    tasks:\n${tasks.join('')}`,
  });
  await untilValidated(program, String(ruleset.id));
  const start = performance.now();
  const order = { name: 'small', source_connection: connection.id, ruleset: ruleset.id, options: {} };
  const { id } = await program.post('/api/runs/', order);
  for (;;) {
    const shown = await program.get(`/api/runs/${String(id)}/`);
    if (FINAL.has(String(shown.status))) {
      if (shown.status !== 'finished') {
        throw new Error(`the run is ${String(shown.status)}: ${String(shown.error_message)}`);
      }
      return (performance.now() - start) / 1_000;
    }
    await sleep(200);
  }
}
