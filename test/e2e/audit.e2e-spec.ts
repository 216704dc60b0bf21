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
    expect(lines[1]).toMatch(/,admin,audit_log,exported,Downloaded the audit log$/);
    expect(await entries()).toHaveLength(10_000);
    await user.client.get('/api/audit-logs/').expect(200);
  });
});

describe('GET /api/audit-logs/ with filters', () => {
  const found = async (query: string): Promise<string[]> =>
    ((await admin.get(`/api/audit-logs/?${query}`).expect(200)).body as Entry[]).map(
      ({ username, category, action }) => `${username} ${category} ${action}`,
    );

  it('gives what fits all of them', async () => {
    expect(new Set(await found('username=bulk&category=run'))).toEqual(new Set(['bulk run started']));
    expect(await found('category=installation,license')).toEqual(['admin installation created']);
    expect(await found('category=auth&action=login_failed&action=logged_out')).toEqual([
      'runner auth logged_out',
      'runner auth login_failed',
    ]);
    expect(await found('search=FIRST admin')).toEqual(['admin installation created']);
    expect(await found('search=100%25')).toEqual([]);
    expect(await found('until=2020-01-01')).toEqual([]);
    expect(await found('username=bulk&from=2999-01-01T00:00:00')).toEqual([]);
    expect(await found(`from=2020-01-01&category=installation&username=`)).toHaveLength(1);
  });

  it('gives pages when a limit is given', async () => {
    const first = await admin.get('/api/audit-logs/?category=run&limit=5000').expect(400);
    expect(first.body).toEqual({ limit: [expect.stringContaining('1 to 1000')] });
    const { body } = await admin.get('/api/audit-logs/?category=run&limit=2&offset=11999').expect(200);
    expect(body).toMatchObject({ count: 12_000, next: null, results: [{ description: 'Run 1' }] });
    const { previous } = body as { previous: string };
    expect(new URL(previous).searchParams.get('category')).toBe('run');
  });

  it('narrows the download, too', async () => {
    const { text } = await admin.get('/api/audit-logs/download/?category=installation').expect(200);
    expect(text.split('\r\n')).toHaveLength(3);
  });

  it.each([
    'category=nonsense',
    'action=nonsense',
    'from=yesterday',
    'until=2026-13-01',
    'username=a&username=b',
    'user=rosalind',
  ])('refuses %s', async (query) => {
    const [field = ''] = query.split('=');
    for (const path of ['/api/audit-logs/', '/api/audit-logs/download/']) {
      const { body } = await admin.get(`${path}?${query}`).expect(400);
      expect(Object.keys(body as object)).toEqual([field]);
    }
  });
});

describe('the audit log', () => {
  const old = `INSERT INTO audit_log (timestamp, username, category, action, description)
    SELECT now() - make_interval(days => n), 'old', 'run', 'started', 'Day ' || n FROM generate_series(1, 40) n`;
  const query = (text: string): Promise<unknown> => target.database.query(text);
  const days = async (): Promise<number> =>
    ((await admin.get('/api/audit-logs/?username=old&limit=1')).body as { count: number }).count;

  it('is append-only in the database itself', async () => {
    for (const statement of [
      "UPDATE audit_log SET username = 'somebody' WHERE id = 1",
      'DELETE FROM audit_log WHERE id = 1',
      'TRUNCATE audit_log',
    ]) {
      await expect(query(statement)).rejects.toThrow(/append-only/);
    }
  });

  it('is kept for as long as the settings say, and not a day less', async () => {
    await query(old);
    await target.background.recovery.runOnce();
    expect(await days()).toBe(40);
    const { body } = await admin.patch('/api/settings/', { audit_log_retention_days: 30 }).expect(200);
    expect(body).toMatchObject({ audit_log_retention_days: 30 });
    await expect(query("DELETE FROM audit_log WHERE description = 'Day 5'")).rejects.toThrow(/append-only/);
    await target.background.recovery.runOnce();
    expect(await days()).toBe(30);
    const [entry] = (await admin.get('/api/audit-logs/?category=audit_log&action=deleted')).body as Entry[];
    expect(entry).toMatchObject({
      username: 'system',
      description: expect.stringMatching(/^Removed 10 entries/),
    });
    await admin.patch('/api/settings/', { audit_log_retention_days: 0 }).expect(200);
    await target.background.recovery.runOnce();
    expect(await days()).toBe(30);
    await admin.patch('/api/settings/', { audit_log_retention_days: -1 }).expect(400);
  });

  it('knows downloads of logs and changes of profiles', async () => {
    await admin.get('/api/logs/download/').buffer(true).expect(200);
    await admin.post('/api/users/me/profile/', { git_directory_path: 'mine' }).expect(204);
    const [profile, logs] = await entries();
    expect(logs).toMatchObject({ category: 'log', action: 'exported' });
    expect(profile).toMatchObject({
      category: 'user',
      description: 'Changed the profile of user admin: git_directory_path',
    });
  });
});
