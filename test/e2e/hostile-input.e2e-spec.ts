import request from 'supertest';
import { ApiClient } from '../support/api-client.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

interface Operation {
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> };
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

interface Route {
  readonly method: Method;
  readonly path: string;
  readonly fields: readonly string[];
  readonly query: readonly string[];
}

/** Values of every kind that no field expects; all but the last few are legal JSON. */
const VALUES: readonly unknown[] = [
  null,
  true,
  -1,
  0.5,
  1e308,
  2 ** 53,
  '',
  ' ',
  'a\0b',
  '\ud800',
  '\u202e👩‍👩‍👧‍👦\u0301\u{10ffff}',
  "'; DROP TABLE user_account; --",
  '../../../../etc/passwd',
  '{{7*7}}${7*7}<script>',
  'x'.repeat(300_000),
  [],
  [[[]]],
  {},
  { $gt: '' },
  { toString: 1, constructor: { prototype: {} }, length: 1e9 },
];

const IDS = [
  '0',
  '-1',
  '2147483648',
  '99999999999999999999',
  '%00',
  '%2e%2e',
  '%F0%9F%92%A9',
  'null',
  "1'",
  '1e1',
  '00000000-0000-4000-8000-000000000000',
  '00000000-0000-4000-8000-00000000000g',
];

let target: TestApp;
let admin: ApiClient;
let routes: Route[];

beforeAll(async () => {
  target = await createTestApp();
  admin = await ApiClient.installAdmin(target);
  const document = (await admin.get('/api/openapi.json').expect(200)).body as Document;
  routes = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      method: method as Method,
      path,
      fields: fieldsOf(document, operation),
      query: (operation.parameters ?? []).flatMap((parameter) =>
        parameter.in === 'query' ? [parameter.name] : [],
      ),
    })),
  );
});

/** A sweep that lost its token would prove nothing. */
afterEach(() => admin.get('/api/users/me/').expect(200));

afterAll(() => target.stop());

function fieldsOf(document: Document, operation: Operation): string[] {
  const { schema } = Object.values(operation.requestBody?.content ?? {})[0] ?? {};
  return schema === undefined ? [] : [...new Set(namesIn(document, schema))];
}

function namesIn(document: Document, schema: Schema): string[] {
  const referred =
    schema.$ref === undefined ? undefined : document.components.schemas[schema.$ref.split('/').at(-1) ?? ''];
  return [
    ...Object.keys(schema.properties ?? {}),
    ...(referred === undefined ? [] : namesIn(document, referred)),
    ...[...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap((part) => namesIn(document, part)),
  ];
}

/** Logging out and resetting passwords would end the sweep; event streams have no end. */
const isSwept = ({ path }: Route): boolean => !/logout|reset-password|\/events\//.test(path);

const send = (method: Method, path: string): request.Test =>
  request(target.server)
    [method](path)
    .set('Authorization', admin.authorization ?? '');

const failures = (list: readonly (readonly [string, number])[]): string[] =>
  list.filter(([, status]) => status >= 500).map(([name, status]) => `${name} → ${status}`);

describe('no route answers 5xx', () => {
  it('to ids that are none', async () => {
    const results: [string, number][] = [];
    for (const { method, path } of routes.filter((route) => isSwept(route) && route.path.includes('{'))) {
      for (const id of IDS) {
        const response = await send(method, path.replaceAll(/\{[^}]+\}/g, id));
        results.push([`${method} ${path} ${id}`, response.status]);
      }
    }
    expect(failures(results)).toEqual([]);
    expect(results.filter(([, status]) => status < 400)).toEqual([]);
    // Coverage wants a ruleset in its query, and says so first (coverage.e2e-spec.ts).
    const sought = results.filter(([name]) => /^(get|delete) \/api(?!.*\/coverage\/)/.test(name));
    expect(sought.length).toBeGreaterThan(300);
    expect(sought.filter(([, status]) => status !== 404)).toEqual([]);
  });

  it('to bodies and fields of any kind', async () => {
    const results: [string, number][] = [];
    for (const route of routes.filter((each) => isSwept(each) && each.method !== 'get')) {
      const path = route.path.replaceAll(/\{[^}]+\}/g, '1');
      for (const value of VALUES) {
        const bodies = [value, Object.fromEntries(route.fields.map((field) => [field, value]))];
        for (const body of bodies) {
          const response = await send(route.method, path)
            .set('Content-Type', 'application/json')
            .send(JSON.stringify(body));
          results.push([`${route.method} ${path} ${JSON.stringify(body).slice(0, 80)}`, response.status]);
        }
      }
    }
    expect(failures(results)).toEqual([]);
  });

  it('to one wrong field beside right ones', async () => {
    const right: Readonly<Record<string, unknown>> = {
      username: 'someone',
      email: 'someone@example.org',
      password: 'kT7vQ2mZx9LwB4nR',
      re_password: 'kT7vQ2mZx9LwB4nR',
      name: 'a name',
      mask_type: 'database',
      config_yaml: 'version: "1.0"\ntasks: []\n',
      db_type: 'postgres',
      host: '127.0.0.1',
      port: 1,
      database: 'none',
      user: 'nobody',
      dbpassword: 'none',
      options: {},
    };
    const results: [string, number][] = [];
    for (const route of routes.filter((each) => isSwept(each) && each.fields.length > 0)) {
      const path = route.path.replaceAll(/\{[^}]+\}/g, '1');
      for (const field of route.fields) {
        for (const value of VALUES.slice(0, 9)) {
          const body = {
            ...Object.fromEntries(route.fields.map((name) => [name, right[name]])),
            [field]: value,
          };
          const { status } = await send(route.method, path).send(body);
          results.push([`${route.method} ${path} ${field}=${JSON.stringify(value).slice(0, 40)}`, status]);
        }
      }
    }
    expect(failures(results)).toEqual([]);
  });

  it('to queries of any kind', async () => {
    const results: [string, number][] = [];
    for (const { path, query } of routes.filter((each) => each.method === 'get' && isSwept(each))) {
      const names = [...query, 'limit', 'offset', '__proto__'];
      for (const value of [
        '',
        '-1',
        '1e9',
        '%00',
        '%F0%9F%92%A9',
        'x'.repeat(5_000),
        '1&limit=2',
        '%27%3B--',
      ]) {
        const text = names.map((name) => `${name}=${value}`).join('&');
        const { status } = await send('get', `${path.replaceAll(/\{[^}]+\}/g, '1')}?${text}`);
        results.push([`${path}?${text.slice(0, 60)}`, status]);
      }
    }
    expect(failures(results)).toEqual([]);
  });
});
