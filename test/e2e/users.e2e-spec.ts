import { ApiClient } from '../support/api-client.js';
import { buildUser, type BuiltUser } from '../support/builders/user.builder.js';
import { expectDetail, expectFields } from '../support/expect-error.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

interface User {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly api_token: string;
  readonly user_roles: string[];
  readonly is_active: boolean;
  readonly has_temporary_password: boolean;
}

let target: TestApp;
let anonymous: ApiClient;
let admin: ApiClient;
let runner: BuiltUser;

beforeAll(async () => {
  target = await createTestApp();
  anonymous = ApiClient.anonymous(target);
  admin = await ApiClient.installAdmin(target);
  runner = await buildUser(target, admin, { roles: ['mask_runner'] });
});

afterAll(() => target.stop());

const valid = (changes: object = {}): object => ({
  username: `u${Math.random().toString(36).slice(2)}`,
  email: 'new@example.org',
  password: 'kT7vQ2mZx9LwB4nR',
  re_password: 'kT7vQ2mZx9LwB4nR',
  ...changes,
});

const idOf = async (client: ApiClient): Promise<number> =>
  ((await client.get('/api/users/me/')).body as User).id;

describe('GET /api/users/', () => {
  it('wants a token', async () => {
    expectDetail(await anonymous.get('/api/users/'), 401, /Authentication is required/);
  });

  it('is for administrators', async () => {
    expectDetail(await runner.client.get('/api/users/'), 403, 'Only an administrator may do this.');
  });

  it('lists everyone, and shows no API token but one’s own', async () => {
    const users = (await admin.get('/api/users/').expect(200)).body as User[];
    expect(users[0]).toEqual({
      id: expect.any(Number),
      username: 'admin',
      email: 'admin@example.com',
      date_joined: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      api_token: expect.stringMatching(/^[0-9a-f]{40}$/),
      has_temporary_password: false,
      is_active: true,
      is_staff: true,
      is_superuser: true,
      is_sso_user: false,
      is_subscribed_to_sdd_updates: false,
      user_roles: ['admin'],
      user_permissions: [],
    });
    expect(users.find(({ id }) => id === runner.id)).toMatchObject({
      api_token: '',
      user_roles: ['mask_runner'],
    });
  });
});

describe('POST /api/users/', () => {
  it('wants a token', async () => {
    expectDetail(await anonymous.post('/api/users/', valid()), 401, /Authentication is required/);
  });

  it('is for administrators', async () => {
    const builder = await buildUser(target, admin, { roles: ['mask_builder'] });
    expectDetail(await builder.client.post('/api/users/', valid()), 403, /Only an administrator/);
  });

  it('names every missing field', async () => {
    const required = 'This field is required.';
    expectFields(await admin.post('/api/users/', {}), {
      username: required,
      email: required,
      password: required,
      re_password: required,
    });
  });

  it.each([
    [{ email: 'nobody' }, { email: /e-mail address/ }],
    [{ password: 'short', re_password: 'short' }, { password: /at least 8/ }],
    [{ password: 'aaaaaaaaaaaa', re_password: 'aaaaaaaaaaaa' }, { password: /Too easy/ }],
    [{ re_password: 'something-else' }, { re_password: /differ/ }],
    [{ user_roles: ['king'] }, { user_roles: /one of admin, mask_builder/ }],
    [{ user_roles: 'admin' }, { user_roles: /./ }],
    [{ user_roles: ['mask_builder', 'mask_runner'] }, { user_roles: /one role/ }],
    [{ role: ['ruleset_library_managers'] }, { role: /only together with mask_builder/ }],
    [{ username: 'a\u202eb' }, { username: /invisible/ }],
    [{ username: ' padded' }, { username: /space/ }],
    [{ username: 'a\0b' }, { username: /NUL/ }],
    [{ username: 5 }, { username: /text/ }],
    [{ username: null }, { username: 'This field may not be null.' }],
    [{ username: 'x'.repeat(151) }, { username: /at most 150/ }],
  ])('refuses to create one with %j', async (changes, fields) => {
    expectFields(await admin.post('/api/users/', valid(changes)), fields);
  });

  it.each([
    [{}, []],
    [{ user_roles: ['mask_runner'] }, ['mask_runner']],
    [{ role: ['mask_builder'] }, ['mask_builder']],
    [
      { user_roles: ['mask_builder', 'ruleset_library_managers'] },
      ['mask_builder', 'ruleset_library_managers'],
    ],
    [{ user_roles: ['admin'] }, ['admin']],
    [{ role: ['admin', 'mask_builder'] }, ['admin']],
  ])('creates a user with %j', async (changes, roles) => {
    const response = await admin.post('/api/users/', valid(changes)).expect(201);
    expect(response.body).toMatchObject({
      user_roles: roles,
      is_superuser: roles.includes('admin' as never),
      has_temporary_password: true,
      api_token: '',
    });
    const { id } = response.body as User;
    expect((await admin.get(`/api/users/${id}/`).expect(200)).body).toEqual(response.body);
    await admin.delete(`/api/users/${id}/`).expect(204);
  });

  it('ignores fields it does not know', async () => {
    const response = await admin.post('/api/users/', valid({ is_superuser: true, id: 1 })).expect(201);
    expect(response.body).toMatchObject({ is_superuser: false });
  });

  it('takes names of any script, and keeps them as they are', async () => {
    const username = '👩‍🚀 Ωmega ünï'.trim();
    const response = await admin.post('/api/users/', valid({ username })).expect(201);
    expect(response.body).toMatchObject({ username });
    await ApiClient.login(target, username, 'kT7vQ2mZx9LwB4nR');
  });

  it('gives a name to one user only, whatever its case and form, also of twenty at once', async () => {
    const names = ['Ada', 'ada', 'ADA', '\uff21da'];
    const tries = Array.from({ length: 20 }, (_, i) =>
      admin.post('/api/users/', valid({ username: names[i % 4] })),
    );
    const responses = await Promise.all(tries);
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    responses
      .filter(({ status }) => status !== 201)
      .forEach((response) => expectFields(response, { username: /already exists/ }));
  });
});

describe('GET /api/users/{id}/', () => {
  it('wants a token', async () => {
    expectDetail(await anonymous.get(`/api/users/${runner.id}/`), 401, /Authentication is required/);
  });

  it('shows others to administrators only, and does not tell who exists', async () => {
    const adminId = await idOf(admin);
    expectDetail(await runner.client.get(`/api/users/${adminId}/`), 403, /Only an administrator/);
    expectDetail(await runner.client.get('/api/users/999999/'), 403, /Only an administrator/);
  });

  it.each([
    '999999',
    '0',
    '-1',
    '2147483648',
    '99999999999999999999999',
    'abc',
    '0x1',
    '1e0',
    '01%2E0',
    '%00',
    '1%20',
    '%F0%9F%98%80',
  ])('knows no user %s', async (id) => {
    expectDetail(await admin.get(`/api/users/${id}/`), 404, 'Not found.');
  });

  it('shows users themselves', async () => {
    const response = await runner.client.get(`/api/users/${runner.id}/`).expect(200);
    expect(response.body).toMatchObject({
      username: runner.username,
      api_token: expect.stringMatching(/^[0-9a-f]{40}$/),
    });
  });
});

describe('PATCH and PUT /api/users/{id}/', () => {
  it('want a token', async () => {
    expectDetail(await anonymous.patch(`/api/users/${runner.id}/`, {}), 401, /Authentication is required/);
    expectDetail(await anonymous.put(`/api/users/${runner.id}/`, {}), 401, /Authentication is required/);
  });

  it.each([{ username: 'other' }, { user_roles: ['admin'] }, { is_active: false }])(
    'refuse %j to the user themself',
    async (change) => {
      expectDetail(
        await runner.client.patch(`/api/users/${runner.id}/`, change),
        403,
        /Only an administrator/,
      );
    },
  );

  it('refuse changes of others', async () => {
    const id = await idOf(admin);
    expectDetail(
      await runner.client.patch(`/api/users/${id}/`, { email: 'x@example.org' }),
      403,
      /Only an administrator/,
    );
  });

  it('answer 404 for unknown users', async () => {
    expectDetail(await admin.patch('/api/users/999999/', { email: 'x@example.org' }), 404, 'Not found.');
  });

  it.each([{ email: 'nobody' }, { user_roles: ['king'] }, { is_active: 'no' }, { username: '' }])(
    'refuse %j',
    async (change) => {
      const [field = ''] = Object.keys(change);
      expectFields(await admin.patch(`/api/users/${runner.id}/`, change), { [field]: /./ });
    },
  );

  it('refuse a name that is taken', async () => {
    expectFields(await admin.patch(`/api/users/${runner.id}/`, { username: 'ADMIN' }), {
      username: /already exists/,
    });
  });

  it('let users change their own e-mail address, also by sending the whole object back', async () => {
    const before = (await runner.client.get('/api/users/me/')).body as User;
    const response = await runner.client
      .put(`/api/users/${runner.id}/`, { ...before, email: 'mine@example.org' })
      .expect(200);
    expect(response.body).toEqual({ ...before, email: 'mine@example.org' });
  });

  it('let administrators change name, roles and activity', async () => {
    const user = await buildUser(target, admin);
    const change = { username: `${user.username}-x`, user_roles: ['mask_builder'], email: 'y@example.org' };
    expect((await admin.patch(`/api/users/${user.id}/`, change).expect(200)).body).toMatchObject(change);
    await admin.patch(`/api/users/${user.id}/`, { is_active: false }).expect(200);
    expectDetail(await user.client.get('/api/users/me/'), 401, 'This account is disabled.');
    await admin.patch(`/api/users/${user.id}/`, { is_active: true }).expect(200);
    await user.client.get('/api/users/me/').expect(200);
  });

  it.each([{ user_roles: [] }, { is_active: false }])(
    'never leave nobody to administer: %j',
    async (change) => {
      const id = await idOf(admin);
      const others = ((await admin.get('/api/users/')).body as User[]).filter(
        (user) => user.user_roles.includes('admin') && user.id !== id,
      );
      await Promise.all(others.map((user) => admin.delete(`/api/users/${user.id}/`)));
      expectDetail(await admin.patch(`/api/users/${id}/`, change), 400, /last active administrator/);
      await admin.get('/api/users/').expect(200);
    },
  );
});

describe('PATCH /api/users/{id}/ with passwords', () => {
  const change = (from: string, to: string): object => ({
    current_password: from,
    new_password: to,
    re_new_password: to,
  });

  it('is refused for others, administrators included', async () => {
    const response = await admin.patch(`/api/users/${runner.id}/`, change(runner.password, 'Another-one-77'));
    expectDetail(response, 403, /changed by its owner/);
  });

  it('wants all three fields', async () => {
    const response = await runner.client.patch(`/api/users/${runner.id}/`, {
      new_password: 'Another-one-77',
    });
    expectFields(response, { current_password: /required/, re_new_password: /required/ });
  });

  it('wants the present password', async () => {
    const response = await runner.client.patch(`/api/users/${runner.id}/`, change('wrong', 'Another-one-77'));
    expectFields(response, { current_password: /not the present/ });
  });

  it('judges the new one', async () => {
    const response = await runner.client.patch(
      `/api/users/${runner.id}/`,
      change(runner.password, '12345678'),
    );
    expectFields(response, { new_password: /Too easy/ });
  });

  it('changes it, keeps this login and ends all others', async () => {
    const user = await buildUser(target, admin);
    const other = await ApiClient.login(target, user.username, user.password);
    const response = await user.client
      .patch(`/api/users/${user.id}/`, change(user.password, 'Another-one-77'))
      .expect(200);
    expect(response.body).toMatchObject({ has_temporary_password: false });
    await user.client.get('/api/users/me/').expect(200);
    expectDetail(await other.get('/api/users/me/'), 401, /unknown or was revoked/);
    await ApiClient.login(target, user.username, 'Another-one-77');
    const old = await anonymous.post('/api/auth/token/login/', {
      username: user.username,
      password: user.password,
    });
    expectDetail(old, 401, 'Wrong username or password.');
  });
});

describe('POST /api/users/{id}/reset-password/', () => {
  it('wants a token', async () => {
    expectDetail(
      await anonymous.post(`/api/users/${runner.id}/reset-password/`),
      401,
      /Authentication is required/,
    );
  });

  it('is for administrators, not even for oneself', async () => {
    expectDetail(
      await runner.client.post(`/api/users/${runner.id}/reset-password/`),
      403,
      /Only an administrator/,
    );
  });

  it('answers 404 for unknown users', async () => {
    expectDetail(await admin.post('/api/users/999999/reset-password/'), 404, 'Not found.');
  });

  it('gives a temporary password and ends all logins', async () => {
    const user = await buildUser(target, admin);
    const { password } = (await admin.post(`/api/users/${user.id}/reset-password/`).expect(200)).body as {
      password: string;
    };
    expect(password).toMatch(/^\w{16}$/);
    expectDetail(await user.client.get('/api/users/me/'), 401, /revoked/);
    const again = await ApiClient.login(target, user.username, password);
    expect((await again.get('/api/users/me/')).body).toMatchObject({ has_temporary_password: true });
  });
});

describe('DELETE /api/users/{id}/', () => {
  it('wants a token', async () => {
    expectDetail(await anonymous.delete(`/api/users/${runner.id}/`), 401, /Authentication is required/);
  });

  it('is for administrators', async () => {
    expectDetail(await runner.client.delete(`/api/users/${runner.id}/`), 403, /Only an administrator/);
  });

  it('answers 404 for unknown users', async () => {
    expectDetail(await admin.delete('/api/users/999999/'), 404, 'Not found.');
  });

  it('removes the user and their tokens', async () => {
    const user = await buildUser(target, admin);
    await admin.delete(`/api/users/${user.id}/`).expect(204);
    expectDetail(await user.client.get('/api/users/me/'), 401, /unknown or was revoked/);
    expectDetail(await admin.get(`/api/users/${user.id}/`), 404, 'Not found.');
  });

  it('keeps one administrator, even when two remove each other at once', async () => {
    const one = await buildUser(target, admin, { roles: ['admin'] });
    const two = await buildUser(target, admin, { roles: ['admin'] });
    const adminId = await idOf(admin);
    await one.client.patch(`/api/users/${adminId}/`, { user_roles: [] }).expect(200);
    const responses = await Promise.all([
      one.client.delete(`/api/users/${two.id}/`),
      two.client.delete(`/api/users/${one.id}/`),
    ]);
    const left = await Promise.all([one, two].map(({ client }) => client.get('/api/users/me/')));
    expect(responses.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(left.filter(({ status }) => status === 200)).toHaveLength(1);
    const survivor = left[0]?.status === 200 ? one : two;
    await survivor.client.patch(`/api/users/${adminId}/`, { user_roles: ['admin'] }).expect(200);
  });
});

describe('/api/users/me/', () => {
  it.each(['', 'profile/', 'api-token/'])('%s wants a token', async (path) => {
    expectDetail(await anonymous.get(`/api/users/me/${path}`), 401, /Authentication is required/);
  });

  it('is not for API tokens', async () => {
    const { api_token } = (await runner.client.get('/api/users/me/')).body as User;
    const script = ApiClient.withToken(target, api_token);
    expectDetail(await script.get('/api/users/me/'), 403, /API token may not be used here/);
  });

  it('keeps a profile: what is left out stays', async () => {
    await runner.client.post('/api/users/me/profile/', { git_directory_path: 'team/ä b' }).expect(204);
    await runner.client.post('/api/users/me/profile/', {}).expect(204);
    expect((await runner.client.get('/api/users/me/profile/').expect(200)).body).toEqual({
      git_directory_path: 'team/ä b',
    });
    expectFields(await runner.client.post('/api/users/me/profile/', { git_directory_path: 7 }), {
      git_directory_path: /text/,
    });
    await runner.client.post('/api/users/me/profile/', { git_directory_path: '' }).expect(204);
    expect((await runner.client.get('/api/users/me/profile/')).body).toEqual({ git_directory_path: '' });
  });

  it('shows the API token again and renews it', async () => {
    const user = await buildUser(target, admin);
    const tokenOf = async (): Promise<string> =>
      ((await user.client.get('/api/users/me/api-token/').expect(200)).body as User).api_token;
    const first = await tokenOf();
    expect(await tokenOf()).toBe(first);
    await ApiClient.withToken(target, first).get('/api/health-check/').expect(200);
    const renewed = ((await user.client.post('/api/users/me/api-token/').expect(200)).body as User).api_token;
    expect(renewed).not.toBe(first);
    expect(await tokenOf()).toBe(renewed);
    expectDetail(await ApiClient.withToken(target, first).get('/api/health-check/'), 401, /revoked/);
    await ApiClient.withToken(target, renewed).get('/api/health-check/').expect(200);
  });
});

describe('stored secrets', () => {
  it('are hashed or sealed', async () => {
    const { api_token } = (await runner.client.get('/api/users/me/')).body as User;
    const rows = await target.dataSource.query(
      'SELECT (SELECT jsonb_agg(u) FROM user_account u)::text || (SELECT jsonb_agg(t) FROM access_token t)::text AS all_text',
    );
    const text = (rows as { all_text: string }[])[0]?.all_text ?? '';
    expect(text).toContain('$argon2id$');
    expect(text).not.toContain(api_token);
    expect(text).not.toContain(runner.password);
    expect(text).not.toContain((runner.client.authorization ?? '').slice('Token '.length));
  });
});
