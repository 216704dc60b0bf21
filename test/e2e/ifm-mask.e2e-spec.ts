import type { Response, Test } from 'supertest';
import { IfmPlansService } from '../../src/ifm-plans/ifm-plans.service.js';
import { ApiClient } from '../support/api-client.js';
import { buildUser } from '../support/builders/user.builder.js';
import { MaskClient, storePlan } from '../support/mask-client.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

const SECRET = 'a secret for requests of this test';
const BY_REQUEST = '[{hash_sources: [{source: from_request}], masks: [{type: imitate}]}]';
const NAMES = ['Anna Miller 4711', 'Anna Miller 4711', 'Anna Miller 4711'];

interface Log {
  readonly log_level: string;
  readonly message: string;
  readonly timestamp: string;
}
interface Result {
  readonly data?: unknown[];
  readonly logs: Log[];
  readonly request_id: string;
  readonly ruleset_plan: { name: string; serial: number };
}

let target: TestApp;
let client: MaskClient;
let fixed: string;
let byRequest: string;
let byPosition: string;

beforeAll(async () => {
  target = await createTestApp();
  await ApiClient.installAdmin(target);
  client = await MaskClient.login(target);
  fixed = await storePlan(target, '[{masks: [{type: from_fixed, value: masked}]}]');
  byRequest = await storePlan(target, BY_REQUEST);
  byPosition = await storePlan(target, '[{masks: [{type: imitate}]}]');
});

afterAll(() => target.stop());

const resultOf = (response: Response): Result => {
  expect([response.status, response.text]).toEqual([200, expect.anything()]);
  return response.body as Result;
};
const dataOf = async (plan: string, body: object): Promise<unknown[]> =>
  resultOf(await client.mask(plan, body)).data ?? [];

/** The 422 list in short: `type loc`. */
const faultsOf = ({ status, body }: Response): string[] => [
  String(status),
  ...(body as { detail: { type: string; loc: string[] }[] }).detail.map(
    ({ type, loc }) => `${type} ${loc.join('.')}`,
  ),
];

describe('a masking response', () => {
  it('has data, logs, request_id, charset, encoding and ruleset_plan', async () => {
    const response = await client.mask(fixed, { data: ['a', 1, null, { b: [] }], request_id: 'mine' });
    expect(resultOf(response)).toEqual({
      data: ['masked', 'masked', 'masked', 'masked'],
      logs: [
        {
          log_level: 'INFO',
          message: 'Masked 4 records by 1 rule.',
          timestamp: expect.any(String) as string,
        },
      ],
      request_id: 'mine',
      charset: 'utf-8',
      encoding: 'json',
      ruleset_plan: { name: fixed, serial: 1 },
    });
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    const [log] = resultOf(response).logs;
    expect(new Date(log?.timestamp ?? '').toISOString()).toBe(log?.timestamp);
  });

  it('is the same under the address without the prefix', async () => {
    const { body } = await client
      .to(fixed, '')
      .send({ data: ['a'], request_id: 'x' })
      .expect(200);
    expect(body).toMatchObject({ data: ['masked'], request_id: 'x' });
  });

  it('has a UUID for a request_id where none was given', async () => {
    const { request_id: id } = resultOf(await client.mask(fixed, { data: [] }));
    expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });

  it('takes no data for an empty list', async () => {
    expect(await dataOf(fixed, { data: [] })).toEqual([]);
  });

  it.each([
    ['DEBUG', ['DEBUG', 'DEBUG', 'INFO']],
    ['INFO', ['INFO']],
    ['WARNING', []],
    ['ERROR', []],
    ['CRITICAL', []],
  ])('has logs at or above log_level %s', async (level, expected) => {
    const { logs } = resultOf(await client.mask(fixed, { data: [1], log_level: level }));
    expect(logs.map(({ log_level: one }) => one)).toEqual(expected);
  });

  it('has logs at or above the plan’s default_log_level where the request names none', async () => {
    const quiet = await storePlan(target, '[{masks: [{type: do_nothing}]}]', { defaultLogLevel: 'ERROR' });
    expect(resultOf(await client.mask(quiet, { data: [1] })).logs).toEqual([]);
    const { logs } = resultOf(await client.mask(quiet, { data: [1], log_level: 'INFO' }));
    expect(logs.map(({ log_level: level }) => level)).toEqual(['INFO']);
  });

  it('takes the charset and the encoding that there are, and tells them', async () => {
    const body = { data: ['a'], charset: 'utf-8', encoding: 'json' };
    expect(resultOf(await client.mask(fixed, body))).toMatchObject({
      ...{ data: ['masked'], charset: 'utf-8', encoding: 'json' },
    });
  });

  it('carries the headers of the shell and of the rate limit', async () => {
    const { headers } = await client.mask(fixed, { data: [1] }).set('X-Request-Id', 'trace-1');
    expect(headers).toMatchObject({
      'x-request-id': 'trace-1',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-ratelimit-limit': String(target.config.rateLimit.max),
    });
    expect(Number(headers['x-ratelimit-remaining'])).toBeLessThan(target.config.rateLimit.max);
    expect(Number(headers['x-ratelimit-reset'])).toBeGreaterThan(Date.now() / 1000 - 1);
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['retry-after']).toBeUndefined();
  });
});

describe('rule 1: hash_values may be one value or a list', () => {
  it.each([['text'], [17], [1.5], [true], [{ b: 1, a: [2, { c: null }] }]])(
    'takes the single value %j',
    async (hash) => {
      const body = { data: NAMES, hash_values: hash, run_secret: SECRET };
      const [first, ...rest] = await dataOf(byRequest, body);
      expect(rest).toEqual([first, first]);
      expect(first).not.toBe(NAMES[0]);
      expect(await dataOf(byRequest, body)).toEqual([first, first, first]);
    },
  );

  it('takes a number and the text of it for the same', async () => {
    const by = (hash_values: unknown): Promise<unknown[]> =>
      dataOf(byRequest, { data: ['Anna Miller 4711'], hash_values, run_secret: SECRET });
    expect(await by(17)).toEqual(await by('17'));
    expect(await by(17)).not.toEqual(await by(18));
  });

  it('converts objects so that equal ones are the same text, however they are written', async () => {
    const by = async (hash: string): Promise<unknown> =>
      resultOf(
        await client.raw(byRequest, `{"data":["Anna 4711"],"hash_values":${hash},"run_secret":"${SECRET}"}`),
      ).data;
    expect(await by('{"a":1.0,"b":"é"}')).toEqual(await by('{ "b": "\\u00e9", "a": 1 }'));
    expect(await by('{"a":1}')).not.toEqual(await by('{"a":2}'));
  });
});

it('rule 2: with a single hash value all outputs are identical', async () => {
  const data = await dataOf(byRequest, { data: NAMES, hash_values: 'one' });
  expect(new Set(data).size).toBe(1);
});

describe('rule 3: a list of hash values', () => {
  it('maps one to one to the data', async () => {
    const body = { data: NAMES, hash_values: ['a', 'b', 'a'], run_secret: SECRET };
    const [first, second, third] = await dataOf(byRequest, body);
    expect(first).toBe(third);
    expect(first).not.toBe(second);
    expect(await dataOf(byRequest, { ...body, data: [NAMES[0]], hash_values: ['b'] })).toEqual([second]);
  });

  it.each([0, 1, 2, 4, 100])('of length %i for 3 records makes masking fail', async (length) => {
    const { status, body } = await client.mask(byRequest, {
      ...{ data: NAMES, hash_values: Array(length).fill('x'), request_id: 'r', log_level: 'CRITICAL' },
    });
    expect(status).toBe(400);
    expect(body).toEqual({
      logs: [
        {
          log_level: 'ERROR',
          message: expect.stringMatching(/hash_values.*list of \d+.*has 3/) as string,
          timestamp: expect.any(String) as string,
        },
      ],
      request_id: 'r',
      charset: 'utf-8',
      encoding: 'json',
      ruleset_plan: { name: byRequest, serial: 1 },
    });
  });
});

describe('rule 4: run_secret', () => {
  it('is made at random for each request where it is absent', async () => {
    const body = { data: ['Anna Miller 4711'], hash_values: 'same' };
    expect(await dataOf(byRequest, body)).not.toEqual(await dataOf(byRequest, body));
  });

  it('gives the same results again, by position without hash values', async () => {
    const body = { data: NAMES, run_secret: SECRET };
    const first = await dataOf(byPosition, body);
    expect(new Set(first).size).toBe(3);
    expect(await dataOf(byPosition, body)).toEqual(first);
    expect(await dataOf(byPosition, { ...body, run_secret: `${SECRET}!` })).not.toEqual(first);
  });

  it.each([
    ['x'.repeat(19), 'string_too_short'],
    ['x'.repeat(129), 'string_too_long'],
    [1234567890123456, 'string_type'],
  ])('must have 20 to 128 characters: %j', async (run_secret, type) => {
    const response = await client.mask(fixed, { data: [], run_secret });
    expect(faultsOf(response)).toEqual(['422', `${type} body.run_secret`]);
    expect(response.text).not.toContain(String(run_secret));
  });

  it.each(['x'.repeat(20), 'x'.repeat(128), 'é'.repeat(20)])('may be %s', async (run_secret) => {
    await client.mask(fixed, { data: [], run_secret }).expect(200);
  });

  it('is needed where disable_instance_secret is true', async () => {
    const response = await client.mask(fixed, { data: [], disable_instance_secret: true });
    expect(faultsOf(response)).toEqual(['422', 'value_error body.disable_instance_secret']);
    await client.mask(fixed, { data: [], disable_instance_secret: true, run_secret: SECRET }).expect(200);
    await client.mask(fixed, { data: [], disable_instance_secret: false }).expect(200);
  });
});

it('rule 5: secrets may change with every request, and come back to the same results', async () => {
  const body = { data: ['Anna Miller 4711'], hash_values: 'x' };
  const choices = [
    { run_secret: SECRET },
    { run_secret: SECRET, disable_instance_secret: true },
    { run_secret: `${SECRET}!` },
  ];
  const round = async (): Promise<unknown[]> =>
    (await Promise.all(choices.map((choice) => dataOf(byRequest, { ...body, ...choice })))).flat();
  const first = await round();
  expect(new Set(first).size).toBe(3);
  expect(await round()).toEqual(first);
});

describe('a non-boolean disable_instance_secret', () => {
  it.each(['yes', 1, 'true', []])('gives bool_parsing: %j', async (value) => {
    const response = await client.mask(fixed, { data: [], disable_instance_secret: value });
    expect(response.status).toBe(422);
    expect((response.body as { detail: unknown[] }).detail).toEqual([
      {
        type: 'bool_parsing',
        loc: ['body', 'disable_instance_secret'],
        msg: expect.any(String) as string,
        input: value,
      },
    ]);
  });
});

describe('a plan', () => {
  it('that nobody made gives 404', async () => {
    for (const name of ['none-abc123', 'a%00b', '%ff', 'x'.repeat(500)]) {
      const { status, body } = await client.mask(name, { data: [] });
      expect([status, Object.keys(body as object)]).toEqual([name === '%ff' ? 400 : 404, ['error']]);
    }
  });

  it('that is disabled gives 409 and says how to enable it, until it is', async () => {
    const name = await storePlan(target, '[{masks: [{type: do_nothing}]}]', { enabled: false });
    const { status, body } = await client.mask(name, { data: ['secret'] });
    expect({ status, body: body as unknown }).toEqual({
      status: 409,
      body: { error: expect.stringMatching(/disabled.*enabled/) as string },
    });
    const admin = { id: 1, username: 'admin', isAdmin: true, roles: [], tokenKind: 'jwt' as const };
    await target.app.get(IfmPlansService).change(admin, name, { options: { enabled: true } });
    const masked = resultOf(await client.mask(name, { data: ['x'] }));
    expect(masked.ruleset_plan.serial).toBe(2);
  });

  it('whose address lacks its slash gives 404', async () => {
    const response = await ApiClient.anonymous(target)
      .post(`/ifm/ruleset-plans/${fixed}/mask`, { data: [] })
      .set('Authorization', client.authorization);
    expect([response.status, Object.keys(response.body as object)]).toEqual([404, ['error']]);
  });
});

describe('a masking failure', () => {
  it('gives 400 with the reason in the logs, no data, and never the value', async () => {
    const plan = await storePlan(target, '[{masks: [{type: typecast, typecast_as: integer}]}]');
    const { status, body, text } = await client.mask(plan, {
      ...{ data: [1, 'very secret', 3], request_id: 'r1', log_level: 'CRITICAL' },
    });
    expect(status).toBe(400);
    const { logs, ...rest } = body as Result;
    expect(rest).toEqual({
      request_id: 'r1',
      charset: 'utf-8',
      encoding: 'json',
      ruleset_plan: { name: plan, serial: 1 },
    });
    expect(logs.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Masking failed\. data\[1\]: .*\(rules\[0\]\.masks\[0\]\)\.$/),
    ]);
    expect(text).not.toContain('very secret');
  });
});

it('an unexpected error gives 500 with a request id, and nothing else', async () => {
  const unread = await storePlan(target, '[{masks: [{type: do_nothing}]}]');
  await target.database.query('ALTER TABLE ifm_plan RENAME COLUMN ruleset_yaml TO elsewhere');
  try {
    const { status, body, headers } = await client.mask(unread, { data: [1] }).set('X-Request-Id', 'trace-2');
    expect([status, body]).toEqual([500, { error: 'Internal error.', request_id: 'trace-2' }]);
    expect(headers['cache-control']).toBe('no-store');
  } finally {
    await target.database.query('ALTER TABLE ifm_plan RENAME COLUMN elsewhere TO ruleset_yaml');
  }
  await client.mask(unread, { data: [1] }).expect(200);
});

describe('tokens', () => {
  const send = (authorization: string | null): Promise<Response> => {
    const call = ApiClient.anonymous(target).post(`/ifm/ruleset-plans/${fixed}/mask/`, { data: [1] });
    return authorization === null ? call : call.set('Authorization', authorization);
  };

  it.each<[string, () => string | null]>([
    ['none', () => null],
    ['no bearer', () => 'Bearer'],
    ['nonsense', () => 'Bearer a.b.c'],
    ['another signature', () => `${client.authorization.slice(0, -4)}AAAA`],
    [
      'alg none',
      () => {
        const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
        const [, claims = ''] = client.authorization.split('.');
        return `Bearer ${part({ alg: 'none', typ: 'JWT' })}.${claims}.`;
      },
    ],
  ])('are refused with 401: %s', async (_, authorization) => {
    const { status, body, headers } = await send(authorization());
    expect([status, Object.keys(body as object)]).toEqual([401, ['error']]);
    expect(headers['www-authenticate']).toBe('Bearer');
    expect(headers['x-ratelimit-limit']).toBeDefined();
  });

  it.each<[string, (admin: ApiClient, id: number) => Test]>([
    ['a deactivated', (admin, id) => admin.patch(`/api/users/${id}/`, { is_active: false })],
    ['a deleted', (admin, id) => admin.delete(`/api/users/${id}/`)],
  ])('of %s user are refused with the next request', async (_, end) => {
    const admin = await ApiClient.login(target, 'admin', 'Correct-horse-7');
    const { id, username, password } = await buildUser(target, admin, { roles: ['mask_runner'] });
    const runner = await MaskClient.login(target, username, password);
    await runner.mask(fixed, { data: [1] }).expect(200);
    const { status } = await end(admin, id);
    expect([200, 204]).toContain(status);
    const { status: refused, body } = await runner.mask(fixed, { data: [1] });
    expect([refused, Object.keys(body as object)]).toEqual([401, ['error']]);
  });

  it('that have expired are refused, remembered ones too', async () => {
    await client.mask(fixed, { data: [1] }).expect(200);
    const clock = jest
      .spyOn(Date, 'now')
      .mockReturnValue(Date.now() + target.config.tokens.jwtAccessS * 1_000);
    try {
      const { status, body } = await client.mask(fixed, { data: [1] });
      expect([status, body]).toEqual([401, { error: expect.stringMatching(/expired/) }]);
    } finally {
      clock.mockRestore();
    }
  });

  it('of the management API are refused with 403', async () => {
    const admin = await ApiClient.login(target, 'admin', 'Correct-horse-7');
    const { status, body } = await send(admin.authorization);
    expect([status, Object.keys(body as object)]).toEqual([403, ['error']]);
  });

  it('of several callers at once are not taken for one another', async () => {
    const admin = await ApiClient.login(target, 'admin', 'Correct-horse-7');
    const { username, password } = await buildUser(target, admin, { roles: ['mask_runner'] });
    const runner = await MaskClient.login(target, username, password);
    const scopesOf = async ({ authorization }: MaskClient): Promise<unknown> => {
      const call = ApiClient.anonymous(target).get('/ifm/verify-token/');
      return ((await call.set('Authorization', authorization)).body as { scopes: unknown }).scopes;
    };
    const callers = [client, runner, client, runner];
    expect(await Promise.all(callers.map(scopesOf))).toEqual([
      ['ifm/mask', 'ifm/ruleset-plans'],
      ['ifm/mask'],
      ['ifm/mask', 'ifm/ruleset-plans'],
      ['ifm/mask'],
    ]);
  });
});
