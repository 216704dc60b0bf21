/**
 * Masking in place against PostgreSQL's own UPDATE: 1,000,000 rows of 12 columns, 4 of them masked with one hash column.
 * Each measurement starts from a fresh, vacuumed copy and a checkpoint. The server is that of BENCH_DATABASE_URL, else a
 * private one. BENCH_ROWS, BENCH_BATCH and BENCH_PARTS change the sizes.
 */
import type pg from 'pg';
import { maskInPlace } from './postgres/mask-in-place.js';
import type { BenchTarget, Settings } from './postgres/mask-in-place.js';
import { connect, openServer } from './postgres/server.js';
import { serverCpu } from './postgres/server-cpu.js';
import { freshCopy, makeSource, MASKED } from './postgres/tables.js';

/** Seconds; CPU of the server is null where it cannot be known. */
interface Spent {
  readonly seconds: number;
  readonly ourCpu: number;
  readonly serverCpu: number | null;
}

interface Result extends Spent {
  readonly path: string;
  readonly peakMb: number | null;
}

export async function run(): Promise<void> {
  const server = await openServer();
  const database = `bench_${process.pid}`;
  const admin = await connect(server.url);
  try {
    await admin.query(`CREATE DATABASE ${database}`);
    const url = new URL(server.url);
    url.pathname = `/${database}`;
    const client = await connect(url.href);
    try {
      await measureAll(client, url);
    } finally {
      await client.end();
    }
  } finally {
    await admin.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
    await admin.end();
    await server.stop();
  }
}

async function measureAll(client: pg.Client, url: URL): Promise<void> {
  const settings = readSettings();
  await makeSource(client, settings.rows);
  const results: Result[] = [];
  for (const expression of ['md5', 'reverse']) {
    await freshCopy(client);
    const sets = MASKED.map((column) => `${column} = ${expression}(${column})`).join(', ');
    const spent = await measured(client, () => client.query(`UPDATE people SET ${sets}`));
    results.push({ path: `plain SQL: UPDATE … SET c = ${expression}(c)`, ...spent, peakMb: null });
  }
  await freshCopy(client);
  const before = process.resourceUsage().maxRSS / 1024;
  const spent = await measured(client, () => maskInPlace(targetOf(url), settings));
  const peakMb = process.resourceUsage().maxRSS / 1024;
  results.push({
    path: `ours: ${settings.parts} partitions, ${settings.batchSize} rows a batch`,
    ...spent,
    peakMb,
  });
  await checkMasked(client, settings.rows);
  print(results, settings.rows);
  write(`Before ours, the RSS of this process was ${Math.round(before)} MB.`);
}

async function checkMasked(client: pg.Client, rows: number): Promise<void> {
  const differs = MASKED.map((column) => `p.${column} <> s.${column}`).join(' OR ');
  const { rows: counted } = await client.query<{ count: string }>(
    `SELECT count(*) FROM people p JOIN people_source s USING (id) WHERE (${differs}) AND p.email = s.email`,
  );
  if (Number(counted[0]?.count) !== rows) {
    throw new Error(`only ${counted[0]?.count ?? ''} of ${rows} rows are masked`);
  }
}

function print(results: readonly Result[], rows: number): void {
  const ours = results.at(-1)?.seconds ?? 0;
  for (const { path, seconds, ourCpu, serverCpu: there, peakMb } of results) {
    const rate = `${Math.round(rows / seconds).toLocaleString('en')} rows/s`;
    const ratio =
      peakMb === null ? `ours is ${(seconds / ours).toFixed(2)}x` : `peak RSS ${Math.round(peakMb)} MB`;
    const cpu = `CPU: server ${there?.toFixed(2) ?? '?'} s, here ${ourCpu.toFixed(2)} s`;
    write(`${path.padEnd(48)} ${seconds.toFixed(1).padStart(6)} s  ${rate.padStart(16)}  ${ratio}  ${cpu}`);
  }
}

function readSettings(): Settings {
  const number = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise);
  return {
    rows: number('BENCH_ROWS', 1_000_000),
    batchSize: number('BENCH_BATCH', 1_000),
    parts: number('BENCH_PARTS', 2),
  };
}

function targetOf(url: URL): BenchTarget {
  return {
    kind: 'postgres',
    settings: {
      host: url.hostname,
      tcpPort: Number(url.port),
      database: url.pathname.slice(1),
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      schema: '',
      engineOptions: { ssl: false },
      readOnly: false,
    },
  };
}

async function measured(client: pg.Client, work: () => Promise<unknown>): Promise<Spent> {
  const serverBefore = await serverCpu(client);
  const cpuBefore = process.cpuUsage();
  const start = process.hrtime.bigint();
  await work();
  const seconds = Number(process.hrtime.bigint() - start) / 1e9;
  const { user, system } = process.cpuUsage(cpuBefore);
  const serverAfter = await serverCpu(client);
  return {
    seconds,
    ourCpu: (user + system) / 1e6,
    serverCpu: serverBefore === null || serverAfter === null ? null : serverAfter - serverBefore,
  };
}

function write(line: string): void {
  process.stdout.write(`${line}\n`);
}
