import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { MIGRATIONS } from '../../migrations/index.js';
import type { Logger } from '../common/logging/logger.js';
import { dataSourceOptions } from './data-source.js';

/** Any number, the same in all processes: only one migrates at a time. */
const MIGRATION_LOCK = 7_276_481_011;
const PATIENCE_MS = 60_000;
const PAUSE_MS = 1_000;

/**
 * Brings our database up to date, or only as far as `names` say. Several processes may start at once: one works, the
 * others wait for it.
 */
export async function runMigrations(url: string, names?: readonly string[]): Promise<string[]> {
  const migrations = MIGRATIONS.filter(({ name }) => names?.includes(name) !== false);
  return withMigrationLock(url, { migrations }, async (dataSource) => {
    await doneMigrations((text) => dataSource.query(text));
    const done = await dataSource.runMigrations();
    return done.map((migration) => migration.name);
  });
}

/** Takes the newest migration back. */
export async function revertMigration(url: string): Promise<void> {
  await withMigrationLock(url, {}, (dataSource) => dataSource.undoLastMigration());
}

/**
 * For processes that do not migrate: waits while migrations are pending. Throws, with what to do, when none comes to
 * run them.
 */
export async function waitUntilMigrated(
  url: string,
  logger: Logger,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const deadline = Date.now() + patienceMs;
  for (let first = true; ; first = false) {
    if (!(await hasPendingMigrations(url))) {
      return;
    }
    if (Date.now() > deadline) {
      throw new Error('The database is not up to date. Run "npm run migration:run" once, then start again.');
    }
    if (first) {
      logger.warn('Waiting for the database to be brought up to date (npm run migration:run)');
    }
    await sleep(PAUSE_MS);
  }
}

/** Waits for a server that is just starting. Throws the last reason, which holds no password. */
export async function waitUntilReachable(
  url: string,
  logger: Logger,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const deadline = Date.now() + patienceMs;
  for (let first = true; ; first = false) {
    const reason = await connectionProblem(url);
    if (reason === null) {
      return;
    }
    if (Date.now() > deadline || !reason.mayPass) {
      throw new Error(`The database of DATABASE_URL cannot be used: ${reason.text}`);
    }
    if (first) {
      logger.warn('Waiting for the database of DATABASE_URL', { reason: reason.text });
    }
    await sleep(PAUSE_MS);
  }
}

/** Has a start of the program put its own secret there, sealed by its key? */
export async function isInstalled(url: string): Promise<boolean> {
  return asking(url, async (client) => {
    const { rows } = await client.query(`SELECT WHERE to_regclass('installation') IS NOT NULL`);
    return rows.length > 0 && ((await client.query('SELECT 1 FROM installation')).rowCount ?? 0) > 0;
  });
}

type MigrationOptions = Pick<DataSourceOptions, 'migrations'>;

async function withMigrationLock<T>(
  url: string,
  options: MigrationOptions,
  work: (dataSource: DataSource) => Promise<T>,
): Promise<T> {
  const lock = new pg.Client({ connectionString: url, application_name: 'vizard migration lock' });
  await lock.connect();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return await withDataSource(url, options, work);
  } finally {
    // Ending the session gives the lock back.
    await lock.end();
  }
}

function hasPendingMigrations(url: string): Promise<boolean> {
  return asking(url, async (client) => {
    const names = await doneMigrations(async (text) => (await client.query(text)).rows as unknown);
    return MIGRATIONS.some(({ name }) => !names.includes(name));
  });
}

async function asking<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'vizard migration check' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function withDataSource<T>(
  url: string,
  options: MigrationOptions,
  work: (dataSource: DataSource) => Promise<T>,
): Promise<T> {
  const settings = dataSourceOptions({ url, poolSize: 2, name: 'vizard migration' });
  const dataSource = new DataSource({ ...settings, ...options });
  await dataSource.initialize();
  try {
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

/** SQLSTATE classes that waiting does not cure: bad credentials, unknown database. */
const FINAL_PROBLEM = /^(28|3D)/;

async function connectionProblem(url: string): Promise<{ text: string; mayPass: boolean } | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    await client.query('SELECT 1');
    return null;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return {
      text: code === undefined ? message : `${code} ${message}`,
      mayPass: !FINAL_PROBLEM.test(code ?? ''),
    };
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Names of the migrations that the database has gone through. Throws where a newer version has changed it. */
async function doneMigrations(query: (text: string) => Promise<unknown>): Promise<readonly string[]> {
  const [table] = (await query(`SELECT to_regclass('schema_migration') IS NOT NULL AS exists`)) as [
    { exists: boolean },
  ];
  const rows = table.exists ? await query('SELECT name FROM schema_migration') : [];
  const names = (rows as readonly { name: string }[]).map(({ name }) => name);
  refuseUnknown(names);
  return names;
}

/** A newer version has changed the database: this one would read and write it wrongly. */
function refuseUnknown(done: readonly string[]): void {
  const known = new Set(MIGRATIONS.map(({ name }) => name));
  const unknown = done.filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new Error(
      `A newer version of Vizard has changed the database (${unknown.join(', ')}). Start that version, or restore a backup from before.`,
    );
  }
}
