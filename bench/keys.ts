/**
 * Rewriting a primary key with what refers to it, against the least that plain SQL can do: 1,000,000 rows, and three
 * times as many that refer to them. BENCH_ROWS changes the size; the server is that of BENCH_DATABASE_URL, else a
 * private one.
 */
import type pg from 'pg';
import { DATABASE_ADAPTERS } from '../src/adapters/databases/index.js';
import type { DatabaseSession, DatabaseSettings, KeyPlace } from '../src/adapters/databases/index.js';
import { compileKeyRule, readRuleset } from '../src/engine/index.js';
import type { ColumnShape, KeyOwner, MaskTableTask, RowText } from '../src/engine/index.js';
import { connect, openServer } from './postgres/server.js';

const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000);
const REFERRING = 3;
const DATABASE = `bench_keys_${process.pid}`;
const RULESET = `version: "1.0"
tasks: [{type: mask_table, table: parent, key: id, rules: [{column: id, masks: [{type: imitate_unique}]}]}]`;

export async function run(): Promise<void> {
  const server = await openServer();
  const admin = await connect(server.url);
  try {
    await admin.query(`CREATE DATABASE ${DATABASE}`);
    const url = new URL(server.url);
    url.pathname = `/${DATABASE}`;
    const client = await connect(url.href);
    try {
      await measureBoth(client, url);
    } finally {
      await client.end();
    }
  } finally {
    await admin.query(`DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`);
    await admin.end();
    await server.stop();
  }
}

async function measureBoth(client: pg.Client, url: URL): Promise<void> {
  await makeTables(client);
  await told('plain SQL: constraints away, UPDATE … SET id = n - id, constraints back', () => plain(client));
  await client.query('VACUUM ANALYZE');
  await client.query('CHECKPOINT');
  const before = process.resourceUsage().maxRSS / 1024;
  await told('ours: imitate_unique, staged, joined, joins verified', () => ours(url));
  const peak = process.resourceUsage().maxRSS / 1024;
  write(`RSS ${Math.round(before)} MB before ours, peak ${Math.round(peak)} MB`);
}

async function makeTables(client: pg.Client): Promise<void> {
  await client.query(`
    CREATE TABLE parent AS SELECT n::int AS id, 'parent ' || n AS name, now() AS made FROM generate_series(1, ${ROWS}) n;
    CREATE TABLE child AS SELECT n::int AS id, (n % ${ROWS} + 1)::int AS parent, 'child ' || n AS name
      FROM generate_series(1, ${REFERRING * ROWS}) n;
    ALTER TABLE parent ADD PRIMARY KEY (id);
    ALTER TABLE child ADD PRIMARY KEY (id);
    ALTER TABLE child ADD CONSTRAINT child_parent FOREIGN KEY (parent) REFERENCES parent`);
  await client.query('VACUUM ANALYZE');
}

async function plain(client: pg.Client): Promise<void> {
  await client.query(`BEGIN;
    ALTER TABLE child DROP CONSTRAINT child_parent;
    ALTER TABLE parent DROP CONSTRAINT parent_pkey;
    UPDATE parent SET id = ${ROWS + 1} - id;
    UPDATE child SET parent = ${ROWS + 1} - parent;
    ALTER TABLE parent ADD PRIMARY KEY (id);
    ALTER TABLE child ADD CONSTRAINT child_parent FOREIGN KEY (parent) REFERENCES parent;
    COMMIT`);
}

async function ours(url: URL): Promise<void> {
  const session = await open(url);
  try {
    const table = await session.describeTable({ schema: 'public', table: 'parent' });
    const find = (name: string): ColumnShape | undefined =>
      table.columns.find((column) => column.name === name);
    const owner: KeyOwner = { table: 'parent', shape: { columns: table.columns, find } };
    const place = (name: string, column: string): KeyPlace => ({
      table: { schema: 'public', table: name },
      columns: [column],
    });
    const places = [place('parent', 'id'), place('child', 'parent')];
    const links = [{ from: places[1]!, to: places[0]! }];
    await session.keys?.rewrite(null, { maps: [{ places, translator: () => translator(owner) }], links });
  } finally {
    await session.close();
  }
}

function translator(owner: KeyOwner): (rows: readonly RowText[]) => readonly RowText[] {
  const [task] = readRuleset(RULESET).ruleset?.tasks ?? [];
  const [rule] = (task as MaskTableTask).rules;
  const context = {
    runKey: new Uint8Array(32),
    repeatable: true,
    nowMs: 0,
    seedFiles: new Map<string, never>(),
  };
  const { mask } = compileKeyRule(rule!, owner, context, ROWS);
  return (rows) => rows.map((row, index) => mask!(row, index));
}

function open(url: URL): Promise<DatabaseSession> {
  const settings: DatabaseSettings = {
    host: url.hostname,
    tcpPort: Number(url.port),
    database: DATABASE,
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    schema: '',
    engineOptions: {},
    readOnly: false,
  };
  return DATABASE_ADAPTERS.postgres!.open(settings, 'bench');
}

async function told(path: string, work: () => Promise<void>): Promise<void> {
  const start = process.hrtime.bigint();
  await work();
  const seconds = Number(process.hrtime.bigint() - start) / 1e9;
  const rate = Math.round((ROWS * (1 + REFERRING)) / seconds).toLocaleString('en');
  write(`${path.padEnd(72)} ${seconds.toFixed(1)} s  ${rate} rows/s`);
}

function write(line: string): void {
  process.stdout.write(`${line}\n`);
}
