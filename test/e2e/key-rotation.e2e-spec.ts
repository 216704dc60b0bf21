import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SEALED_COLUMNS } from '../../src/key-rotation/sealed-columns.js';
import { ApiClient } from '../support/api-client.js';
import { connectionBodyTo, createConnection } from '../support/builders/connection.builder.js';
import { Program } from '../support/program.js';
import { createTestApp } from '../support/test-app.js';
import { createStoreDatabase, createTargetDatabase, type TestDatabase } from '../support/test-database.js';

const OLD_KEY = 'the old key of this installation, 1';
const NEW_KEY = 'the new key of this installation, 2';

let store: TestDatabase;
let target: TestDatabase;
let folder: string;

beforeAll(async () => {
  [store, target] = [await createStoreDatabase(), await createTargetDatabase()];
  folder = mkdtempSync(join(tmpdir(), 'vizard-rotation-'));
  writeFileSync(join(folder, 'new-key'), `${NEW_KEY}\n`);
});

afterAll(async () => {
  await Promise.all([store.drop(), target.drop()]);
  rmSync(folder, { recursive: true });
});

/** Exit code and what was said. */
async function rotate(from: string, to = 'new-key'): Promise<{ code: number | null; output: string }> {
  const program = Program.start({
    entry: 'dist/src/rotate-key.js',
    args: ['--to', join(folder, to)],
    env: { DATABASE_URL: store.url, SECRET_KEY: from, DATA_DIR: folder },
  });
  return { code: await program.exited, output: program.output };
}

const appWith = (key: string): ReturnType<typeof createTestApp> =>
  createTestApp({ database: store, env: { SECRET_KEY: key } });

describe('npm run keys:rotate', () => {
  it('knows every sealed column that the migrations make', async () => {
    const columns = await store.query<{ name: string }>(
      `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
       WHERE table_schema = 'public' AND column_name LIKE 'sealed%'`,
    );
    const known = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`);
    expect(known.sort()).toEqual(columns.map(({ name }) => name).sort());
  });

  it('seals what real use has stored by the new key, and the old one opens nothing any more', async () => {
    const before = await appWith(OLD_KEY);
    const admin = await ApiClient.installAdmin(before);
    const id = await createConnection(admin, connectionBodyTo(target));
    const { api_token } = (await admin.get('/api/users/me/').expect(200)).body as { api_token: string };

    const refused = await rotate(OLD_KEY);
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('Stop the API') as string });
    await before.stop();
    const sealed = await store.query<{ text: string }>('SELECT sealed_secrets AS text FROM connection');

    const done = await rotate(OLD_KEY);
    expect(done).toMatchObject({
      code: 0,
      output: expect.stringMatching(/\d+ stored secrets are sealed/) as string,
    });
    expect(done.output).not.toContain(NEW_KEY);
    expect(await store.query('SELECT sealed_secrets AS text FROM connection')).not.toEqual(sealed);

    const after = await appWith(NEW_KEY);
    const script = ApiClient.withToken(after, api_token);
    await script.get('/api/health-check/').expect(200);
    const again = ApiClient.withToken(after, admin.authorization?.split(' ')[1] ?? '');
    expect((await again.get('/api/users/me/').expect(200)).body).toMatchObject({ api_token });
    expect((await again.post(`/api/connections/${id}/test/`, {})).status).toBe(204);
    await after.stop();

    // Once more changes nothing: everything is sealed by the new key already.
    expect(await rotate(OLD_KEY)).toMatchObject({
      code: 0,
      output: expect.stringContaining('0 stored') as string,
    });
    expect((await rotate(OLD_KEY, 'nowhere')).output).toContain('The file of the new key is not there');
    writeFileSync(join(folder, 'third-key'), 'a third key of this installation, 3');
    const wrong = await rotate(OLD_KEY, 'third-key');
    expect(wrong.code).toBe(1);
    expect(wrong.output).toMatch(/installation\.sealed_instance_secret: Sealed with another key/);
  });

  it.each(['api', 'worker'])('a start as %s with another key is refused with a clear text', async (role) => {
    const program = Program.start({
      env: {
        DATABASE_URL: store.url,
        DATA_DIR: folder,
        SECRET_KEY: OLD_KEY,
        PORT: '0',
        ...{ ROLE: role, REDIS_URL: 'redis://127.0.0.1:1' },
      },
    });
    expect(await program.exited).toBe(1);
    expect(program.output).toMatch(
      /Cannot start: SECRET_KEY: the secrets in this database were sealed with another key/,
    );
    expect(program.output).not.toContain(OLD_KEY);
  });

  it('a start without the key, as after a restore, is refused before a new key is made', async () => {
    const restored = join(folder, 'restored');
    const env = { DATABASE_URL: store.url, DATA_DIR: restored, PORT: '0', SECRET_KEY: '' };
    const migrated = await store.query('SELECT * FROM schema_migration');
    for (const entry of ['dist/src/main.js', 'dist/src/rotate-key.js']) {
      const program = Program.start({ entry, env });
      expect(await program.exited).toBe(1);
      expect(program.output).toMatch(/SECRET_KEY: .*secret\.key/);
      expect(existsSync(join(restored, 'secret.key'))).toBe(false);
    }
    expect(await store.query('SELECT * FROM schema_migration')).toEqual(migrated);
  }, 60_000);

  it('does not take a damaged key file for a new key', async () => {
    const key = join(folder, 'secret.key');
    writeFileSync(key, `${NEW_KEY}\n`);
    // What a full disk leaves.
    writeFileSync(`${key}.new`, '');
    const sealed = await store.query('SELECT sealed_instance_secret FROM installation');
    const program = Program.start({
      entry: 'dist/src/rotate-key.js',
      env: { DATABASE_URL: store.url, DATA_DIR: folder },
    });
    expect(await program.exited).toBe(1);
    expect(program.output).toMatch(/secret\.key\.new, is damaged .*Remove it/);
    expect(readFileSync(key, 'utf8')).toBe(`${NEW_KEY}\n`);
    expect(await store.query('SELECT sealed_instance_secret FROM installation')).toEqual(sealed);
  });
});
