import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { AddressInfo } from 'node:net';
import request, { type Response } from 'supertest';
import { ApiClient } from '../support/api-client.js';
import { buildUser } from '../support/builders/user.builder.js';
import { expectDetail, expectFields } from '../support/expect-error.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

let target: TestApp;
let anonymous: ApiClient;
let admin: ApiClient;

beforeAll(async () => {
  target = await createTestApp();
  anonymous = ApiClient.anonymous(target);
  admin = await ApiClient.installAdmin(target);
});

afterAll(() => target.stop());

const post = (body: string | Buffer, type = 'application/json', path = '/api/users/'): request.Test =>
  request(target.server)
    .post(path)
    .set('Authorization', admin.authorization ?? '')
    .set('Content-Type', type)
    .serialize((raw: unknown) => raw as string)
    .send(body as string);

/** Sends bytes that no client library would send. */
function raw(bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect((target.server.address() as AddressInfo).port, '127.0.0.1');
    let received = '';
    socket.on('data', (chunk) => (received += chunk.toString('latin1')));
    socket.on('close', () => {
      resolve(received);
    });
    socket.on('error', reject);
    socket.end(bytes);
  });
}

function expectShell(response: Response): void {
  const { headers } = response;
  expect(headers['x-request-id']).toMatch(/^[\w.:-]+$/);
  expect(Number(headers['x-ratelimit-limit'])).toBeGreaterThan(0);
  expect(Number(headers['x-ratelimit-remaining'])).toBeGreaterThanOrEqual(0);
  expect(Number(headers['x-ratelimit-reset'])).toBeGreaterThan(Date.now() / 1000 - 1);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(headers['x-frame-options']).toBe('DENY');
  expect(headers['referrer-policy']).toBe('no-referrer');
  expect(headers['strict-transport-security']).toMatch(/^max-age=\d{8}$/);
  expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  expect(headers['cross-origin-opener-policy']).toBe('same-origin');
  expect(headers['x-powered-by']).toBeUndefined();
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
}

describe('every response', () => {
  it.each([
    ['a success', () => anonymous.get('/api/healthcheck/')],
    ['the documentation', () => anonymous.get('/api/docs/')],
    ['a file of the documentation', () => anonymous.get('/api/docs/swagger-ui.css')],
    ['an unknown route', () => anonymous.get('/api/nothing/')],
    ['a missing slash', () => anonymous.get('/api/users')],
    ['a missing token', () => anonymous.get('/api/users/')],
    ['a malformed body', () => post('{')],
    ['a foreign host', () => anonymous.get('/api/app/check/').set('Host', 'evil.example')],
  ])('carries the headers of the shell: %s', async (_, call) => {
    expectShell(await call());
  });

  it('echoes a sane request id and replaces any other', async () => {
    const echoed = await anonymous.get('/api/healthcheck/').set('X-Request-Id', 'build-42:step.1');
    expect(echoed.headers['x-request-id']).toBe('build-42:step.1');
    for (const odd of ['a b', 'x'.repeat(101), '<script>', '']) {
      const replaced = await anonymous.get('/api/healthcheck/').set('X-Request-Id', odd);
      expect(replaced.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    }
  });
});

describe('pages of other sites', () => {
  const ORIGIN = 'https://evil.example';

  it('are granted nothing: neither a preflight nor an answer that they may read', async () => {
    for (const path of [
      '/api/users/',
      '/api/auth/token/login/',
      '/ifm/ruleset-plans/',
      '/ifm/ruleset-plans/x/mask/',
    ]) {
      const preflight = await request(target.server)
        .options(path)
        .set('Origin', ORIGIN)
        .set('Access-Control-Request-Method', 'POST')
        .set('Access-Control-Request-Headers', 'authorization,content-type');
      expect(preflight.status).toBeGreaterThanOrEqual(400);
      expectShell(preflight);
      expectShell(
        await request(target.server)
          .get(path)
          .set('Authorization', admin.authorization ?? '')
          .set('Origin', ORIGIN),
      );
    }
  });
});

describe('paths', () => {
  it.each([
    '/api/users//',
    '/api//users/',
    '/API/users/',
    '/api/Users/',
    '/users/',
    '/api/',
    '/api/docs/..%2f..%2fpackage.json',
    '/api/docs/package.json',
    '/api/docs/__proto__',
  ])('answers 404 for %s', async (path) => {
    expectDetail(await admin.get(path), 404, 'Not found.');
  });

  it.each(['/api/users', '/api/runs/1', '/api', '/api/openapi'])('says what is missing: %s', async (path) => {
    expectDetail(await admin.get(path), 404, 'Not found. Every path of this API ends in a slash.');
  });

  it.each(['/api/openapi.json/', '/metrics/'])('says what is too much: %s', async (path) => {
    expectDetail(await admin.get(path), 404, 'Not found. This path has no slash at its end.');
  });

  it.each([
    ['/', 'api/docs/'],
    ['/api/docs', 'docs/'],
    ['/ifm', 'ifm/docs/'],
    ['/ifm/', 'docs/'],
    ['/ifm/redoc', 'redoc/'],
  ])('leads browsers from %s to the documentation', async (path, location) => {
    const response = await anonymous.get(path);
    expect([response.status, response.headers.location]).toEqual([302, location]);
    expectShell(response);
    expect((await anonymous.post(path, {})).status).toBe(404);
    expect((await anonymous.get(path).set('Host', 'evil.example')).status).toBe(400);
  });

  it.each(['/api/users/%ff/', '/api/users/%zz/'])('answers 400 for %s, without quoting it', async (path) => {
    expectDetail(await admin.get(path), 400, /^The request could not be read/);
  });

  it.each([
    ['/ifm/nothing/', 'Not found.'],
    ['/ifm/verify-token', 'Not found. Every path of this API ends in a slash.'],
  ])('uses the shapes of the in-flight API: %s', async (path, error) => {
    const response = await anonymous.get(path);
    expect([response.status, response.body]).toEqual([404, { error }]);
  });
});

describe('bodies', () => {
  it.each([
    ['{"username": }', /line 1, column 14/],
    ['{\n"a": 1,\n}', /line 3, column 1/],
    ['not json', /line 1, column 1/],
    ['"text"', /must be an object/],
    ['', /./],
  ])('that are not JSON get the place of the fault, and no content: %j', async (body, reason) => {
    const response = await post(body);
    if (body === '') {
      expectFields(response, {
        username: /required/,
        email: /required/,
        password: /required/,
        re_password: /required/,
      });
    } else {
      expectDetail(response, 400, reason);
    }
  });

  it('never come back in the error', async () => {
    const response = await post('{"password": "hunter2-secret" "x": 1}');
    expect(JSON.stringify(response.body)).not.toContain('hunter2');
  });

  it.each([['text/plain'], ['application/x-www-form-urlencoded'], ['application/xml']])(
    'of type %s get 415',
    async (type) => {
      expectDetail(await post('a=1', type), 415, /Content-Type: application\/json/);
    },
  );

  it('in another charset get 415', async () => {
    expectDetail(await post('{}', 'application/json; charset=ebcdic'), 415, /UTF-8/);
  });

  it('that are not UTF-8 get 400', async () => {
    expectDetail(await post(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])), 400, /not valid UTF-8/);
  });

  it('that are lists or too deep get 400', async () => {
    expectDetail(await post('[]'), 400, 'The body must be a JSON object.');
    expectDetail(await post(`{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`), 400, /nested too deeply/);
    expectDetail(await post(`{"a":${'['.repeat(50_000)}`), 400, /line 1, column 50006/);
  });

  it('cannot reach prototypes', async () => {
    const response = await post(
      '{"__proto__": {"is_superuser": true}, "constructor": {"prototype": {"x": 1}}, "toString": 1}',
    );
    expect(response.status).toBe(400);
    expect(({} as Record<string, unknown>).is_superuser).toBeUndefined();
  });

  it('that are too large get 413: 16 MB for users, 1 MB for strangers', async () => {
    const megabytes = (count: number): string =>
      JSON.stringify({ username: 'x'.repeat(count * 1024 * 1024) });
    expectFields(await post(megabytes(10)), {
      username: /at most 150/,
      email: /required/,
      password: /required/,
      re_password: /required/,
    });
    expectDetail(await post(megabytes(17)), 413, /larger than the 16 MB/);
    const login = request(target.server)
      .post('/api/auth/token/login/')
      .set('Content-Type', 'application/json');
    expectDetail(await login.send(megabytes(2)), 413, /larger than the 1 MB/);
  });

  it('may be compressed, but not to get round the limit', async () => {
    const bomb = gzipSync(Buffer.alloc(40 * 1024 * 1024, 0x20));
    expectDetail(await post(bomb).set('Content-Encoding', 'gzip'), 413, /larger than/);
    expectDetail(await post(Buffer.from('{}')).set('Content-Encoding', 'gzip'), 400, /could not be read/);
    expectDetail(await post(Buffer.from('{}')).set('Content-Encoding', 'zstd'), 415, /compressed by/);
  });

  it('may be absent where nothing is asked for', async () => {
    const user = await buildUser(target, admin);
    await request(target.server)
      .post(`/api/users/${user.id}/reset-password/`)
      .set('Authorization', admin.authorization ?? '')
      .expect(200);
  });
});

describe('hostile requests', () => {
  it.each([
    'GET /api/users/%00/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    'GET /api/app/check/ HTTP/1.1\r\nHost: \r\nConnection: close\r\n\r\n',
    'GET http://evil.example/api/app/check/ HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
    'OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    'BREW /api/users/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    'GET //evil.example/%2e%2e/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    'POST /api/auth/token/login/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'TRACE /api/users/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
  ])('get a 4xx answer: %j', async (bytes) => {
    expect(await raw(bytes)).toMatch(/^HTTP\/1\.1 4\d\d /);
  });
});

describe('unexpected errors', () => {
  it('show a request id and nothing else', async () => {
    await target.database.query('ALTER TABLE audit_log RENAME COLUMN description TO elsewhere');
    const response = await admin.get('/api/audit-logs/').set('X-Request-Id', 'trace-me');
    await target.database.query('ALTER TABLE audit_log RENAME COLUMN elsewhere TO description');
    expect([response.status, response.body]).toEqual([
      500,
      { detail: 'Internal error.', request_id: 'trace-me' },
    ]);
    expectShell(response);
  });
});

describe('rate limits', () => {
  let limited: TestApp;

  beforeAll(async () => {
    limited = await createTestApp({ env: { RATE_LIMIT_MAX: '25', RATE_LIMIT_WINDOW_S: '3600' } });
  });

  afterAll(() => limited.stop());

  it('are counted per user once known, else per address, and answered by 429', async () => {
    const one = await ApiClient.installAdmin(limited);
    const stranger = ApiClient.anonymous(limited);
    const made = await one
      .post('/api/users/', {
        username: 'second',
        email: 'second@example.org',
        password: 'kT7vQ2mZx9LwB4nR',
        re_password: 'kT7vQ2mZx9LwB4nR',
      })
      .expect(201);
    const other = await ApiClient.login(limited, 'second', 'kT7vQ2mZx9LwB4nR');
    expect(made.headers['x-ratelimit-remaining']).toBe('24');
    const statuses: number[] = [];
    for (let i = 0; i < 30; i++) {
      statuses.push((await stranger.get('/api/nothing/')).status);
    }
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(5);
    const refused = await stranger.get('/api/healthcheck/');
    expectDetail(refused, 429, /Too many requests/);
    expect(refused.headers['x-ratelimit-remaining']).toBe('0');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
    expectShell(refused);
    const badToken = ApiClient.withToken(limited, 'f'.repeat(40));
    expect((await badToken.get('/api/users/me/')).status).toBe(429);
    await one.get('/api/users/me/').expect(200);
    await other.get('/api/users/me/').expect(200);
  });
});
