import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

const SAMPLE_FILES = ['sample-schema.sql', 'sample-rows.sql'];

const withDatabase = (url, database) => Object.assign(new URL(url), { pathname: `/${database}` }).href;

export async function connect(url) {
  const client = new pg.Client({ connectionString: url, application_name: 'vizard demo' });
  // A server that is stopped while we hold a session must not end the demo with a stack trace.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function administer(url, statements) {
  const client = await connect(url);
  try {
    for (const statement of statements) {
      await client.query(statement);
    }
  } finally {
    await client.end();
  }
}

/**
 * Where the demo works. Without `DATABASE_URL`: a PostgreSQL of its own below `dataDir` for the sample company, while
 * Vizard brings its own. With it: two new databases on that server, dropped at the end.
 */
export async function openDatabases({ root, dataDir, databaseUrl }) {
  return databaseUrl === undefined ? ownServer(root, dataDir) : givenServer(databaseUrl);
}

async function ownServer(root, dataDir) {
  const { EmbeddedPostgres } = await import(join(root, 'dist/src/database/embedded-postgres.js'));
  const server = await EmbeddedPostgres.start({ root, dataDir: join(dataDir, 'sample-company') });
  await administer(server.url, ['DROP DATABASE IF EXISTS shop WITH (FORCE)', 'CREATE DATABASE shop']);
  return {
    shopUrl: withDatabase(server.url, 'shop'),
    serverEnvironment: {},
    close: () => server.stop(),
  };
}

async function givenServer(databaseUrl) {
  const names = ['store', 'shop'].map((part) => `vizard_demo_${part}_${randomBytes(4).toString('hex')}`);
  await administer(
    databaseUrl,
    names.map((name) => `CREATE DATABASE ${name}`),
  );
  const [store, shop] = names;
  return {
    shopUrl: withDatabase(databaseUrl, shop),
    serverEnvironment: { DATABASE_URL: withDatabase(databaseUrl, store) },
    close: () =>
      administer(
        databaseUrl,
        names.map((name) => `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
      ),
  };
}

/** Fills the empty database with the sample company; returns the number of rows. */
export async function createSampleCompany(client) {
  await client.query('BEGIN');
  for (const part of SAMPLE_FILES) {
    await client.query(await readFile(new URL(part, import.meta.url), 'utf8'));
  }
  await client.query('COMMIT');
  const { rows } = await client.query(
    'SELECT sum(reltuples)::int AS rows, count(*)::int AS tables FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace WHERE relkind = $1 AND nspname = $2',
    ['r', 'public'],
  );
  return rows[0];
}

/** The connection as the API takes it. */
export function connectionFields(url) {
  const { hostname, port, username, password, pathname } = new URL(url);
  return {
    version: '1.0',
    name: 'sample company',
    mask_type: 'database',
    db_type: 'postgres',
    host: hostname,
    port: Number(port || 5432),
    database: decodeURIComponent(pathname.slice(1)),
    user: decodeURIComponent(username),
    dbpassword: decodeURIComponent(password),
    schema: '',
  };
}
