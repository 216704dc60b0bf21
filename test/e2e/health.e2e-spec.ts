import { setTimeout as sleep } from 'node:timers/promises';
import { JobQueue } from '../../src/queue/job-queue.js';
import { ApiClient } from '../support/api-client.js';
import { createTestApp, type TestApp } from '../support/test-app.js';
import { expectDetail } from '../support/expect-error.js';

interface WireHealth {
  readonly worker_running: boolean;
  readonly worker_last_seen_s: number | null;
}

let target: TestApp;
let anonymous: ApiClient;
let admin: ApiClient;

beforeAll(async () => {
  target = await createTestApp();
  anonymous = ApiClient.anonymous(target);
});

afterAll(() => target.stop());

describe('GET /api/healthcheck/', () => {
  it('answers anyone', async () => {
    const response = await anonymous.get('/api/healthcheck/').expect(200);
    expect(response.body).toEqual({ status: 'ok' });
  });
});

describe('GET /api/app/check/', () => {
  it('tells anyone that nobody has installed yet, and later that somebody has', async () => {
    const before = await anonymous.get('/api/app/check/').expect(200);
    expect(before.body).toEqual({
      is_aws_marketplace: false,
      installed: false,
      is_smtp_configured: false,
      is_saml_sso_configured: false,
    });
    admin = await ApiClient.installAdmin(target);
    const after = await anonymous.get('/api/app/check/').expect(200);
    expect(after.body).toMatchObject({ installed: true });
  });
});

describe('GET /api/health-check/', () => {
  it('wants a token', async () => {
    expectDetail(await anonymous.get('/api/health-check/'), 401, /Authentication is required/);
  });

  it('tells of workers and licence, to API tokens too', async () => {
    const expected = {
      worker_running: false,
      workers_alive: 0,
      worker_last_seen_s: null,
      queue_depth: 0,
      license_expired: false,
      license_renewal_in_days: 36_500,
      license_limit_breach: {},
    };
    expect((await admin.get('/api/health-check/').expect(200)).body).toEqual(expected);
    const { api_token } = (await admin.get('/api/users/me/').expect(200)).body as { api_token: string };
    const script = ApiClient.withToken(target, api_token);
    expect((await script.get('/api/health-check/').expect(200)).body).toEqual(expected);
  });

  it('counts workers by their heartbeats, and jobs that wait', async () => {
    const health = async (): Promise<unknown> => (await admin.get('/api/health-check/').expect(200)).body;
    await target.database.query(
      `INSERT INTO worker_heartbeat (worker_id, seen_time)
       VALUES ('fresh', now()), ('stuck', now() - interval '2 minutes')`,
    );
    await target.app.get(JobQueue).enqueue('advance-run', { runId: 1 });
    // Nobody takes jobs from the queue of this process, so that it is not running for all that.
    const expected = { worker_running: false, workers_alive: 1, queue_depth: 1 };
    expect(await health()).toMatchObject(expected);
    await target.database.query(`DELETE FROM worker_heartbeat WHERE worker_id = 'fresh'`);
    expect(await health()).toMatchObject({
      workers_alive: 0,
      worker_last_seen_s: expect.any(Number) as number,
    });
    await target.database.query('DELETE FROM worker_heartbeat');
  });

  it('sees a real worker come and go', async () => {
    const working = await createTestApp({ workers: 1, database: target.database });
    const seen = async (): Promise<WireHealth> =>
      (await ApiClient.withToken(working, admin.authorization?.split(' ')[1] ?? '').get('/api/health-check/'))
        .body as WireHealth;
    const deadline = Date.now() + 500_000;
    while (!(await seen()).worker_running) {
      expect(Date.now()).toBeLessThan(deadline);
      await sleep(50);
    }
    expect(await seen()).toMatchObject({ workers_alive: 1, queue_depth: 0 });
    expect((await seen()).worker_last_seen_s).toBeLessThan(25);
    await working.stop();
    expect((await admin.get('/api/health-check/')).body).toMatchObject({
      worker_running: false,
      workers_alive: 0,
      worker_last_seen_s: null,
    });
  });
});
