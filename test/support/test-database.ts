import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseSettings } from '../../src/adapters/databases/index.js';

/** SQLSTATE of the server when others are in the database. */
const OBJECT_IN_USE = '55006';

/** A database of its own for one test or suite; everything in it goes with it. */
export interface TestDatabase {
  readonly name: string;
  readonly url: string;
  /** As a connection to a masking target, for adapters. */
  readonly settings: DatabaseSettings;
  /** Runs one statement and returns its rows. */
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}

/** An empty database to be masked; `options` as in `CREATE DATABASE`. */
export function createTargetDatabase(options = ''): Promise<TestDatabase> {
  return createDatabase('target', options);
}

/** Our own database, migrated. */
export function createStoreDatabase(): Promise<TestDatabase> {
  return createDatabase('store', `TEMPLATE "${testPrefix()}_template"`);
}

/** Our own database before any migration. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase('empty', '');
}

async function createDatabase(kind: string, options: string): Promise<TestDatabase> {
  const name = `${testPrefix()}_${kind}_${randomBytes(4).toString('hex')}`;
  await onServer(`CREATE DATABASE "${name}" ${options}`);
  const url = new URL(testServerUrl());
  url.pathname = `/${name}`;
  const pool = new pg.Pool({ connectionString: url.href, max: 4, allowExitOnIdle: true });
  // A test may kill the sessions or the server on purpose; the next query tells.
  pool.on('error', () => undefined);
  return {
    name,
    url: url.href,
    settings: settingsOf(url, name),
    query: async <Row extends pg.QueryResultRow>(
      text: string,
      values: readonly unknown[] = [],
    ): Promise<Row[]> => (await pool.query<Row>(text, [...values])).rows,
    drop: async (): Promise<void> => {
      await pool.end();
      await onServer(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
    },
  };
}

function settingsOf(url: URL, database: string): DatabaseSettings {
  return {
    host: url.hostname,
    tcpPort: Number(url.port || '5432'),
    database,
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    schema: '',
    engineOptions: {},
    readOnly: false,
  };
}

/** Sessions that are told to end, and those that are just over, are waited for: the server itself gives up after five seconds. */
async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: testServerUrl() });
  await client.connect();
  try {
    for (let isDone = false; !isDone;) {
      isDone = await client.query(statement).then(
        () => true,
        async (error: unknown) => {
          if ((error as { readonly code?: string }).code !== OBJECT_IN_USE) {
            throw error;
          }
          await sleep(100);
          return false;
        },
      );
    }
  } finally {
    await client.end();
  }
}

/** Address of the test run's PostgreSQL server. */
export function testServerUrl(): string {
  return given('VIZARD_TEST_SERVER');
}

function testPrefix(): string {
  return given('VIZARD_TEST_PREFIX');
}

function given(name: string): string {
  const value = process.env[name];
  if (value === undefined) {
    throw new Error(
      `${name} is not set: this test belongs to a jest project with test/support/global-setup.mjs.`,
    );
  }
  return value;
}
