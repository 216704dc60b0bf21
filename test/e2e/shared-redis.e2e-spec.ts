import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { ApiClient } from '../support/api-client.js';
import { awaitRun, connectTo, createTasks, showRun, startRun } from '../support/builders/run.builder.js';
import { createPeople, maskPeople } from '../support/people.js';
import { describeWithRedis, startRedis, type TestRedis } from '../support/redis.js';
import { createTestApp, type TestApp } from '../support/test-app.js';
import { createTargetDatabase, type TestDatabase } from '../support/test-database.js';

describeWithRedis('two installations on one Redis', () => {
  let redis: TestRedis;
  let target: TestDatabase;
  let idle: TestApp;
  let busy: TestApp;

  beforeAll(async () => {
    [redis, target] = await Promise.all([startRedis(), createTargetDatabase()]);
    const env = { REDIS_URL: redis.url };
    idle = await createTestApp({ env, workers: 1 });
    busy = await createTestApp({ env });
  });

  afterAll(async () => {
    await Promise.all([idle.stop(), busy.stop()]);
    await Promise.all([redis.stop(), target.drop()]);
  });

  it('do not take each other’s jobs', async () => {
    await createPeople(target, 'people', 100);
    const start = async (app: TestApp): Promise<[ApiClient, number]> => {
      const client = await ApiClient.installAdmin(app);
      const connection = await connectTo(client, target);
      const ruleset = await createTasks(client, maskPeople('people'));
      return [client, await startRun(client, { connection, ruleset })];
    };
    // Nobody works for this one.
    const [waiting, waitingRun] = await start(busy);
    const [client, run] = await start(idle);
    expect((await awaitRun(client, run)).status).toBe('finished');
    await sleep(500);
    expect((await showRun(waiting, waitingRun)).status).toBe('queued');
    const keys = await keysOf(redis.url);
    const waits = keys.filter((key) => key.endsWith(':wait'));
    // Rounds of recovery may wait there as well.
    expect(waits.length).toBeGreaterThan(0);
    waits.forEach((key) => {
      expect(key).toMatch(/^vizard:[0-9a-f-]{36}:vizard-(step|work):wait$/);
    });
  });
});

async function keysOf(url: string): Promise<string[]> {
  const client = new Redis(url);
  try {
    return await client.keys('*');
  } finally {
    client.disconnect();
  }
}
