import { ApiClient } from '../support/api-client.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

let target: TestApp;
let admin: ApiClient;

beforeAll(async () => {
  target = await createTestApp();
  admin = await ApiClient.installAdmin(target);
});

afterAll(() => target.stop());

/** The sample of one series; undefined: it is not told. */
async function sample(series: string): Promise<number | undefined> {
  const { text } = await admin.get('/metrics').expect(200);
  const line = text.split('\n').find((row) => row.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

describe('GET /metrics', () => {
  it('wants a token, and takes an API token', async () => {
    await ApiClient.anonymous(target).get('/metrics').expect(401);
    const { api_token } = (await admin.get('/api/users/me/').expect(200)).body as { api_token: string };
    await ApiClient.withToken(target, api_token).get('/metrics').expect(200);
  });

  it('is text for Prometheus, without a trailing slash', async () => {
    const response = await admin.get('/metrics').expect(200);
    expect(response.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(response.text).toMatch(/^# HELP process_cpu_user_seconds_total /m);
    expect(response.text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
    await admin.get('/metrics/').expect(404);
  });

  it('times requests by the template of their path, never by the path itself', async () => {
    await admin.get('/api/runs/1847110236/').expect(404);
    await admin.get('/api/no-such-thing/').expect(404);
    const { text } = await admin.get('/metrics').expect(200);
    expect(text).toMatch(
      /vizard_http_request_duration_seconds_count\{method="GET",route="\/api\/runs\/:id",status="404"\} 1/,
    );
    expect(text).toMatch(/_count\{method="GET",route="none",status="404"\} \d/);
    expect(text).not.toContain('1847110236');
  });

  it('sees the masking route, which is answered ahead of the framework', async () => {
    await ApiClient.anonymous(target).post('/ifm/ruleset-plans/secret-name/mask/', {}).expect(401);
    const { text } = await admin.get('/metrics').expect(200);
    expect(text).toMatch(/_count\{method="POST",route="\/ifm\/ruleset-plans\/:name\/mask",status="401"\} 1/);
    expect(text).not.toContain('secret-name');
  });

  it('tells the state of runs, parts, queue and workers', async () => {
    expect(await sample('vizard_runs{status="running"}')).toBe(0);
    expect(await sample('vizard_workers_alive')).toBe(0);
    expect(await sample('vizard_queue_depth')).toBe(0);
    await target.database.query(`INSERT INTO worker_heartbeat (worker_id, seen_time) VALUES ('w', now())`);
    expect(await sample('vizard_workers_alive')).toBe(1);
    expect(await sample('vizard_ledger_up')).toBe(1);
  });
});

describe('GET /api/readiness/', () => {
  it('answers anyone while database and queue can be reached', async () => {
    const response = await ApiClient.anonymous(target).get('/api/readiness/').expect(200);
    expect(response.body).toEqual({ status: 'ok', database: true, queue: true });
  });
});
