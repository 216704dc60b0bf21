/** Databases that earlier versions have left behind, with data, are brought up to date and work on. */
import { DataSource } from 'typeorm';
import { MIGRATIONS } from '../../migrations/index.js';
import { dataSourceOptions } from '../../src/database/data-source.js';
import { runMigrations } from '../../src/database/migrate.js';
import { ApiClient } from '../support/api-client.js';
import { connectionBodyTo } from '../support/builders/connection.builder.js';
import { runToEnd } from '../support/builders/run.builder.js';
import {
  FIXTURE_PASSWORD,
  FIXTURE_SECRET_KEY,
  restoreFixture,
  storeFixtures,
  type StoreFixture,
} from '../support/store-fixtures.js';
import { createTestApp, type TestApp } from '../support/test-app.js';
import { createTargetDatabase, type TestDatabase } from '../support/test-database.js';

interface Listed {
  readonly id: string;
  readonly name: string;
  readonly status?: string;
}

const FIXTURES = storeFixtures();
const RUN = { run_secret: 'the run secret of the fixtures' };

async function listOf(admin: ApiClient, path: string): Promise<readonly Listed[]> {
  const body = (await admin.get(path).expect(200)).body as readonly Listed[] | { results: readonly Listed[] };
  return 'results' in body ? body.results : body;
}

async function openDataSource(database: TestDatabase): Promise<DataSource> {
  return new DataSource(dataSourceOptions({ url: database.url, poolSize: 1, name: 'test' })).initialize();
}

/** How many rows each table of ours holds. */
async function rowCounts(database: TestDatabase): Promise<Readonly<Record<string, number>>> {
  const tables = await database.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_name <> 'schema_migration' ORDER BY 1`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await database.query<{ count: number }>(`SELECT count(*)::int AS count FROM "${name}"`);
    counts[name] = row?.count ?? 0;
  }
  return counts;
}

describe.each(FIXTURES.map((fixture) => [fixture.name, fixture] as const))(
  'a database of %s',
  (_, fixture) => {
    let database: TestDatabase;
    beforeAll(async () => {
      database = await restoreFixture(fixture);
    });
    afterAll(() => database.drop());

    it('loses no row and gets the schema that the entities describe', async () => {
      const before = await rowCounts(database);
      await runMigrations(database.url);
      expect(await rowCounts(database)).toMatchObject(before);
      const dataSource = await openDataSource(database);
      const difference = await dataSource.driver.createSchemaBuilder().log();
      await dataSource.destroy();
      expect(difference.upQueries.map(({ query }) => query)).toEqual([]);
    });
  },
);

// The others differ from these by names of indexes alone.
it.each([FIXTURES[0]!, FIXTURES.at(-1)!].map((fixture) => [fixture.name, fixture] as const))(
  'a database of %s is worked with as before: the same secrets, and the same masked values',
  async (_, fixture) => {
    const [database, target] = await Promise.all([restoreFixture(fixture), createPeople()]);
    await runMigrations(database.url);
    const app = await startOn(database);
    try {
      await expectEarlierWork(app, fixture, target);
    } finally {
      await app.stop();
      await database.drop();
      await target.drop();
    }
  },
);

function startOn(database: TestDatabase): Promise<TestApp> {
  return createTestApp({ database, workers: 1, env: { SECRET_KEY: FIXTURE_SECRET_KEY } });
}

async function createPeople(): Promise<TestDatabase> {
  const target = await createTargetDatabase();
  await target.query(`CREATE TABLE people (id integer PRIMARY KEY, name text NOT NULL);
    INSERT INTO people VALUES (1, 'Anna Berg'), (2, 'Bo Lind'), (3, 'Cleo Dahl');`);
  return target;
}

async function expectEarlierWork(app: TestApp, fixture: StoreFixture, target: TestDatabase): Promise<void> {
  const admin = await ApiClient.login(app, 'admin', FIXTURE_PASSWORD);
  const runs = await listOf(admin, '/api/runs/');
  expect(runs.map(({ status }) => status).sort()).toEqual(expect.arrayContaining(['failed', 'finished']));
  const [shop] = await listOf(admin, '/api/connections/');
  expect(shop).toMatchObject({ password_encrypted: expect.any(String) as string });
  expect(await listOf(admin, '/api/connections/')).toEqual([shop]);
  const rulesets = await listOf(admin, '/api/rulesets/');
  const people = rulesets.find(({ name }) => name === 'people');
  await admin
    .put(`/api/connections/${shop?.id ?? ''}/`, connectionBodyTo(target, { name: 'shop' }))
    .expect(200);
  const run = await runToEnd(admin, { connection: shop?.id ?? '', ruleset: people?.id ?? '', options: RUN });
  expect(run.status).toBe('finished');
  const rows = await target.query<{ name: string }>('SELECT name FROM people ORDER BY id');
  expect(rows.map(({ name }) => name)).toEqual(fixture.maskedNames);
}

describe('every migration', () => {
  it('is taken back and made again on a database with data', async () => {
    const database = await restoreFixture(FIXTURES.at(-1)!);
    await runMigrations(database.url);
    const dataSource = await openDataSource(database);
    for (const { name } of [...MIGRATIONS].reverse()) {
      await dataSource.undoLastMigration().catch((error: unknown) => {
        throw new Error(`${name} cannot be taken back`, { cause: error });
      });
    }
    await dataSource.destroy();
    expect(Object.keys(await rowCounts(database))).toEqual([]);
    await expect(runMigrations(database.url)).resolves.toHaveLength(MIGRATIONS.length);
    await database.drop();
  });
});
