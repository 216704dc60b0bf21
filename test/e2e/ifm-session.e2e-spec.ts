import { ApiClient } from '../support/api-client.js';
import { buildUser } from '../support/builders/user.builder.js';
import { IfmClient } from '../support/ifm-client.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

/** A client accepts no other options, and no null among them. */
const OPTIONS = ['default_charset', 'default_encoding', 'default_log_level', 'enabled'];

interface Plan {
  readonly name: string;
  readonly url: string;
  readonly options: Record<string, unknown>;
}

let target: TestApp;

beforeAll(async () => {
  target = await createTestApp();
});

afterAll(() => target.stop());

const expectPlan = (plan: Plan, serial: number): void => {
  expect(plan).toMatchObject({
    name: expect.any(String),
    serial,
    created_time: expect.any(String),
    modified_time: expect.any(String),
  });
  expect(Object.keys(plan.options).sort()).toEqual(OPTIONS);
  expect(Object.values(plan.options)).not.toContain(null);
};

describe('a session of a client', () => {
  it('logs in, creates a plan, lists, masks, patches, refreshes and deletes', async () => {
    const admin = await ApiClient.installAdmin(target);
    const { username, password } = await buildUser(target, admin, { roles: ['mask_builder'] });
    const anonymous = ApiClient.anonymous(target);
    const login = await anonymous.post('/api/auth/jwt/login/', { username, password }).expect(200);
    const tokens = login.body as { access_token: string; refresh_token: string };
    let client = IfmClient.withToken(target, tokens.access_token);
    expect((await client.send('get', 'verify-token/').expect(200)).body).toEqual({
      scopes: ['ifm/mask', 'ifm/ruleset-plans'],
    });

    const ruleset_yaml = 'version: "1.0"\nrules: [{masks: [{type: from_fixed, value: x}]}]\n';
    const body = { name: 'session', ruleset_yaml, options: { enabled: true } };
    const plan = (await client.send('post', 'ruleset-plans/').send(body).expect(201)).body as Plan;
    expectPlan(plan, 1);
    const list = (await client.send('get', 'ruleset-plans/?limit=100&offset=0').expect(200)).body as {
      items: Plan[];
    };
    expect(list).toMatchObject({
      total: 1,
      limit: 100,
      offset: 0,
      items: [{ name: plan.name, ruleset_yaml }],
    });
    list.items.forEach((item) => {
      expectPlan(item, 1);
    });

    // The address that was given is the one to go on with.
    const path = new URL(plan.url).pathname.replace('/ifm/', '');
    expect(path).toBe(`ruleset-plans/${plan.name}/`);
    const masking = {
      data: ['a', { b: 1 }],
      run_secret: 'r'.repeat(20),
      log_level: 'DEBUG',
      request_id: 'r-1',
    };
    const masked = await client.send('post', `${path}mask/`).send(masking).expect(200);
    expect(masked.body).toMatchObject({
      data: ['x', 'x'],
      request_id: 'r-1',
      ruleset_plan: { name: plan.name, serial: 1 },
    });
    for (const entry of (masked.body as { logs: object[] }).logs) {
      expect(Object.values(entry).map((text) => typeof text)).toEqual(['string', 'string', 'string']);
    }

    const patched = await client
      .send('patch', path)
      .send({ options: { enabled: false } })
      .expect(200);
    expectPlan(patched.body as Plan, 2);
    expect((await client.send('post', `${path}mask/`).send(masking)).status).toBe(409);
    expectPlan((await client.send('get', path).expect(200)).body as Plan, 2);

    const { refresh_token } = tokens;
    const renewed = await anonymous.post('/api/auth/jwt/refresh/', { refresh: refresh_token }).expect(200);
    client = IfmClient.withToken(target, (renewed.body as { access_token: string }).access_token);
    await client.send('put', path).send({ ruleset_yaml }).expect(200);
    await client.send('post', `${path}mask/`).send(masking).expect(200);
    await client.send('delete', path).expect(204);
    expect((await client.send('get', path)).body).toEqual({ error: expect.any(String) });
    expect((await client.send('post', `${path}mask/`).send(masking)).status).toBe(404);
  });
});
