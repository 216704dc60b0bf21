import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Program } from '../support/program.js';
import { describeWithRedis, startRedis, type TestRedis } from '../support/redis.js';
import { freePort } from '../support/guarded-process.js';
import { createEmptyDatabase, type TestDatabase } from '../support/test-database.js';

const SECRET_KEY = 'a-key-for-tests-of-more-than-32-characters';

async function statusOf(url: string): Promise<number> {
  const response = await fetch(url).catch(() => null);
  return response?.status ?? 0;
}

async function waitForStatus(url: string, status: number): Promise<void> {
  const deadline = Date.now() + 300_000;
  while ((await statusOf(url)) !== status) {
    if (Date.now() > deadline) {
      throw new Error(`${url} never answered ${status}`);
    }
    await sleep(100);
  }
}

describe('a start that cannot be', () => {
  it('says which variables are missing and ends with code 1', async () => {
    const program = Program.start({ env: { ROLE: 'api' } });
    await expect(program.exited).resolves.toBe(1);
    for (const name of ['DATABASE_URL', 'REDIS_URL', 'SECRET_KEY']) {
      expect(program.output).toContain(`Cannot start: ${name}: must be set when ROLE is api`);
    }
  });

  it('never shows the database password', async () => {
    const program = Program.start({ env: { DATABASE_URL: 'postgres://app:hunter2@127.0.0.1:x/db' } });
    await expect(program.exited).resolves.toBe(1);
    expect(program.output).toContain('Cannot start');
    expect(program.output).not.toContain('hunter2');
  });
});

describeWithRedis('api and worker as processes of their own', () => {
  let database: TestDatabase;
  let redis: TestRedis;
  let dataDir: string;
  let env: Record<string, string>;
  beforeAll(async () => {
    database = await createEmptyDatabase();
    redis = await startRedis();
    dataDir = mkdtempSync(join(tmpdir(), 'vizard-test-roles-'));
    env = { DATABASE_URL: database.url, REDIS_URL: redis.url, SECRET_KEY, DATA_DIR: dataDir };
  });
  afterAll(async () => {
    await redis.stop();
    await database.drop();
    rmSync(dataDir, { recursive: true });
  });

  it('wait for the migration command, then work, tell their health and stop in good order', async () => {
    const port = String(await freePort());
    const worker = Program.start({ env: { ...env, ROLE: 'worker', PORT: port } });
    const api = Program.start({ env: { ...env, ROLE: 'api', PORT: '0' } });
    await worker.says('npm run migration:run');
    await api.says('npm run migration:run');
    const migration = Program.start({ env: { DATABASE_URL: database.url }, entry: 'dist/src/migrate.js' });
    await expect(migration.exited).resolves.toBe(0);
    await api.says('Vizard is ready');
    await worker.says('Worker is ready');
    const health = `http://127.0.0.1:${port}/healthz`;
    await expect(statusOf(health)).resolves.toBe(200);
    const other = await fetch(`http://127.0.0.1:${port}/other`);
    expect([other.status, other.headers.get('x-content-type-options')]).toEqual([404, 'nosniff']);
    await redis.kill();
    await waitForStatus(health, 503);
    await redis.restart();
    await waitForStatus(health, 200);
    await expect(worker.end()).resolves.toBe(0);
    await expect(api.end()).resolves.toBe(0);
  });

  it('role all supervises workers that take their jobs from Redis, and stops while Redis is away', async () => {
    const program = Program.start({ env: { ...env, PORT: '0', LOG_LEVEL: 'debug' } });
    await program.says('A worker is ready');
    await redis.kill();
    const before = Date.now();
    await expect(program.end()).resolves.toBe(0);
    expect(Date.now() - before).toBeLessThan(120_000);
    await redis.restart();
  });
});
