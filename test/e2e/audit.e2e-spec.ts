import { ApiClient } from '../support/api-client.js';
import { buildUser, type BuiltUser } from '../support/builders/user.builder.js';
import { expectDetail } from '../support/expect-error.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

interface Entry {
  readonly id: number;
  readonly username: string;
  readonly category: string;
  readonly action: string;
  readonly description: string;
}

let target: TestApp;
let anonymous: ApiClient;
let admin: ApiClient;
let runner: BuiltUser;

beforeAll(async () => {
  target = await createTestApp();
  anonymous = ApiClient.anonymous(target);
  admin = await ApiClient.installAdmin(target);
  runner = await buildUser(target, admin, { username: 'runner' });
});

afterAll(() => target.stop());

const entries = async (): Promise<Entry[]> =>
  (await admin.get('/api/audit-logs/').expect(200)).body as Entry[];

describe('GET /api/audit-logs/', () => {
  it('wants a token', async () => {
    expectDetail(await anonymous.get('/api/audit-logs/'), 401, /Authentication is required/);
  });

  it('is not for API tokens', async () => {
    const { api_token } = (await runner.client.get('/api/users/me/')).body as { api_token: string };
    expectDetail(await ApiClient.withToken(target, api_token).get('/api/audit-logs/'), 403, /API token/);
  });

  it('tells who did what, newest first', async () => {
    const { username, password } = runner;
    await anonymous.post('/api/auth/token/login/', { username, password: 'wrong-password' }).expect(401);
    const login = await ApiClient.login(target, username, password);
    await anonymous.post('/api/auth/jwt/login/', { username, password }).expect(200);
    await login.post('/api/auth/token/logout/').expect(204);
    await admin.patch(`/api/users/${runner.id}/`, {
      email: 'other@example.org',
      user_roles: ['mask_builder'],
    });
    await admin.post(`/api/users/${runner.id}/reset-password/`).expect(200);
    await admin.delete(`/api/users/${runner.id}/`).expect(204);
    const log = await entries();
    expect(
      log.map(({ username, category, action, description }) => [username, category, action, description]),
    ).toEqual([
      ['admin', 'user', 'deleted', 'Deleted user runner'],
      ['admin', 'user', 'modified', 'Reset the password of user runner'],
      ['admin', 'user', 'modified', 'Changed user runner: email, roles'],
      ['runner', 'auth', 'logged_out', 'User runner logged out'],
      ['runner', 'auth', 'logged_in', 'User runner logged in for in-flight masking'],
      ['runner', 'auth', 'logged_in', 'User runner logged in'],
      ['runner', 'auth', 'login_failed', 'Failed login as runner'],
      ['runner', 'auth', 'logged_in', 'User runner logged in'],
      ['admin', 'user', 'created', 'Created user runner'],
      ['admin', 'auth', 'logged_in', 'User admin logged in'],
      ['admin', 'installation', 'created', 'Installed with the first administrator admin'],
    ]);
    expect(log[0]).toMatchObject({ id: expect.any(Number), timestamp: expect.stringMatching(/^\d{4}-.*Z$/) });
  });

  it('holds nothing of what did not happen', async () => {
    const before = await entries();
    await admin.delete('/api/users/999999/').expect(404);
    await admin.patch('/api/users/1/', { user_roles: [] }).expect(400);
    await anonymous
      .post('/api/auth/token/login/', { username: 'a-password-by-mistake', password: 'x' })
      .expect(401);
    expect(await entries()).toEqual(before);
  });
});

describe('GET /api/audit-logs/download/', () => {
  it('wants a token', async () => {
    expectDetail(await anonymous.get('/api/audit-logs/download/'), 401, /Authentication is required/);
  });

  it('gives the whole log as CSV that no spreadsheet executes', async () => {
    const user = await buildUser(target, admin, { username: '=HYPERLINK("http://evil.example","x")' });
    await target.database.query(
      "INSERT INTO audit_log (username, category, action, description) SELECT 'bulk', 'run', 'started', 'Run ' || n FROM generate_series(1, 12000) n",
    );
    const response = await admin.get('/api/audit-logs/download/').expect(200);
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(response.headers['content-disposition']).toBe('attachment; filename="audit-logs.csv"');
    const lines = response.text.split('\r\n');
    expect(lines[0]).toBe('timestamp,username,category,action,description');
    expect(lines.filter((line) => line.includes(',bulk,run,started,'))).toHaveLength(12_000);
    expect(
      lines.some((line) => line.includes(`,"'=HYPERLINK(""http://evil.example"",""x"")",auth,logged_in,`)),
    ).toBe(true);
    expect(lines.at(-2)).toContain('Installed with the first administrator');
    expect(await entries()).toHaveLength(10_000);
    await user.client.get('/api/audit-logs/').expect(200);
  });
});
