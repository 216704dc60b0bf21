import request, { type Response, type Test } from 'supertest';
import { ApiClient } from '../support/api-client.js';
import { buildUser } from '../support/builders/user.builder.js';
import { IfmClient } from '../support/ifm-client.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

const RULESET = 'version: "1.0"\nrules: [{masks: [{type: imitate}]}]\n';
const OTHER = 'version: "1.0"\nrules: [{masks: [{type: from_fixed, value: x}]}]\n';
const DEFAULTS = {
  enabled: true,
  default_encoding: 'json',
  default_charset: 'utf-8',
  default_log_level: 'INFO',
};

interface Plan {
  readonly name: string;
  readonly url: string;
  readonly serial: number;
  readonly ruleset_yaml: string;
  readonly created_time: string;
  readonly modified_time: string;
  readonly options: object;
  readonly logs: readonly { log_level: string; message: string; timestamp: string }[];
}

let target: TestApp;
let builder: IfmClient;
let runner: IfmClient;
let management: ApiClient;

beforeAll(async () => {
  target = await createTestApp();
  management = await ApiClient.installAdmin(target);
  builder = await IfmClient.login(target, await buildUser(target, management, { roles: ['mask_builder'] }));
  runner = await IfmClient.login(target, await buildUser(target, management, { roles: ['mask_runner'] }));
});

afterAll(() => target.stop());

const create = async (changes: object = {}): Promise<Plan> =>
  (
    await builder
      .send('post', 'ruleset-plans/')
      .send({ name: 'p', ruleset_yaml: RULESET, ...changes })
      .expect(201)
  ).body as Plan;
const get = async (name: string): Promise<Plan> =>
  (await builder.send('get', `ruleset-plans/${name}/`).expect(200)).body as Plan;
const at = (method: 'put' | 'patch' | 'delete', { name }: Plan): Test =>
  builder.send(method, `ruleset-plans/${name}/`);

/** 422 with exactly these faults: type and place. */
function expectFaults(response: Response, faults: readonly (readonly [string, string])[]): void {
  const { detail } = response.body as {
    detail: { type: string; loc: string[]; msg: string; input: unknown }[];
  };
  expect([response.status, detail.map(({ type, loc }) => [type, loc.join('.')])]).toEqual([422, faults]);
  detail.forEach((entry) => {
    expect(Object.keys(entry)).toEqual(expect.arrayContaining(['type', 'loc', 'msg', 'input']));
  });
}

function expectError(response: Response, status: number, error: RegExp): void {
  expect([response.status, response.body]).toEqual([status, { error: expect.stringMatching(error) }]);
}

describe('POST /ifm/ruleset-plans/', () => {
  it('creates from JSON: the suffixed name, url and Location, serial 1, default options, times and logs', async () => {
    const response = await builder
      .send('post', 'ruleset-plans/')
      .send({ name: 'my-plan', ruleset_yaml: RULESET });
    const plan = response.body as Plan;
    expect(response.status).toBe(201);
    expect(plan).toEqual({
      name: expect.stringMatching(/^my-plan-[a-z0-9]{6}$/),
      ruleset_yaml: RULESET,
      created_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      modified_time: plan.created_time,
      options: DEFAULTS,
      serial: 1,
      url: `${target.url}/ifm/ruleset-plans/${plan.name}/`,
      logs: [{ log_level: 'INFO', message: expect.stringMatching(/1 rule/), timestamp: expect.any(String) }],
    });
    expect(response.headers.location).toBe(plan.url);
    expect(await get(plan.name)).toEqual(plan);
  });

  it('tells in logs what the compiler warns of', async () => {
    const yaml =
      'version: "1.0"\nrules: [{masks: [{type: imitate, digits: false, uppercase: false, lowercase: false}]}]\n';
    const { logs } = await create({ ruleset_yaml: yaml });
    expect(logs[0]).toMatchObject({
      log_level: 'WARNING',
      message: expect.stringMatching(/^Line 2, column \d+/),
    });
  });

  it('keeps the options that are given', async () => {
    const options = {
      enabled: false,
      default_encoding: 'json',
      default_charset: 'utf-8',
      default_log_level: 'DEBUG',
    };
    expect((await create({ options })).options).toEqual(options);
    expect((await create({ options: { enabled: null } })).options).toEqual(DEFAULTS);
  });

  it('lets two plans have one name', async () => {
    const names = await Promise.all(Array.from({ length: 5 }, () => create({ name: 'same' })));
    expect(new Set(names.map(({ name }) => name)).size).toBe(5);
  });

  it('creates from a form with configuration and ruleset', async () => {
    const configuration = JSON.stringify({ name: 'form', options: { default_log_level: 'ERROR' } });
    const response = await builder
      .send('post', 'ruleset-plans/')
      .field('configuration', configuration)
      .attach('ruleset', Buffer.from(RULESET), 'ruleset.yml');
    expect([response.status, (response.body as Plan).ruleset_yaml]).toEqual([201, RULESET]);
    expect((response.body as Plan).options).toEqual({ ...DEFAULTS, default_log_level: 'ERROR' });
    const asFiles = await builder
      .send('post', 'ruleset-plans/')
      .attach('configuration', Buffer.from(configuration), {
        filename: 'c.json',
        contentType: 'application/json',
      })
      .attach('ruleset', Buffer.from(OTHER), 'ruleset.yml');
    expect([asFiles.status, (asFiles.body as Plan).ruleset_yaml]).toEqual([201, OTHER]);
  });

  it.each<[string, unknown, readonly (readonly [string, string])[]]>([
    [
      'an empty object',
      {},
      [
        ['missing', 'body.name'],
        ['missing', 'body.ruleset_yaml'],
      ],
    ],
    ['a list', [1], [['dict_type', 'body']]],
    [
      'wrong types',
      { name: 7, ruleset_yaml: {}, options: [] },
      [
        ['string_type', 'body.name'],
        ['string_type', 'body.ruleset_yaml'],
        ['dict_type', 'body.options'],
      ],
    ],
    [
      'null for required',
      { name: null, ruleset_yaml: null },
      [
        ['string_type', 'body.name'],
        ['string_type', 'body.ruleset_yaml'],
      ],
    ],
    ['an empty name', { name: '', ruleset_yaml: RULESET }, [['string_too_short', 'body.name']]],
    ['a long name', { name: 'x'.repeat(101), ruleset_yaml: RULESET }, [['string_too_long', 'body.name']]],
    [
      'a name with a slash',
      { name: '../etc', ruleset_yaml: RULESET },
      [['string_pattern_mismatch', 'body.name']],
    ],
    [
      'options of wrong kinds',
      {
        name: 'x',
        ruleset_yaml: RULESET,
        options: {
          enabled: 'maybe',
          default_encoding: 'xml',
          default_charset: 'latin1',
          default_log_level: 'info',
          more: 1,
        },
      },
      [
        ['bool_parsing', 'body.options.enabled'],
        ['enum', 'body.options.default_encoding'],
        ['enum', 'body.options.default_charset'],
        ['enum', 'body.options.default_log_level'],
        ['extra_forbidden', 'body.options.more'],
      ],
    ],
    ['unknown fields', { name: 'x', ruleset_yaml: RULESET, serial: 3 }, [['extra_forbidden', 'body.serial']]],
    ['NUL in the ruleset', { name: 'x', ruleset_yaml: 'a\0' }, [['value_error', 'body.ruleset_yaml']]],
    ['half a surrogate pair', { name: 'x', ruleset_yaml: '\ud800' }, [['value_error', 'body.ruleset_yaml']]],
  ])('answers 422 to %s', async (_name, body, faults) => {
    expectFaults(await builder.send('post', 'ruleset-plans/').send(body as object), faults);
  });

  it.each([
    ['truncated', '{"name": "x"', 'json_invalid'],
    ['NaN', '{"name": NaN}', 'json_invalid'],
    ['a bare text', '"x"', 'json_invalid'],
  ])('answers 422 to JSON that is %s', async (_name, body, type) => {
    const test = builder.send('post', 'ruleset-plans/').set('Content-Type', 'application/json').send(body);
    expectFaults(await test, [[type, 'body']]);
  });

  it.each<[string, (test: Test) => Test, readonly (readonly [string, string])[]]>([
    [
      'without configuration',
      (test) => test.attach('ruleset', Buffer.from(RULESET), 'r.yml'),
      [['missing', 'body.configuration']],
    ],
    [
      'without ruleset',
      (test) => test.field('configuration', '{"name": "x"}'),
      [['missing', 'body.ruleset']],
    ],
    [
      'with broken configuration',
      (test) => test.field('configuration', '{').attach('ruleset', Buffer.from(RULESET), 'r'),
      [['json_invalid', 'body.configuration']],
    ],
    [
      'with the ruleset in the configuration',
      (test) =>
        test
          .field('configuration', JSON.stringify({ name: 'x', ruleset_yaml: RULESET }))
          .attach('ruleset', Buffer.from(RULESET), 'r'),
      [['extra_forbidden', 'body.ruleset_yaml']],
    ],
    [
      'with another part',
      (test) =>
        test
          .field('configuration', '{"name": "x"}')
          .field('more', '1')
          .attach('ruleset', Buffer.from(RULESET), 'r'),
      [['extra_forbidden', 'body.more']],
    ],
    [
      'with bytes for a ruleset',
      (test) =>
        test.field('configuration', '{"name": "x"}').attach('ruleset', Buffer.from([0xff, 0xfe]), 'r'),
      [['value_error', 'body.ruleset']],
    ],
  ])('answers 422 to a form %s', async (_name, fill, faults) => {
    expectFaults(await fill(builder.send('post', 'ruleset-plans/')), faults);
  });

  it.each([
    ['a broken form', 'multipart/form-data; boundary=x', '--x\r\nContent-Disp', 400],
    ['a form without boundary', 'multipart/form-data', 'x', 400],
    ['another content type', 'application/yaml', RULESET, 415],
    ['another charset', 'application/json; charset=utf-16', '{}', 415],
  ])('answers %s by its status', async (_name, type, body, status) => {
    const response = await builder.send('post', 'ruleset-plans/').set('Content-Type', type).send(body);
    expectError(response, status, /./);
  });

  it('answers 413 to a file that is too large, and 422 to a text that is', async () => {
    const large = builder
      .send('post', 'ruleset-plans/')
      .field('configuration', '{"name": "x"}')
      .attach('ruleset', Buffer.alloc(3 * 1024 * 1024, 'x'), 'r');
    expectError(await large, 413, /too large/);
    const long = { name: 'x', ruleset_yaml: 'x'.repeat(512 * 1024 + 1) };
    expectFaults(await builder.send('post', 'ruleset-plans/').send(long), [
      ['string_too_long', 'body.ruleset_yaml'],
    ]);
  });

  it.each([
    ['no YAML', '{'],
    ['of another kind', 'version: "1.0"\ntasks: []\n'],
    ['with an unknown mask', 'version: "1.0"\nrules: [{masks: [{type: imitat}]}]\n'],
    ['with imports', 'version: "1.0"\nimports: [a/b]\nrules: [{masks: [{type: imitate}]}]\n'],
    ['with from_column', 'version: "1.0"\nrules: [{masks: [{type: from_column, source_column: a}]}]\n'],
    [
      'with an unknown seed file',
      'version: "1.0"\nrules: [{masks: [{type: from_file, seed_file: none.csv}]}]\n',
    ],
    ['that is empty', ''],
  ])('answers 400 with the place to a ruleset %s', async (_name, ruleset_yaml) => {
    const response = await builder.send('post', 'ruleset-plans/').send({ name: 'x', ruleset_yaml });
    expectError(response, 400, /^The ruleset is not valid\. Line \d+, column \d+/);
  });
});

describe('the url of a plan', () => {
  const urlVia = async (app: TestApp, headers: Record<string, string>): Promise<string> => {
    const { accessToken } = await loginTo(app);
    const response = await request(app.server)
      .post('/ifm/ruleset-plans/')
      .set({ ...headers, Authorization: `Bearer ${accessToken ?? ''}` })
      .send({ name: 'u', ruleset_yaml: RULESET })
      .expect(201);
    return (response.body as Plan).url;
  };
  const loginTo = (app: TestApp): Promise<IfmClient> =>
    IfmClient.login(app, { username: 'admin', password: 'Correct-horse-7' });
  const proxied = {
    Host: 'localhost:9',
    'X-Forwarded-Host': 'mask.example.com',
    'X-Forwarded-Proto': 'https',
  };

  it('is below the host of the request, and headers of strangers are not believed', async () => {
    expect(await urlVia(target, { Host: 'localhost:9' })).toMatch(
      /^http:\/\/localhost:9\/ifm\/ruleset-plans\/u-/,
    );
    expect(await urlVia(target, proxied)).toMatch(/^http:\/\/localhost:9\//);
  });

  it.each<[string, Record<string, string>, RegExp]>([
    [
      'a trusted proxy',
      { TRUST_PROXY: 'loopback', SECRET_KEY: 'k'.repeat(40) },
      /^https:\/\/mask\.example\.com\/ifm\/ruleset-plans\/u-/,
    ],
    [
      'BASE_URL',
      { BASE_URL: 'https://v.example.org/x/', SECRET_KEY: 'k'.repeat(40) },
      /^https:\/\/v\.example\.org\/x\/ifm\/ruleset-plans\/u-/,
    ],
  ])('follows %s', async (_name, env, expected) => {
    const app = await createTestApp({ env });
    await ApiClient.installAdmin(app);
    expect(await urlVia(app, proxied)).toMatch(expected);
    await app.stop();
  });
});

describe('GET /ifm/ruleset-plans/', () => {
  it('pages, newest first, and hides rulesets from runners', async () => {
    const made = [await create({ name: 'l1' }), await create({ name: 'l2' }), await create({ name: 'l3' })];
    const page = async (
      query: string,
      as = builder,
    ): Promise<{ items: Plan[]; total: number; limit: number; offset: number }> =>
      (await as.send('get', `ruleset-plans/${query}`).expect(200)).body as never;
    const first = await page('');
    expect([first.limit, first.offset]).toEqual([50, 0]);
    expect(first.items.slice(0, 3).map(({ name }) => name)).toEqual(made.map(({ name }) => name).reverse());
    const second = await page('?limit=2&offset=1');
    expect(second).toMatchObject({ total: first.total, limit: 2, offset: 1 });
    expect(second.items.map(({ name }) => name)).toEqual([made[1]?.name, made[0]?.name]);
    expect((await page('?offset=100000')).items).toEqual([]);
    const shown = Object.keys(first.items[0] ?? {}).sort();
    expect(shown).toEqual([
      'created_time',
      'modified_time',
      'name',
      'options',
      'ruleset_yaml',
      'serial',
      'url',
    ]);
    const [seen] = (await page('?limit=1', runner)).items;
    expect(Object.keys(seen ?? {}).sort()).toEqual(shown.filter((key) => key !== 'ruleset_yaml'));
  });

  it.each<[string, readonly (readonly [string, string])[]]>([
    ['limit=ten', [['int_parsing', 'query.limit']]],
    ['limit=0', [['greater_than_equal', 'query.limit']]],
    ['limit=1001', [['less_than_equal', 'query.limit']]],
    [
      'limit=1.5&offset=-1',
      [
        ['int_parsing', 'query.limit'],
        ['greater_than_equal', 'query.offset'],
      ],
    ],
    ['limit=1&limit=2', [['int_parsing', 'query.limit']]],
    ['offset=99999999999999999999', [['int_parsing', 'query.offset']]],
  ])('answers 422 to ?%s', async (query, faults) => {
    expectFaults(await builder.send('get', `ruleset-plans/?${query}`), faults);
  });
});

describe('GET /ifm/ruleset-plans/{name}/', () => {
  it('shows runners the plan without its ruleset and its logs', async () => {
    const plan = await create();
    const { ruleset_yaml: _yaml, logs: _logs, ...open } = plan;
    expect((await runner.send('get', `ruleset-plans/${plan.name}/`).expect(200)).body).toEqual(open);
  });

  it.each(['none-abc123/', '%00/', '%ff/', `${'x'.repeat(300)}/`, 'a%2Fb/', 'none-abc123'])(
    'answers 404 to %s',
    async (path) => {
      const response = await builder.send('get', `ruleset-plans/${path}`);
      expect([response.status, Object.keys(response.body as object)]).toEqual([
        path === '%ff/' ? 400 : 404,
        ['error'],
      ]);
    },
  );
});

describe('PUT /ifm/ruleset-plans/{name}/', () => {
  it('replaces the whole plan: what is not sent resets to its default, the serial grows', async () => {
    const plan = await create({ options: { enabled: false, default_log_level: 'DEBUG' } });
    const response = await at('put', plan).send({ ruleset_yaml: OTHER }).expect(200);
    expect(response.body).toMatchObject({
      name: plan.name,
      ruleset_yaml: OTHER,
      options: DEFAULTS,
      serial: 2,
      created_time: plan.created_time,
    });
    expect(Date.parse((response.body as Plan).modified_time)).toBeGreaterThan(Date.parse(plan.modified_time));
    expect(await get(plan.name)).toEqual(response.body);
  });

  it('wants the ruleset in both forms, and takes no name', async () => {
    const plan = await create();
    expectFaults(await at('put', plan).send({ options: {} }), [['missing', 'body.ruleset_yaml']]);
    expectFaults(await at('put', plan).send({ ruleset_yaml: OTHER, name: 'x' }), [
      ['extra_forbidden', 'body.name'],
    ]);
    expectFaults(await at('put', plan).field('configuration', '{}'), [['missing', 'body.ruleset']]);
    expectFaults(await at('put', plan).attach('ruleset', Buffer.from(OTHER), 'r'), [
      ['missing', 'body.configuration'],
    ]);
    await at('put', plan).field('configuration', '{}').attach('ruleset', Buffer.from(OTHER), 'r').expect(200);
    expect(await get(plan.name)).toMatchObject({ serial: 2, ruleset_yaml: OTHER });
  });

  it('changes nothing when the new ruleset is at fault', async () => {
    const plan = await create();
    expectError(await at('put', plan).send({ ruleset_yaml: 'rules: 1' }), 400, /not valid/);
    expect(await get(plan.name)).toEqual(plan);
  });
});

describe('PATCH /ifm/ruleset-plans/{name}/', () => {
  it('sets only what is sent', async () => {
    const plan = await create({ options: { default_log_level: 'DEBUG' } });
    const off = (
      await at('patch', plan)
        .send({ options: { enabled: false } })
        .expect(200)
    ).body as Plan;
    expect(off).toMatchObject({ serial: 2, ruleset_yaml: RULESET, logs: plan.logs });
    expect(off.options).toEqual({ ...DEFAULTS, enabled: false, default_log_level: 'DEBUG' });
    const yaml = (await at('patch', plan).send({ ruleset_yaml: OTHER }).expect(200)).body as Plan;
    expect(yaml).toMatchObject({ serial: 3, ruleset_yaml: OTHER, options: off.options });
    await at('patch', plan).attach('ruleset', Buffer.from(RULESET), 'r').expect(200);
    await at('patch', plan).field('configuration', '{"options": {"enabled": true}}').expect(200);
    expect(await get(plan.name)).toMatchObject({
      serial: 5,
      ruleset_yaml: RULESET,
      options: { enabled: true },
    });
  });

  it('takes no name', async () => {
    expectFaults(await at('patch', await create()).send({ name: 'x' }), [['extra_forbidden', 'body.name']]);
  });

  it('gives fifty updates at once serials that neither repeat nor skip', async () => {
    const plan = await create();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        at('patch', plan)
          .send({ options: { enabled: i % 2 === 0 } })
          .expect(200),
      ),
    );
    const serials = answers.map(({ body }) => (body as Plan).serial).sort((a, b) => a - b);
    expect(serials).toEqual(Array.from({ length: 50 }, (_, i) => i + 2));
    expect((await get(plan.name)).serial).toBe(51);
  });
});

describe('DELETE /ifm/ruleset-plans/{name}/', () => {
  it('deletes, once', async () => {
    const plan = await create();
    expect((await at('delete', plan).expect(204)).text).toBe('');
    for (const method of ['put', 'patch', 'delete'] as const) {
      const response = await at(method, plan).send(method === 'delete' ? undefined : { ruleset_yaml: OTHER });
      expectError(response, 404, /no ruleset plan/);
    }
  });
});

describe('changes of plans', () => {
  it('stand in the audit log', async () => {
    const plan = await create();
    await at('patch', plan).send({}).expect(200);
    await at('delete', plan).expect(204);
    const rows = await target.database.query<{ action: string }>(
      `SELECT action FROM audit_log WHERE category = 'ifm_plan' AND description LIKE '%${plan.name}%' ORDER BY id`,
    );
    expect(rows.map(({ action }) => action)).toEqual(['created', 'modified', 'deleted']);
  });
});
