/** A backup of our own database, restored into an empty one, is that database: also when a newer version restores it. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { runMigrations } from '../../src/database/migrate.js';
import { ApiClient } from '../support/api-client.js';
import {
  FIXTURE_PASSWORD,
  FIXTURE_SECRET_KEY,
  restoreFixture,
  storeFixtures,
} from '../support/store-fixtures.js';
import { createTestApp } from '../support/test-app.js';
import { createEmptyDatabase, type TestDatabase } from '../support/test-database.js';

const FIXTURES = storeFixtures();
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vizard-backup-'));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** As an operator calls it. */
function command(
  action: 'backup' | 'restore',
  file: string,
  database: TestDatabase,
): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['dist/src/backup.js', action, file], {
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: database.url, LOG_FORMAT: 'json' },
  });
  return { status, said: stdout + stderr };
}

/** All rows of all tables, as text. */
async function contentOf(database: TestDatabase): Promise<Readonly<Record<string, readonly string[]>>> {
  const tables = await database.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_name <> 'schema_migration' ORDER BY 1`,
  );
  const content: Record<string, readonly string[]> = {};
  for (const { name } of tables) {
    const rows = await database.query<{ row: string }>(`SELECT t::text AS row FROM "${name}" t`);
    content[name] = rows.map(({ row }) => row).sort();
  }
  return content;
}

// The oldest was made by a migration that was changed later: only a current version's backup can hold that one.
it.each([FIXTURES[1]!, FIXTURES.at(-1)!].map((fixture) => [fixture.name, fixture] as const))(
  'a database of %s comes back row by row, up to date, and is worked with',
  async (name, fixture) => {
    const file = join(folder, `${name}.backup`);
    const [original, restored] = [await restoreFixture(fixture), await createEmptyDatabase()];
    expect(command('backup', file, original)).toMatchObject({ status: 0 });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(command('restore', file, restored)).toMatchObject({ status: 0 });
    await runMigrations(original.url);
    expect(await contentOf(restored)).toEqual(await contentOf(original));
    const app = await createTestApp({ database: restored, env: { SECRET_KEY: FIXTURE_SECRET_KEY } });
    const admin = await ApiClient.login(app, 'admin', FIXTURE_PASSWORD);
    await admin.get('/api/connections/').expect(200);
    await app.stop();
    await original.drop();
    await restored.drop();
  },
);

describe('a restore is refused', () => {
  const file = (): string => join(folder, 'kept.backup');
  let empty: TestDatabase;

  beforeAll(async () => {
    const original = await restoreFixture(FIXTURES.at(-1)!);
    expect(command('backup', file(), original)).toMatchObject({ status: 0 });
    await original.drop();
  });
  beforeEach(async () => {
    empty = await createEmptyDatabase();
  });
  afterEach(() => empty.drop());

  it.each<[string, (bytes: Buffer) => Buffer, RegExp]>([
    ['of another file', () => Buffer.from('hello'), /no backup of Vizard/],
    ['of a file that was cut', (bytes) => bytes.subarray(0, bytes.length - 100), /not whole/],
    [
      'of a file that lacks rows',
      (bytes) =>
        gzipSync(
          gunzipSync(bytes)
            .toString()
            .replace(/\n\["[^\n]*/, ''),
        ),
      /damaged: it holds \d+ rows instead of \d+/,
    ],
    [
      'of a newer version',
      (bytes) =>
        gzipSync(gunzipSync(bytes).toString().replace('"migrations":[', '"migrations":["FromTomorrow9",')),
      /newer version of Vizard \(FromTomorrow9\)/,
    ],
  ])('%s, and nothing is in the database', async (_, damage, reason) => {
    const damaged = join(folder, 'damaged.backup');
    writeFileSync(damaged, damage(readFileSync(file())));
    const { status, said } = command('restore', damaged, empty);
    expect(status).toBe(1);
    expect(said).toMatch(reason);
    expect(
      await empty.query(`SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace`),
    ).toEqual([]);
  });

  it('into a database that is in use', async () => {
    await empty.query('CREATE TABLE mine (id int)');
    expect(command('restore', file(), empty).said).toMatch(/database is not empty/);
  });

  it('and runs that were under way are over', async () => {
    const original = await restoreFixture(FIXTURES.at(-1)!);
    await original.query(`UPDATE run SET status = 'running', end_time = NULL, sealed_resume = 'x'`);
    const taken = join(folder, 'busy.backup');
    expect(command('backup', taken, original)).toMatchObject({ status: 0 });
    expect(command('restore', taken, empty)).toMatchObject({ status: 0 });
    const rows = await empty.query(
      `SELECT DISTINCT status, sealed_resume, end_time IS NULL AS open, error_message LIKE '%fresh copy%' AS told FROM run`,
    );
    expect(rows).toEqual([{ status: 'failed', sealed_resume: null, open: false, told: true }]);
    await original.drop();
  });

  it('and a backup never overwrites a file', () => {
    const precious = join(folder, 'precious.txt');
    writeFileSync(precious, 'mine');
    const { status, said } = command('backup', precious, empty);
    expect([status, readFileSync(precious, 'utf8')]).toEqual([1, 'mine']);
    expect(said).toMatch(/is there already/);
  });

  it('and a backup never overwrites another half-written one', () => {
    writeFileSync(join(folder, 'x.backup.part'), 'somebody else writes');
    expect(command('backup', join(folder, 'x.backup'), empty).status).toBe(1);
    expect(readFileSync(join(folder, 'x.backup.part'), 'utf8')).toBe('somebody else writes');
  });
});
