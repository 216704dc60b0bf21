/**
 * Schema discoveries of the whole program, from the request to the end of the run: of 1,000 tables by names, and of tables
 * with 1,000 rows each by values too. The tables lie on the server of BENCH_DATABASE_URL, else on a private one.
 */
import type pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../test/support/guarded-process.js';
import { atLeast, atMost } from './bars/bar.js';
import { FuzzedServer } from './fuzz-api/server.js';
import { connect, openServer } from './postgres/server.js';

const COLUMNS = [
  ...[
    'first_name text',
    'c2 text',
    'email varchar(80)',
    'c4 text',
    'born date',
    'c6 text',
    'card text',
    'c8 inet',
  ],
  ...[
    'status text',
    'amount numeric(12, 2)',
    'created_at timestamptz',
    'c12 text',
    'sku varchar(20)',
    'c14 text',
  ],
  ...['parent int', 'note text', 'version text', 'c18 bigint', 'flag boolean'],
];
const VALUES = `'Ann', 'Ben' || n, 'p' || n || '@example.com', 'q' || n || '@example.org', '1960-01-01'::date + n, n || ' High Street',
  '4111 1111 1111 1111', ('10.0.0.' || n % 250)::inet, 'open', n, now(), 'Lopez', 'AB-' || n, '+49 30 ' || 900000 + n, 1,
  'Spoke to Ann Lopez about order ' || n, '1.' || n || '.0', 1700000000000 + n, true`;
const PER_TABLE = COLUMNS.length + 1;
const POLL_MS = 50;

interface Load {
  readonly tables: number;
  readonly rows: number;
  readonly inData: boolean;
  readonly tell?: (seconds: number, columnsPerSecond: number) => void;
}

const LOADS: readonly Load[] = [
  {
    ...{ tables: 1_000, rows: 10, inData: false },
    tell: (seconds) => {
      atMost(20, 'discovery of 1,000 tables by names', seconds, ' s');
    },
  },
  { tables: 1_000, rows: 10, inData: true },
  {
    ...{ tables: 100, rows: 1_000, inData: true },
    tell: (_seconds, rate) => {
      atLeast(200, 'discovery by 1,000 values of each column', rate, ' columns/s');
    },
  },
];

export async function run(): Promise<void> {
  const target = await openServer();
  const program = await FuzzedServer.start(await freePort());
  try {
    const caller = await program.logIn();
    console.log(
      '| tables | columns | rows of each | values | seconds | columns/s |\n|---|---|---|---|---|---|',
    );
    for (const [place, load] of LOADS.entries()) {
      const database = `bench_${process.pid}_${place}`;
      const url = await makeDatabase(target.url, database, load);
      const seconds = await discover(program, caller?.token ?? '', { url, database, load });
      const columns = load.tables * PER_TABLE;
      load.tell?.(seconds, columns / seconds);
      const cells = [load.tables, columns, load.rows, load.inData ? 'yes' : 'no', seconds.toFixed(1)];
      console.log(`| ${[...cells, Math.round(columns / seconds)].join(' | ')} |`);
    }
  } finally {
    await program.stop();
    await target.stop();
  }
}

async function makeDatabase(server: string, database: string, load: Load): Promise<URL> {
  await withClient(server, (client) => client.query(`CREATE DATABASE ${database}`));
  const url = new URL(server);
  url.pathname = `/${database}`;
  await withClient(url.href, async (client) => {
    for (let table = 0; table < load.tables; table++) {
      const reference = table === 0 ? '' : `, FOREIGN KEY (parent) REFERENCES table_${table - 1} (id)`;
      await client.query(`CREATE TABLE table_${table} (id int PRIMARY KEY, ${COLUMNS.join(', ')}${reference});
        INSERT INTO table_${table} SELECT n, ${VALUES} FROM generate_series(1, ${load.rows}) AS n`);
    }
    await client.query('ANALYZE');
  });
  return url;
}

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = await connect(url);
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** Seconds. */
async function discover(
  program: FuzzedServer,
  token: string,
  { url, database, load }: { readonly url: URL; readonly database: string; readonly load: Load },
): Promise<number> {
  const call = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
    const headers = { authorization: token, 'content-type': 'application/json' };
    const sent = body === undefined ? null : JSON.stringify(body);
    const { status, text } = await program.send({ method, path, headers, body: sent });
    if (status >= 300) {
      throw new Error(`${method} ${path} answered ${status}: ${text.slice(0, 500)}`);
    }
    return JSON.parse(text) as Record<string, unknown>;
  };
  const connection = await call('POST', '/api/connections/', {
    ...{ version: '1.0', name: database, mask_type: 'database', db_type: 'postgres', schema: '' },
    ...{ host: url.hostname, port: Number(url.port), database, user: decodeURIComponent(url.username) },
    dbpassword: decodeURIComponent(url.password),
  });
  const start = performance.now();
  const started = await call('POST', '/api/schema-discovery/', {
    connection: connection.id,
    in_data_discovery: { enabled: load.inData, row_sample_size: 1_000 },
  });
  for (;;) {
    const { status } = await call('GET', `/api/runs/${String(started.id)}/`);
    if (status === 'finished') {
      return (performance.now() - start) / 1000;
    }
    if (status === 'failed' || status === 'cancelled') {
      throw new Error(`The discovery is ${status}.`);
    }
    await sleep(POLL_MS);
  }
}
