import { createHmac } from 'node:crypto';
import request from 'supertest';
import { SigningKeys } from '../../src/auth/jwt/signing-keys.js';
import { ApiClient } from '../support/api-client.js';
import { buildUser, type BuiltUser } from '../support/builders/user.builder.js';
import { expectDetail, expectFields } from '../support/expect-error.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

const LOGIN = '/api/auth/jwt/login/';
const REFRESH = '/api/auth/jwt/refresh/';
const DAY_MS = 86_400_000;

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

let target: TestApp;
let other: TestApp;
let anonymous: ApiClient;
let admin: ApiClient;
let runner: BuiltUser;
let builder: BuiltUser;

beforeAll(async () => {
  target = await createTestApp();
  other = await createTestApp({ database: target.database, env: { SECRET_KEY: 'x'.repeat(40) } });
  anonymous = ApiClient.anonymous(target);
  admin = await ApiClient.installAdmin(target);
  runner = await buildUser(target, admin, { roles: ['mask_runner'] });
  builder = await buildUser(target, admin, { roles: ['mask_builder'] });
});

afterAll(async () => {
  await other.stop();
  await target.stop();
});

const logIn = async ({ username, password }: BuiltUser): Promise<Tokens> =>
  (await anonymous.post(LOGIN, { username, password }).expect(200)).body as Tokens;
const refresh = async (token: string): Promise<Tokens> =>
  (await anonymous.post(REFRESH, { refresh: token }).expect(200)).body as Tokens;
const verify = (token: string, app = target): request.Test =>
  request(app.server).get('/ifm/verify-token/').set('Authorization', `Bearer ${token}`);
const expectRefused = async (token: string, reason: string | RegExp): Promise<void> => {
  const response = await verify(token);
  expect([response.status, response.body]).toEqual([
    401,
    { error: typeof reason === 'string' ? reason : expect.stringMatching(reason) },
  ]);
};

describe('POST /api/auth/jwt/login/', () => {
  it('names missing fields', async () => {
    expectFields(await anonymous.post(LOGIN, { username: 'x' }), { password: /required/ });
  });

  it('refuses a wrong password', async () => {
    const response = await anonymous.post(LOGIN, { username: 'nobody', password: 'wrong-one' });
    expectDetail(response, 401, 'Wrong username or password.');
  });

  it('answers exactly 200 with access_token and refresh_token', async () => {
    expect(await logIn(runner)).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  it('refuses users of single sign-on, their tokens too', async () => {
    const user = await buildUser(target, admin);
    const tokens = await logIn(user);
    await target.database.query('UPDATE user_account SET uses_single_sign_on = true WHERE id = $1', [
      user.id,
    ]);
    const { username, password } = user;
    expectDetail(await anonymous.post(LOGIN, { username, password }), 403, /single sign-on/);
    expectDetail(await anonymous.post(REFRESH, { refresh: tokens.refresh_token }), 403, /single sign-on/);
    const response = await verify(tokens.access_token);
    expect([response.status, response.body]).toEqual([
      403,
      { error: expect.stringMatching(/single sign-on/) },
    ]);
  });
});

describe('POST /api/auth/jwt/refresh/', () => {
  it('gives a new access token and rotates the refresh token', async () => {
    const first = await logIn(runner);
    const second = await refresh(first.refresh_token);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    await verify(second.access_token).expect(200);
    const third = await refresh(second.refresh_token);
    await verify(third.access_token).expect(200);
  });

  it('takes the field refresh_token as well', async () => {
    const { refresh_token } = await logIn(runner);
    await anonymous.post(REFRESH, { refresh_token }).expect(200);
  });

  it('ends every refresh token of a login when one is used twice', async () => {
    const [stolen, elsewhere] = [await logIn(runner), await logIn(runner)];
    const next = await refresh(stolen.refresh_token);
    expectDetail(await anonymous.post(REFRESH, { refresh: stolen.refresh_token }), 401, /used before/);
    expectDetail(
      await anonymous.post(REFRESH, { refresh: next.refresh_token }),
      401,
      /unknown or was revoked/,
    );
    await refresh(elsewhere.refresh_token);
    const [entry] = await target.database.query<{ description: string }>(
      "SELECT description FROM audit_log WHERE action = 'login_failed' ORDER BY id DESC LIMIT 1",
    );
    expect(entry?.description).toMatch(/used twice/);
  });

  it('lets one of many exchanges at once succeed', async () => {
    const { refresh_token } = await logIn(runner);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => anonymous.post(REFRESH, { refresh: refresh_token })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(7);
  });

  it.each([[{}], [{ refresh: 7 }], [{ refresh: '' }]])('refuses the body %j', async (body) => {
    expectFields(await anonymous.post(REFRESH, body), { refresh: /./ });
  });

  it.each(['nonsense', 'x'.repeat(43), "' OR 1=1 --"])('refuses the token %j', async (token) => {
    expectDetail(await anonymous.post(REFRESH, { refresh: token }), 401, /unknown or was revoked/);
  });

  it('refuses an access token, an expired one, and keeps no token readable', async () => {
    const tokens = await logIn(runner);
    expectDetail(
      await anonymous.post(REFRESH, { refresh: tokens.access_token.slice(0, 200) }),
      401,
      /unknown/,
    );
    const rows = await target.database.query('SELECT * FROM refresh_token');
    expect(JSON.stringify(rows)).not.toContain(tokens.refresh_token);
    await target.database.query('UPDATE refresh_token SET expires_time = now() WHERE user_id = $1', [
      runner.id,
    ]);
    expectDetail(await anonymous.post(REFRESH, { refresh: tokens.refresh_token }), 401, /expired/);
  });
});

describe('revocation', () => {
  it('is at once, also of remembered tokens, when the account is disabled, and lasts', async () => {
    const user = await buildUser(target, admin);
    const tokens = await logIn(user);
    await verify(tokens.access_token).expect(200);
    await admin.patch(`/api/users/${user.id}/`, { is_active: false }).expect(200);
    await expectRefused(tokens.access_token, 'This account is disabled.');
    expectDetail(await anonymous.post(REFRESH, { refresh: tokens.refresh_token }), 401, /disabled/);
    await admin.patch(`/api/users/${user.id}/`, { is_active: true }).expect(200);
    await expectRefused(tokens.access_token, 'The access token was revoked: log in again.');
    expectDetail(await anonymous.post(REFRESH, { refresh: tokens.refresh_token }), 401, /revoked/);
    await verify((await logIn(user)).access_token).expect(200);
  });

  it('is at once when the password is reset or changed', async () => {
    const user = await buildUser(target, admin);
    const before = await logIn(user);
    const change = {
      current_password: user.password,
      new_password: 'Other-horse-8',
      re_new_password: 'Other-horse-8',
    };
    await user.client.patch(`/api/users/${user.id}/`, change).expect(200);
    await expectRefused(before.access_token, /revoked/);
    expectDetail(await anonymous.post(REFRESH, { refresh: before.refresh_token }), 401, /revoked/);
    const after = await logIn({ ...user, password: 'Other-horse-8' });
    await admin.post(`/api/users/${user.id}/reset-password/`).expect(200);
    await expectRefused(after.access_token, /revoked/);
  });

  it('is at once when the user is deleted', async () => {
    const user = await buildUser(target, admin);
    const tokens = await logIn(user);
    await verify(tokens.access_token).expect(200);
    await admin.delete(`/api/users/${user.id}/`).expect(204);
    await expectRefused(tokens.access_token, /revoked/);
    expectDetail(await anonymous.post(REFRESH, { refresh: tokens.refresh_token }), 401, /unknown/);
  });
});

describe('GET /ifm/verify-token/', () => {
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  const signed = (header: object, claims: object, key: Buffer): string => {
    const body = `${encode(header)}.${encode(claims)}`;
    return `${body}.${createHmac('sha256', key).update(body).digest('base64url')}`;
  };
  const inOneMinute = (): number => Math.floor(Date.now() / 1000) + 60;

  it('wants an access token', async () => {
    const response = await anonymous.get('/ifm/verify-token/');
    expect(response.status).toBe(401);
    expect(response.body).toEqual({ error: expect.stringMatching(/Bearer/) });
    expect(response.headers['www-authenticate']).toBe('Bearer');
  });

  it('is not for the tokens of the management API, and theirs are not for it', async () => {
    const response = await runner.client.get('/ifm/verify-token/');
    expect([response.status, response.body]).toEqual([
      403,
      { error: expect.stringMatching(/user token may not/) },
    ]);
    const { access_token } = await logIn(runner);
    const management = request(target.server)
      .get('/api/users/me/')
      .set('Authorization', `Bearer ${access_token}`);
    expectDetail(await management, 403, /access token may not be used here/);
  });

  it('tells what the role allows, and a user without role counts as runner', async () => {
    const scopesOf = async (user: BuiltUser): Promise<unknown> =>
      (await verify((await logIn(user)).access_token).expect(200)).body;
    expect(await scopesOf(runner)).toEqual({ scopes: ['ifm/mask'] });
    expect(await scopesOf(await buildUser(target, admin, { roles: [] }))).toEqual({ scopes: ['ifm/mask'] });
    expect(await scopesOf(builder)).toEqual({ scopes: ['ifm/mask', 'ifm/ruleset-plans'] });
  });

  it('sees a changed role with the next request', async () => {
    const user = await buildUser(target, admin, { roles: ['mask_runner'] });
    const { access_token } = await logIn(user);
    await verify(access_token).expect(200);
    await admin.patch(`/api/users/${user.id}/`, { user_roles: ['mask_builder'] }).expect(200);
    expect((await verify(access_token)).body).toEqual({ scopes: ['ifm/mask', 'ifm/ruleset-plans'] });
  });

  it('answers 401 to forged, altered, alg-none and expired tokens', async () => {
    const { access_token } = await logIn(runner);
    const [header = '', claims = '', signature = ''] = access_token.split('.');
    const keys = target.app.get(SigningKeys);
    const key = keys.current();
    const good = { sub: String(runner.id), ver: 1, iss: 'vizard', aud: 'ifm', exp: inOneMinute() };
    const { exp: _exp, ...endless } = good;
    const head = { alg: 'HS256', typ: 'JWT', kid: key.id };
    await verify(signed(head, good, key.bytes)).expect(200);
    const forged = [
      'nonsense',
      'x'.repeat(7_000),
      `${header}.${claims}.${'A'.repeat(signature.length)}`,
      `${encode({ ...head, alg: 'none' })}.${encode(good)}.`,
      signed({ ...head, alg: 'HS512' }, good, key.bytes),
      signed(head, good, Buffer.alloc(32)),
      signed({ ...head, kid: 'other' }, good, key.bytes),
      signed({ alg: 'HS256' }, good, key.bytes),
      signed(head, { ...good, aud: 'api' }, key.bytes),
      signed(head, { ...good, iss: 'else' }, key.bytes),
      signed(head, { ...good, sub: '1; DROP' }, key.bytes),
      signed(head, { ...good, ver: 'x' }, key.bytes),
      signed(head, endless, key.bytes),
      signed(head, { ...good, sub: '999999' }, key.bytes),
    ];
    for (const wrong of forged) {
      await expectRefused(wrong, /not valid|revoked/);
    }
    await expectRefused(
      signed(head, { ...good, exp: 1_000_000_000 }, key.bytes),
      'The access token has expired: log in again.',
    );
  });

  it('knows yesterday’s key by its id, and none of long ago or of another secret', async () => {
    const keys = target.app.get(SigningKeys);
    const claims = { sub: String(runner.id), ver: 1, iss: 'vizard', aud: 'ifm', exp: inOneMinute() };
    const by = ({ id, bytes }: { id: string; bytes: Buffer }): string =>
      signed({ alg: 'HS256', typ: 'JWT', kid: id }, claims, bytes);
    await verify(by(keys.current(Date.now() - DAY_MS))).expect(200);
    await expectRefused(by(keys.current(Date.now() - 3 * DAY_MS)), /not valid/);
    const { access_token } = await logIn(runner);
    expect((await verify(access_token, other)).status).toBe(401);
  });

  it('forgets a remembered token when its time is over', async () => {
    const keys = target.app.get(SigningKeys);
    const key = keys.current();
    const claims = { sub: String(runner.id), ver: 1, iss: 'vizard', aud: 'ifm', exp: inOneMinute() };
    const token = signed({ alg: 'HS256', kid: key.id }, claims, key.bytes);
    await verify(token).expect(200);
    const clock = jest.spyOn(Date, 'now').mockReturnValue((claims.exp + 1) * 1000);
    await expectRefused(token, /expired/);
    clock.mockRestore();
  });
});
