import request from 'supertest';
import { InstallationService } from '../../src/installation/installation.service.js';
import { ApiClient } from '../support/api-client.js';
import { buildUser, type BuiltUser } from '../support/builders/user.builder.js';
import { expectDetail, expectFields } from '../support/expect-error.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

const PASSWORD = 'Correct-horse-7';

let target: TestApp;
let anonymous: ApiClient;
let admin: ApiClient;
let runner: BuiltUser;
let builder: BuiltUser;

const installation = (changes: object = {}): object => ({
  email: 'admin@example.org',
  username: 'admin',
  password: PASSWORD,
  re_password: PASSWORD,
  allowed_hosts: ['localhost', 'vizard.example.org', '192.0.2.0/24'],
  ...changes,
});

const authorized = (authorization: string, path = '/api/users/me/'): request.Test =>
  request(target.server).get(path).set('Authorization', authorization);

beforeAll(async () => {
  target = await createTestApp();
  anonymous = ApiClient.anonymous(target);
});

afterAll(() => target.stop());

describe('POST /api/users/admin-install/', () => {
  it('names every missing field', async () => {
    const required = 'This field is required.';
    expectFields(await anonymous.post('/api/users/admin-install/', {}), {
      email: required,
      username: required,
      password: required,
      re_password: required,
      allowed_hosts: required,
    });
  });

  it.each([
    [{ allowed_hosts: [] }, { allowed_hosts: /at least one/ }],
    [{ allowed_hosts: ['http://x.org/'] }, { allowed_hosts: /host name without port/ }],
    [{ allowed_hosts: ['x.org', 7] }, { allowed_hosts: /list of texts/ }],
    [{ allowed_hosts: 'x.org' }, { allowed_hosts: /./ }],
    [{ password: 'short', re_password: 'short' }, { password: /at least 8/ }],
    [{ re_password: 'other-than-that' }, { re_password: /differ/ }],
    [{ email: 'nobody' }, { email: /e-mail/ }],
    [{ contract_license_type: 'gold' }, { contract_license_type: /business, enterprise/ }],
    [{ aws_ec2_instance_id: 7 }, { aws_ec2_instance_id: /text/ }],
  ])('refuses %j', async (changes, fields) => {
    expectFields(await anonymous.post('/api/users/admin-install/', installation(changes)), fields);
  });

  it('makes exactly one administrator of twenty tries at once, and 401 of the others', async () => {
    const tries = Array.from({ length: 20 }, (_, i) =>
      anonymous.post('/api/users/admin-install/', installation({ username: `admin${i}` })),
    );
    const responses = await Promise.all(tries);
    const made = responses.filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    responses
      .filter(({ status }) => status !== 201)
      .forEach((response) => {
        expectDetail(response, 401, /Already installed/);
      });
    const body = made[0]?.body as { username: string; api_token: string };
    expect(body).toMatchObject({
      ...{ is_superuser: true, is_staff: true, is_active: true, is_sso_user: false },
      ...{ user_roles: ['admin'], user_permissions: [], has_temporary_password: false, warnings: [] },
      date_joined: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      is_subscribed_to_sdd_updates: false,
    });
    admin = await ApiClient.login(target, body.username, PASSWORD);
    expect((await admin.get('/api/users/')).body).toHaveLength(1);
    await ApiClient.withToken(target, body.api_token).get('/api/health-check/').expect(200);
  });

  it('answers 401 afterwards, whatever is sent', async () => {
    expectDetail(await anonymous.post('/api/users/admin-install/', installation()), 401, /Already installed/);
    runner = await buildUser(target, admin, { roles: ['mask_runner'] });
    builder = await buildUser(target, admin, { roles: ['mask_builder'] });
  });
});

describe('allowed hosts', () => {
  const under = (host: string, path = '/api/app/check/'): request.Test =>
    request(target.server).get(path).set('Host', host);

  it.each([
    'localhost:9',
    'VIZARD.example.org',
    'vizard.example.org:443',
    '192.0.2.200:8080',
    '127.0.0.1',
    '[::1]:80',
  ])('lets %s in', async (host) => {
    await under(host).expect(200);
  });

  it.each(['evil.example', 'vizard.example.org.evil.example', '192.0.3.1', '[2001:db8::1]'])(
    'refuses %s',
    async (host) => {
      expectDetail(await under(host), 400, /may not be called under this host name/);
    },
  );

  it('lets health probes in under any', async () => {
    await under('10.1.2.3:8080', '/api/healthcheck/').expect(200);
    expectDetail(await under('10.1.2.3:8080', '/api/health-check/'), 401, /Authentication/);
  });
});

describe('POST /api/auth/token/login/', () => {
  it('names missing fields', async () => {
    expectFields(await anonymous.post('/api/auth/token/login/', {}), {
      username: 'This field is required.',
      password: 'This field is required.',
    });
  });

  it.each([
    [{ username: ['admin'], password: 'x' }, 'username'],
    [{ username: 'admin', password: { a: 1 } }, 'password'],
    [{ username: 'admin', password: 'x'.repeat(100_000) }, 'password'],
  ])('refuses %#', async (body, field) => {
    expectFields(await anonymous.post('/api/auth/token/login/', body), { [field]: /./ });
  });

  it('gives a token and the user, under any case of the name', async () => {
    const body = { username: runner.username.toUpperCase(), password: runner.password };
    const response = await anonymous.post('/api/auth/token/login/', body).expect(200);
    expect(response.body).toMatchObject({
      id: runner.id,
      username: runner.username,
      key: expect.stringMatching(/^[0-9a-f]{40}$/),
      user_roles: ['mask_runner'],
    });
  });

  it('works although an old token is sent along', async () => {
    const body = { username: runner.username, password: runner.password };
    await ApiClient.withToken(target, 'f'.repeat(40)).post('/api/auth/token/login/', body).expect(200);
  });

  it('answers alike for unknown users and wrong passwords, in similar time', async () => {
    const times: Record<string, number[]> = { known: [], unknown: [] };
    for (let i = 0; i < 4; i++) {
      for (const [kind, username] of [
        ['known', builder.username],
        ['unknown', `nobody-${i}`],
      ] as const) {
        const startedAt = performance.now();
        const response = await anonymous.post('/api/auth/token/login/', {
          username,
          password: 'wrong-password',
        });
        times[kind]?.push(performance.now() - startedAt);
        expectDetail(response, 401, 'Wrong username or password.');
      }
    }
    const [known = 0, unknown = 0] = Object.values(times).map((list) => Math.min(...list));
    expect(unknown).toBeGreaterThan(known / 4);
    expect(known).toBeGreaterThan(unknown / 4);
  });

  it('refuses a disabled account, and says so only to who knows the password', async () => {
    const user = await buildUser(target, admin);
    await admin.patch(`/api/users/${user.id}/`, { is_active: false }).expect(200);
    const { username, password } = user;
    expectDetail(
      await anonymous.post('/api/auth/token/login/', { username, password }),
      401,
      'This account is disabled.',
    );
    const wrong = await anonymous.post('/api/auth/token/login/', { username, password: 'wrong-password' });
    expectDetail(wrong, 401, 'Wrong username or password.');
  });

  it('takes hundreds of right passwords, and keeps all their tokens valid', async () => {
    const tokens: string[] = [];
    for (let round = 0; round < 8; round++) {
      const logins = Array.from({ length: 25 }, () =>
        anonymous
          .post('/api/auth/token/login/', { username: runner.username, password: runner.password })
          .expect(200),
      );
      tokens.push(...(await Promise.all(logins)).map(({ body }) => (body as { key: string }).key));
    }
    expect(new Set(tokens).size).toBe(200);
    await ApiClient.withToken(target, tokens[0] ?? '')
      .get('/api/users/me/')
      .expect(200);
  });

  it('slows down guessing, even all at once, for the guessed account only', async () => {
    const victim = await buildUser(target, admin);
    const guess = (): request.Test =>
      anonymous.post('/api/auth/token/login/', { username: victim.username, password: 'guess-guess' });
    const responses = await Promise.all(Array.from({ length: 40 }, guess));
    const wrong = responses.filter(({ status }) => status === 401);
    const slowed = responses.filter(({ status }) => status === 429);
    expect(wrong.length).toBeLessThan(10);
    expect(wrong.length + slowed.length).toBe(40);
    const [first] = slowed;
    expect(Number(first?.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(first?.body).toEqual({ detail: expect.stringMatching(/Too many wrong passwords/) });
    await ApiClient.login(target, runner.username, runner.password);
    await victim.client.get('/api/users/me/').expect(200);
  });
});

describe('the Token scheme', () => {
  it.each([
    ['Token', /malformed/],
    ['Token abc', /malformed/],
    [`Token ${'g'.repeat(40)}`, /malformed/],
    [`Token ${'0'.repeat(40)} more`, /malformed/],
    [`Basic ${'0'.repeat(40)}`, /must be "Token/],
    ['0'.repeat(40), /must be "Token/],
    [`Token ${'0'.repeat(40)}`, /unknown or was revoked/],
    [`Token ${'é'.repeat(40)}`, /malformed/],
  ])('refuses %j', async (authorization, reason) => {
    const response = await authorized(Buffer.from(authorization).toString('latin1'));
    expectDetail(response, 401, reason);
    expect(response.headers['www-authenticate']).toBe('Token');
  });

  it.each(['token', 'TOKEN', 'Token'])('takes the scheme in any case: %s', async (scheme) => {
    const token = runner.client.authorization?.split(' ')[1] ?? '';
    await authorized(`${scheme} ${token}`).expect(200);
    await authorized(`${scheme}   ${token.toUpperCase()}`).expect(200);
  });

  it('ends tokens after their time', async () => {
    const user = await buildUser(target, admin);
    const lifetimes = await target.database.query<{ hours: string }>(
      "SELECT extract(epoch FROM expires_time - created_time) / 3600 AS hours FROM access_token WHERE user_id = $1 AND kind = 'user'",
      [user.id],
    );
    expect(Math.round(Number(lifetimes[0]?.hours))).toBe(12);
    await target.database.query(
      "UPDATE access_token SET expires_time = now() WHERE user_id = $1 AND kind = 'user'",
      [user.id],
    );
    expectDetail(await user.client.get('/api/users/me/'), 401, 'The token has expired: log in again.');
  });
});

describe('POST /api/auth/token/logout/', () => {
  it('wants a token', async () => {
    expectDetail(await anonymous.post('/api/auth/token/logout/'), 401, /Authentication is required/);
  });

  it('ends this login and no other', async () => {
    const other = await ApiClient.login(target, runner.username, runner.password);
    await other.post('/api/auth/token/logout/').expect(204);
    expectDetail(await other.get('/api/users/me/'), 401, /revoked/);
    await runner.client.get('/api/users/me/').expect(200);
  });
});

describe('the installation', () => {
  it('keeps one secret, sealed, and one id, whoever asks first', async () => {
    const service = target.app.get(InstallationService);
    const secrets = await Promise.all(Array.from({ length: 10 }, async () => service.instanceSecret()));
    expect(new Set(secrets).size).toBe(1);
    expect(secrets[0]).toMatch(/^[0-9a-f]{64}$/);
    const rows = await target.database.query<{ sealed_instance_secret: string; installation_id: string }>(
      'SELECT * FROM installation',
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.sealed_instance_secret).not.toContain(secrets[0]);
    expect(await service.installationId()).toBe(rows[0]?.installation_id);
  });
});
