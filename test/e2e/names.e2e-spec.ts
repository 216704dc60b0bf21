import { bodyOfKind } from '../support/builders/connection-kind.builder.js';
import { createConnection, type WireBody } from '../support/builders/connection.builder.js';
import { VALID_RULESET } from '../support/builders/ruleset.builder.js';
import { installRoles, type RoleClients } from '../support/role-clients.js';
import { createTestApp, type TestApp } from '../support/test-app.js';
import { uniqueName } from '../support/unique-name.js';

const PASSWORD = 'kT7vQ2mZx9LwB4nR';

/** Everything that is found again by a name which callers choose: where it is made, and what it needs besides. */
const NAMED: readonly (readonly [path: string, field: string, others: () => WireBody])[] = [
  ['/api/connections/', 'name', () => bodyOfKind('dynamo_db')],
  ['/api/rulesets/', 'name', () => ({ config_yaml: VALID_RULESET })],
  ['/api/ruleset-libraries/', 'name', () => ({ config_yaml: 'version: "1.0"\n' })],
  ['/api/discovery/configs/', 'name', () => ({ config_type: 'file', config_yaml: 'labels: []\n' })],
  ['/api/discovery/config-libraries/', 'name', () => ({ config_yaml: 'labels: []\n' })],
  ['/api/ruleset-generation-configs/', 'name', () => ({ config_yaml: 'version: "1.0"\n' })],
  ['/api/table-references/', 'name', () => ({ connection, source: 'public.people' })],
  [
    '/api/users/',
    'username',
    () => ({ email: 'x@example.org', password: PASSWORD, re_password: PASSWORD, user_roles: [] }),
  ],
];

/** What no name may be. */
const BAD: readonly (readonly [title: string, name: unknown])[] = [
  ['no name', undefined],
  ['null', null],
  ['a number', 7],
  ['a list', ['a']],
  ['an empty name', ''],
  ['a blank name', '  '],
  ['a line end', 'a\nb'],
  ['an escape character', 'a\u001bb'],
  ['NUL', 'a\0b'],
  ['half a character', '\ud800'],
  ['256 characters', 'x'.repeat(256)],
  ['10 MB', 'x'.repeat(10_000_000)],
];

/** Names that are data to us, whatever they mean elsewhere. */
const ODD = [
  '../../etc/passwd',
  'a\\b',
  '..',
  'CON',
  'nul.yml',
  '😀 größer',
  '"; DROP TABLE run; --',
  '%2e%2e',
];

let target: TestApp;
let as: RoleClients;
let connection: string;

beforeAll(async () => {
  target = await createTestApp();
  as = await installRoles(target);
  connection = await createConnection(as.admin);
});

afterAll(() => target.stop());

describe.each(NAMED)('POST %s', (path, field, others) => {
  it.each(BAD)(`refuses %s as the ${field}, and does not send it back`, async (_, name) => {
    const { status, body, text } = await as.admin.post(path, { ...others(), [field]: name });
    expect({ status, body: body as unknown }).toEqual({
      status: 400,
      body: { [field]: [expect.any(String)] },
    });
    expect(text.length).toBeLessThan(500);
  });

  it('lets exactly one of ten requests at once have a name', async () => {
    const body = { ...others(), [field]: uniqueName('raced').replaceAll(' ', '-') };
    const replies = await Promise.all(Array.from({ length: 10 }, () => as.admin.post(path, body)));
    const lost = replies.filter(({ status }) => status >= 300);
    expect(lost).toHaveLength(9);
    for (const reply of lost) {
      expect({ status: reply.status, body: reply.body as unknown }).toEqual({
        ...{ status: 400, body: { [field]: [expect.stringMatching(/exists already|already exists/)] } },
      });
    }
  });
});

describe.each(NAMED.filter(([path]) => !/libraries|users/.test(path)))('POST %s', (path, field, others) => {
  it.each(ODD)('takes %s and keeps it as it is', async (name) => {
    const { status, body } = await as.admin.post(path, { ...others(), [field]: name });
    expect({ isMade: status < 300, name: (body as WireBody)[field] }).toEqual({ isMade: true, name });
  });
});

describe.each(NAMED.filter(([path]) => path.includes('libraries')))('POST %s', (path, field, others) => {
  it.each(['a/b', 'a#b'])('refuses %s, which could not be referred to', async (name) => {
    const { body } = await as.admin.post(path, { ...others(), [field]: name }).expect(400);
    expect(body).toEqual({ [field]: [expect.any(String)] });
  });

  it.each(['/a', 'a/', 'a//b', 'a#b', 'a\nb', 'x'.repeat(256)])(
    'refuses the namespace %j',
    async (namespace) => {
      const { body } = await as.admin
        .post(path, { ...others(), name: uniqueName('n'), namespace })
        .expect(400);
      expect(body).toEqual({ namespace: [expect.any(String)] });
    },
  );
});
