import { ApiClient } from '../support/api-client.js';
import { createTestApp, type TestApp } from '../support/test-app.js';
import { expectDetail } from '../support/expect-error.js';

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
      license_expired: false,
      license_renewal_in_days: 36_500,
      license_limit_breach: {},
    };
    expect((await admin.get('/api/health-check/').expect(200)).body).toEqual(expected);
    const { api_token } = (await admin.get('/api/users/me/').expect(200)).body as { api_token: string };
    const script = ApiClient.withToken(target, api_token);
    expect((await script.get('/api/health-check/').expect(200)).body).toEqual(expected);
  });
});
