import request, { type Test } from 'supertest';
import { ApiClient } from '../support/api-client.js';
import { buildUser, type BuiltUser } from '../support/builders/user.builder.js';
import { expectDetail } from '../support/expect-error.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

const LOGIN = '/api/auth/session/login/';
const LOGOUT = '/api/auth/session/logout/';
const ME = '/api/users/me/';
const HOUR_MS = 3_600_000;

let target: TestApp;
let admin: ApiClient;
let user: BuiltUser;

beforeAll(async () => {
  target = await createTestApp({ env: { TRUST_PROXY: 'loopback' } });
  admin = await ApiClient.installAdmin(target);
  user = await buildUser(target, admin);
});

afterAll(() => target.stop());

const logIn = async (sent = ''): Promise<{ cookie: string; header: string }> => {
  const { username, password } = user;
  const response = await request(target.server)
    .post(LOGIN)
    .set('Cookie', sent)
    .send({ username, password })
    .expect(200);
  expect(JSON.stringify(response.body)).not.toMatch(/"key"/);
  const [header = ''] = response.headers['set-cookie'] as unknown as string[];
  return { cookie: header.split(';')[0] ?? '', header };
};
const withCookie = (test: Test, cookie: string): Test => test.set('Cookie', cookie);
const get = (path: string, cookie: string): Test => withCookie(request(target.server).get(path), cookie);
/** A request of a page of this server, as browsers send it. */
const post = (path: string, cookie: string, site = 'same-origin'): Test =>
  withCookie(request(target.server).post(path), cookie).set('Sec-Fetch-Site', site);
const expiry = async (): Promise<number> => {
  const [row] = await target.database.query<{ time: Date }>(
    `SELECT max(expires_time) AS time FROM access_token WHERE kind = 'session'`,
  );
  return row?.time.getTime() ?? 0;
};

describe('POST /api/auth/session/login/', () => {
  it('sets a cookie that scripts do not read and other sites do not send', async () => {
    const { header, cookie } = await logIn();
    expect(header).toMatch(/^vizard_session=[0-9a-f]{40}; Path=\/api\/; HttpOnly; SameSite=Strict$/);
    const { body } = await get(ME, cookie).expect(200);
    expect(body).toMatchObject({ username: user.username });
  });

  it('marks the cookie as secure behind a proxy that speaks HTTPS', async () => {
    const { username, password } = user;
    const response = await request(target.server)
      .post(LOGIN)
      .set('X-Forwarded-Proto', 'https')
      .send({ username, password })
      .expect(200);
    expect(response.headers['set-cookie']?.[0]).toMatch(/; Secure; SameSite=Strict$/);
  });

  it('refuses wrong credentials like the other login', async () => {
    const wrong = await request(target.server).post(LOGIN).send({ username: user.username, password: 'x' });
    expectDetail(wrong, 401, 'Wrong username or password.');
    expect(wrong.headers['set-cookie']).toBeUndefined();
    await request(target.server).post(LOGIN).send({ username: user.username }).expect(400);
  });

  it('never takes over a token that the browser brings, and ends the session it had', async () => {
    const planted = `vizard_session=${'a'.repeat(40)}`;
    const first = await logIn(planted);
    expect(first.cookie).not.toBe(planted);
    await get(ME, planted).expect(401);
    const second = await logIn(first.cookie);
    await get(ME, first.cookie).expect(401);
    await get(ME, second.cookie).expect(200);
  });
});

describe('a session', () => {
  it('is no user token, and a user token is no session', async () => {
    const { cookie } = await logIn();
    const token = cookie.split('=')[1] ?? '';
    await ApiClient.withToken(target, token).get(ME).expect(401);
    const userToken = user.client.authorization?.split(' ')[1] ?? '';
    await get(ME, `vizard_session=${userToken}`).expect(401);
  });

  it('reaches the management API alone', async () => {
    const { cookie } = await logIn();
    for (const path of ['/metrics', '/ifm/verify-token/', '/ifm/ruleset-plans/']) {
      await get(path, cookie).expect(401);
    }
  });

  it('gives way to a header', async () => {
    const { cookie } = await logIn();
    const { body } = await get(ME, cookie)
      .set('Authorization', admin.authorization ?? '')
      .expect(200);
    expect(body).toMatchObject({ username: 'admin' });
    await get(ME, cookie)
      .set('Authorization', `Token ${'0'.repeat(40)}`)
      .expect(401);
  });

  it('changes nothing at the wish of another site', async () => {
    const { cookie } = await logIn();
    const path = '/api/users/me/api-token/';
    for (const site of ['cross-site', 'same-site', 'none']) {
      expectDetail(await post(path, cookie, site), 403, /pages of this server only/);
    }
    const bare = (): Test => withCookie(request(target.server).post(path), cookie);
    expectDetail(await bare(), 403, /pages of this server only/);
    expectDetail(await bare().set('Origin', 'http://evil.example'), 403, /pages of this server only/);
    await bare().set('Origin', target.url).set('Host', new URL(target.url).host).expect(200);
    await post(path, cookie).expect(200);
  });

  it('lives while it is used, ends after an hour without a request, and after twelve hours in any case', async () => {
    const { cookie } = await logIn();
    const age = (minutes: number): Promise<unknown> =>
      target.database.query(
        `UPDATE access_token SET expires_time = expires_time - interval '${minutes} minutes',
           created_time = created_time - interval '${minutes} minutes' WHERE kind = 'session'`,
      );
    expect(Math.abs((await expiry()) - Date.now() - HOUR_MS)).toBeLessThan(30_000);
    await age(59);
    await get(ME, cookie).expect(200);
    expect(Math.abs((await expiry()) - Date.now() - HOUR_MS)).toBeLessThan(30_000);
    await age(61);
    expectDetail(await get(ME, cookie), 401, 'The token has expired: log in again.');
    const busy = (await logIn()).cookie;
    await target.database.query(
      `UPDATE access_token SET created_time = now() - interval '11 hours 30 minutes',
         expires_time = now() + interval '5 minutes' WHERE kind = 'session'`,
    );
    await get(ME, busy).expect(200);
    expect(Math.abs((await expiry()) - Date.now() - HOUR_MS / 2)).toBeLessThan(30_000);
  });

  it('ends with a reset password', async () => {
    const { cookie } = await logIn();
    const other = await buildUser(target, admin);
    await admin.post(`/api/users/${other.id}/reset-password/`).expect(200);
    await get(ME, cookie).expect(200);
    const { body } = await admin.post(`/api/users/${user.id}/reset-password/`).expect(200);
    await get(ME, cookie).expect(401);
    user = { ...user, password: (body as { password: string }).password };
  });
});

describe('POST /api/auth/session/logout/', () => {
  it('ends the session and removes the cookie', async () => {
    const { cookie } = await logIn();
    await request(target.server).post(LOGOUT).expect(401);
    const response = await post(LOGOUT, cookie).expect(204);
    expect(response.headers['set-cookie']?.[0]).toMatch(
      /^vizard_session=; Path=\/api\/; Expires=Thu, 01 Jan 1970/,
    );
    await get(ME, cookie).expect(401);
  });
});
