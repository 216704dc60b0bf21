import { ApiClient } from '../support/api-client.js';
import { buildUser } from '../support/builders/user.builder.js';
import { MaskClient, storePlan } from '../support/mask-client.js';
import { hasRedis, startRedis } from '../support/redis.js';
import { createTestApp } from '../support/test-app.js';

const MAX = 12;
const LIMITS = { RATE_LIMIT_MAX: String(MAX), RATE_LIMIT_WINDOW_S: '3600' };

it.each([['in one process', false] as const, ...(hasRedis() ? [['over Redis', true] as const] : [])])(
  'the rate limit %s holds per user, and says with 429 when to try again',
  async (_, shared) => {
    const redis = shared ? await startRedis() : null;
    const env = redis === null ? LIMITS : { ...LIMITS, REDIS_URL: redis.url };
    const app = await createTestApp({ env });
    const other = shared ? await createTestApp({ env, database: app.database }) : app;
    try {
      const admin = await ApiClient.installAdmin(app);
      const { username, password } = await buildUser(app, admin, { roles: ['mask_runner'] });
      const plan = await storePlan(app, '[{masks: [{type: do_nothing}]}]');
      const runner = await MaskClient.login(app, username, password);
      const elsewhere = await MaskClient.login(other, username, password);
      const answers: (readonly [number, number])[] = [];
      for (let i = 0; i <= MAX; i++) {
        const { status, headers } = await (i % 2 === 0 ? runner : elsewhere).mask(plan, { data: [i] });
        answers.push([status, Number(headers['x-ratelimit-remaining'])]);
      }
      expect(answers.slice(-3)).toEqual([
        [200, 1],
        [200, 0],
        [429, 0],
      ]);
      const refused = await runner.mask(plan, { data: [1] });
      expect([refused.status, Object.keys(refused.body as object)]).toEqual([429, ['error']]);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
      expect(Number(refused.headers['x-ratelimit-reset'])).toBeGreaterThan(Date.now() / 1000 + 3_000);
      // Another user from the same address is not concerned.
      await (await MaskClient.login(app)).mask(plan, { data: [1] }).expect(200);
    } finally {
      await (other === app ? undefined : other.stop());
      await app.stop();
      await redis?.stop();
    }
  },
);
