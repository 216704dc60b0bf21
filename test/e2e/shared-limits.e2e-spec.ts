import { ApiClient } from '../support/api-client.js';
import { describeWithRedis, startRedis, type TestRedis } from '../support/redis.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

describeWithRedis('rate limits with Redis', () => {
  let redis: TestRedis;
  /** Of one installation: the first one's database is the second one's. */
  let apps: TestApp[] = [];
  /** Another installation on the same Redis. */
  let others: TestApp;

  beforeAll(async () => {
    redis = await startRedis();
    const env = { REDIS_URL: redis.url, RATE_LIMIT_MAX: '20', RATE_LIMIT_WINDOW_S: '3600' };
    const first = await createTestApp({ env });
    apps = [await createTestApp({ env, database: first.database }), first];
    others = await createTestApp({ env });
  });

  afterAll(async () => {
    // The queues close in an orderly way only with Redis there.
    await (redis.isPrivate ? redis.restart() : undefined);
    for (const app of [...apps, others]) {
      await app.stop();
    }
    await redis.stop();
  });

  it('are counted together by all processes', async () => {
    const [one, two] = apps.map((app) => ApiClient.anonymous(app));
    if (one === undefined || two === undefined) {
      throw new Error('Two applications are needed.');
    }
    const remaining = async (client: ApiClient): Promise<number> =>
      Number((await client.get('/api/healthcheck/')).headers['x-ratelimit-remaining']);
    const first = await remaining(one);
    expect(await remaining(two)).toBe(first - 1);
    expect(await remaining(one)).toBe(first - 2);
    await Promise.all(Array.from({ length: 20 }, () => two.get('/api/healthcheck/')));
    expect((await one.get('/api/healthcheck/')).status).toBe(429);
    expect(await remaining(ApiClient.anonymous(others))).toBe(19);
  });

  it('are counted per process while Redis is away', async () => {
    const client = ApiClient.anonymous(apps[0]!);
    // A given Redis is not ours to stop.
    await (redis.isPrivate ? redis.kill() : redis.stop());
    const { status, headers } = await client.get('/api/healthcheck/');
    expect([status, headers['x-ratelimit-remaining']]).toEqual(redis.isPrivate ? [200, '19'] : [429, '0']);
  });
});
