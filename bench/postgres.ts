/**
 * Masking in place against PostgreSQL's own UPDATE: 1,000,000 rows of 12 columns, 4 of them masked with one hash column.
 * Each measurement starts from a fresh, vacuumed copy and a checkpoint. The server is that of BENCH_DATABASE_URL, else a
 * private one. BENCH_ROWS, BENCH_BATCH and BENCH_PARTS change the sizes; `plain` leaves
 * out indexes, wide tables and long texts.
 */
import type pg from 'pg';
import { atLeast, atMost } from './bars/bar.js';
import { maskInPlace, writeAnew } from './postgres/mask-in-place.js';
import type { BenchTarget, Settings } from './postgres/mask-in-place.js';
import { connect, openServer } from './postgres/server.js';
import { serverCpu } from './postgres/server-cpu.js';
import type { TableForm } from './postgres/tables.js';
import { freshCopy, makeSource, MASKED, plainForm } from './postgres/tables.js';

/** Seconds; CPU of the server is null where it cannot be known. */
interface Spent {
  readonly seconds: number;
  readonly ourCpu: number;
  readonly serverCpu: number | null;
}

interface Result extends Spent {
  readonly path: string;
  readonly rows: number;
  /** Of this process so far. */
  readonly peakMb: number;
}

export async function run(options: readonly string[]): Promise<void> {
  const server = await openServer();
  const database = `bench_${process.pid}`;
  const admin = await connect(server.url);
  try {
    await admin.query(`CREATE DATABASE ${database}`);
    const url = new URL(server.url);
    url.pathname = `/${database}`;
    const client = await connect(url.href);
    try {
      await measureAll(client, url, options.includes('plain'));
    } finally {
      await client.end();
    }
  } finally {
    await admin.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
    await admin.end();
    await server.stop();
  }
}

async function measureAll(client: pg.Client, url: URL, onlyPlain: boolean): Promise<void> {
  const settings = readSettings();
  await makeSource(client, settings.rows);
  const plain = plainForm(settings.rows);
  const md5 = await baseline(client, plain, 'md5');
  const reverse = await baseline(client, plain, 'reverse');
  const before = Math.round(process.resourceUsage().maxRSS / 1024);
  const ours = await masked(client, url, { settings, form: plain });
  print([md5, reverse], ours, 'goals: 1.0x of md5, 0.6x of reverse');
  tellPlain(md5, reverse, ours);
  const anew = await masked(client, url, { settings, form: plain, anew: true });
  print([reverse], anew, 'written anew (write_mode: rewrite); goal: 0.85x of reverse');
  atLeast(0.85, `${size(anew)} with \`write_mode: rewrite\`, of \`reverse\``, reverse.seconds / anew.seconds);
  write(`Before ours, the RSS of this process was ${before} MB.`);
  if (onlyPlain) {
    return;
  }
  const few = Math.ceil(settings.rows / 5);
  const indexed = { ...plainForm(few), indexed: ['last_name', 'phone'] };
  const itself = await baseline(client, indexed, 'reverse');
  const oursIndexed = await masked(client, url, { settings, form: indexed });
  print([itself], oursIndexed, 'two indexes on masked columns; goal: 1.0x of reverse');
  atLeast(
    1,
    `${size(oursIndexed)} with two indexes on masked columns, of \`reverse\``,
    itself.seconds / oursIndexed.seconds,
  );
  const narrow = await masked(client, url, { settings, form: plainForm(few) });
  const wide = await masked(client, url, { settings, form: { ...plainForm(few), extraColumns: 108 } });
  write(`120 columns cost ${(wide.seconds / narrow.seconds).toFixed(2)} times what 12 do (goal: 1.3).`);
  atMost(1.3, 'time of 120 columns to that of 12', wide.seconds / narrow.seconds, 'x');
  await measureLongTexts(client, url, settings);
}

function tellPlain(md5: Result, reverse: Result, ours: Result): void {
  atLeast(
    1.15,
    `${size(ours)} of 12 columns, 4 masked, of \`UPDATE … SET c = md5(c)\``,
    md5.seconds / ours.seconds,
  );
  atLeast(0.6, 'the same, of `UPDATE … SET c = reverse(c)`', reverse.seconds / ours.seconds);
  atMost(250, 'the same, peak memory', ours.peakMb, ' MB');
}

function size({ rows }: Result): string {
  return `${rows.toLocaleString('en')} rows`;
}

/** The note is read and masked too, so that each page carries its texts through this process. */
async function measureLongTexts(client: pg.Client, url: URL, settings: Settings): Promise<void> {
  const rows = Math.ceil(settings.rows / 50);
  const form = { ...plainForm(rows), noteLength: 10_000 };
  const half = await masked(client, url, {
    settings,
    form: { ...form, rows: Math.ceil(rows / 2) },
    note: true,
  });
  const whole = await masked(client, url, { settings, form, note: true });
  write(
    `Texts of 10 kB: peak RSS ${half.peakMb} MB after ${Math.ceil(rows / 2)} rows, ${whole.peakMb} MB after ` +
      `${rows} more (goal: 300 MB, whatever the number of rows).`,
  );
  atMost(300, 'peak memory with texts of 10 kB', whole.peakMb, ' MB');
}

async function baseline(client: pg.Client, form: TableForm, expression: string): Promise<Result> {
  await freshCopy(client, form);
  const sets = MASKED.map((column) => `${column} = ${expression}(${column})`).join(', ');
  const spent = await measured(client, () => client.query(`UPDATE people SET ${sets}`));
  return { path: `plain SQL: UPDATE … SET c = ${expression}(c)`, ...spent, rows: form.rows, peakMb: 0 };
}

interface Masking {
  readonly settings: Settings;
  readonly form: TableForm;
  /** The long text of each row is masked too. */
  readonly note?: boolean;
  /** In `write_mode: rewrite`. */
  readonly anew?: boolean;
}

async function masked(client: pg.Client, url: URL, { settings, form, note, anew }: Masking): Promise<Result> {
  await freshCopy(client, form);
  const work = anew === true ? writeAnew : maskInPlace;
  const spent = await measured(client, () => work(targetOf(url), { ...settings, note: note === true }));
  const peakMb = Math.round(process.resourceUsage().maxRSS / 1024);
  await checkMasked(client, form.rows);
  const parts = anew === true ? 'one transaction' : `${settings.parts} partitions`;
  const path = `ours: ${parts}, ${settings.batchSize} rows a batch`;
  return { path, ...spent, rows: form.rows, peakMb };
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

function print(baselines: readonly Result[], ours: Result, what: string): void {
  write(`${ours.rows.toLocaleString('en')} rows; ${what}`);
  for (const result of [...baselines, ours]) {
    const { path, rows, seconds, ourCpu, serverCpu: there } = result;
    const rate = `${Math.round(rows / seconds).toLocaleString('en')} rows/s`;
    const ratio =
      result === ours ? `peak RSS ${ours.peakMb} MB` : `ours is ${(seconds / ours.seconds).toFixed(2)}x`;
    const cpu = `CPU: server ${there?.toFixed(2) ?? '?'} s, here ${ourCpu.toFixed(2)} s`;
    write(`${path.padEnd(48)} ${seconds.toFixed(1).padStart(6)} s  ${rate.padStart(16)}  ${ratio}  ${cpu}`);
  }
}

function readSettings(): Settings {
  const number = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise);
  return {
    rows: number('BENCH_ROWS', 1_000_000),
    batchSize: number('BENCH_BATCH', 2_000),
    parts: number('BENCH_PARTS', 2),
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
