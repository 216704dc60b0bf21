import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../src/database/data-source.js';
import { runMigrations, waitUntilMigrated, waitUntilReachable } from '../src/database/migrate.js';
import { Logger } from '../src/common/logging/logger.js';
import { MIGRATIONS } from '../migrations/index.js';
import { createTestApp } from './support/test-app.js';
import { createEmptyDatabase, type TestDatabase } from './support/test-database.js';

async function tablesOf(database: TestDatabase): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

describe('the migrations', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createEmptyDatabase();
  });
  afterEach(() => database.drop());

  it('make exactly the schema that the entities describe', async () => {
    const target = await createTestApp();
    const difference = await target.dataSource.driver.createSchemaBuilder().log();
    await target.stop();
    expect(difference.upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('are compared with the entities down to columns and indexes', async () => {
    const target = await createTestApp();
    await target.database.query('ALTER TABLE user_account ALTER COLUMN email DROP NOT NULL');
    await target.database.query('DROP INDEX ix_access_token_user_id');
    const difference = await target.dataSource.driver.createSchemaBuilder().log();
    await target.stop();
    expect(difference.upQueries.map(({ query }) => query).join()).toMatch(/email.*ix_access_token_user_id/s);
  });

  it('can all be taken back, and made again', async () => {
    await runMigrations(database.url);
    const made = await tablesOf(database);
    expect(made.length).toBeGreaterThan(1);
    const dataSource = new DataSource(dataSourceOptions({ url: database.url, poolSize: 1, name: 'test' }));
    await dataSource.initialize();
    for (const _migration of MIGRATIONS) {
      await dataSource.undoLastMigration();
    }
    await dataSource.destroy();
    await expect(tablesOf(database)).resolves.toEqual(['schema_migration']);
    await runMigrations(database.url);
    await expect(tablesOf(database)).resolves.toEqual(made);
  });

  it('run once when several processes start at the same time', async () => {
    const runs = await Promise.all([1, 2, 3].map(() => runMigrations(database.url)));
    expect(runs.map((names) => names.length).sort()).toEqual([0, 0, MIGRATIONS.length]);
  });

  it('of a newer version are not touched: this one refuses to start', async () => {
    await runMigrations(database.url);
    await database.query(`INSERT INTO schema_migration (timestamp, name) VALUES (9, 'FromTomorrow9')`);
    const refusal = /newer version of Vizard has changed the database \(FromTomorrow9\)/;
    await expect(runMigrations(database.url)).rejects.toThrow(refusal);
    await expect(waitUntilMigrated(database.url, Logger.silent(), 0)).rejects.toThrow(refusal);
  });

  it('are waited for by processes that do not run them', async () => {
    const logger = Logger.silent();
    await expect(waitUntilMigrated(database.url, logger, 100)).rejects.toThrow('npm run migration:run');
    const waiting = waitUntilMigrated(database.url, logger);
    await runMigrations(database.url);
    await expect(waiting).resolves.toBeUndefined();
  });
});

describe('a database that cannot be used', () => {
  it('is named with the reason and without the password', async () => {
    const logger = Logger.silent();
    const url = 'postgres://app:hunter2@127.0.0.1:1/none';
    const failure = waitUntilReachable(url, logger, 10).then(
      () => 'reached',
      (error: unknown) => String(error),
    );
    await expect(failure).resolves.toMatch(/DATABASE_URL cannot be used: ECONNREFUSED/);
    await expect(failure).resolves.not.toContain('hunter2');
  });

  it('is not waited for when waiting does not help', async () => {
    const database = await createEmptyDatabase();
    const url = new URL(database.url);
    url.pathname = '/no_such_database';
    await expect(waitUntilReachable(url.href, Logger.silent())).rejects.toThrow('no_such_database');
    await database.drop();
  });
});
