import type { WireBody } from '../support/builders/connection.builder.js';
import { createRuleset, rulesetBody } from '../support/builders/ruleset.builder.js';
import { installRoles, type RoleClients } from '../support/role-clients.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

const PATH = '/api/rulesets/preview/';

interface WireTask {
  readonly path: string;
  readonly table: string | null;
  readonly validation_errors: WireBody[];
  readonly rows: {
    readonly masked: boolean;
    readonly columns: { column: string; before: string | null; after: string | null }[];
    readonly error: WireBody | null;
  }[];
}

let app: TestApp;
let as: RoleClients;

beforeAll(async () => {
  app = await createTestApp();
  as = await installRoles(app);
});

afterAll(() => app.stop());

const ROWS = `version: "1.0"
tasks:
  - type: mask_tabular_file
    include: [{glob: "*.csv"}]
    rules:
      - column: email
        skip: [nobody]
        masks: [{type: from_fixed, value: hidden}]
`;

const DOCUMENTS = `version: "1.0"
tasks:
  - type: parallel
    tasks:
      - type: mask_file
        rules:
          - masks:
              - type: json
                transforms:
                  - {path: [name], on_missing: skip, masks: [{type: from_fixed, value: hidden}]}
                fallback_masks: [{type: from_fixed, value: gone}]
`;

async function preview(body: WireBody): Promise<readonly WireTask[]> {
  const answer = await as.builder.post(PATH, { mask_type: 'file', ...body }).expect(200);
  expect(answer.body).toMatchObject({ is_valid: true, validation_errors: [] });
  return (answer.body as { tasks: WireTask[] }).tasks;
}

function columnsOf([task]: readonly WireTask[]): readonly unknown[] {
  return task!.rows.map(({ masked, columns }) => [masked, ...columns]);
}

it('tries tabular tasks on records', async () => {
  const tasks = await preview({
    config_yaml: ROWS,
    records: [{ id: 1, email: 'ann@example.com' }, { email: 'nobody' }, { id: 3 }],
  });
  expect(tasks).toMatchObject([{ path: '0', table: null, validation_errors: [] }]);
  expect(columnsOf(tasks)).toEqual([
    [true, { column: 'email', before: 'ann@example.com', after: 'hidden' }],
    [false, { column: 'email', before: 'nobody', after: 'nobody' }],
    [true, { column: 'email', before: null, after: 'hidden' }],
  ]);
});

it('says which column the records lack, and on which row a run would fail', async () => {
  const [lacking] = await preview({ config_yaml: ROWS, records: [{ mail: 'x' }] });
  expect(lacking).toMatchObject({
    validation_errors: [{ code: 'unknown_column', line_number: 6 }],
    rows: [],
  });
  const cast = ROWS.replace('{type: from_fixed, value: hidden}', '{type: typecast, typecast_as: integer}');
  const [failing] = await preview({
    config_yaml: cast,
    records: [{ email: 'secret-4711' }, { email: '12' }],
  });
  expect(failing!.rows).toMatchObject([
    { masked: false, columns: [], error: { code: 'impossible_cast', column: 'email' } },
    { error: null },
  ]);
  expect(JSON.stringify(failing)).not.toContain('4711');
});

it('draws for the same record the same with the same run secret', async () => {
  const body = {
    config_yaml: ROWS.replace('{type: from_fixed, value: hidden}', '{type: imitate}'),
    records: [{ email: 'ann@example.com' }],
    run_secret: 'sixteen letters!',
  };
  const [one, two] = [await preview(body), await preview(body)];
  expect(one[0]!.rows[0]!.columns[0]!.after).toMatch(/^[a-z]{3}@[a-z]{7}\.[a-z]{3}$/);
  expect(two).toEqual(one);
});

it('sees values as text, as in a CSV file', async () => {
  const text = ROWS.replace(/skip: .*/, 'skip: ["7"]').replace(/\{type: from_fixed.*\}/, '{type: imitate}');
  const of = async (email: unknown): Promise<unknown> =>
    columnsOf(await preview({ config_yaml: text, records: [{ email }], run_secret: 'sixteen letters!' }));
  for (const value of [1234567890, 12.5, true]) {
    expect(await of(value)).toEqual(await of(String(value)));
  }
  expect(await of(7)).toEqual([[false, { column: 'email', before: '7', after: '7' }]]);
});

it('refuses more than it may mask while somebody waits', async () => {
  const ruled = (rules: number): string =>
    `version: "1.0"\ntasks:\n  - type: mask_file\n    rules: [${'{masks: [{type: from_fixed, value: gone}]},'.repeat(rules)}]\n`;
  const documents = Array.from({ length: 100 }, () => 'x'.repeat(16_000));
  expect(await preview({ config_yaml: ruled(1), documents })).toHaveLength(1);
  const answer = await as.builder
    .post(PATH, { mask_type: 'file', config_yaml: ruled(2), documents })
    .expect(400);
  expect(answer.body).toEqual({
    documents: [expect.stringContaining('Give fewer or shorter documents, or preview fewer tasks at once.')],
  });
});

it('deals values out among the records', async () => {
  const text = ROWS.replace('{type: from_fixed, value: hidden}', '{type: secure_shuffle}');
  const emails = ['nobody', ...Array.from({ length: 30 }, (_, row) => `mail ${row}`)];
  const [task] = await preview({ config_yaml: text, records: emails.map((email) => ({ email })) });
  const after = task!.rows.map(({ columns }) => columns[0]!.after);
  expect(after[0]).toBe('nobody');
  expect([...after].sort()).toEqual([...emails].sort());
  expect(after).not.toEqual(emails);
});

const BY_DEPARTMENT = ROWS.slice(0, ROWS.indexOf('      - column')).concat(`      - column: dept
        masks: [{type: secure_shuffle}]
      - if: [{column: dept, equals: HR}]
        rules: [{column: pay, masks: [{type: secure_shuffle}, {type: transform_case, transform: uppercase}]}]
`);

it('asks conditions about the record as it is, although their column is dealt out', async () => {
  const records = Array.from({ length: 60 }, (_, row) => ({
    dept: row % 2 === 0 ? 'HR' : 'IT',
    pay: `pay-${row}`,
  }));
  const [task] = await preview({ config_yaml: BY_DEPARTMENT, records });
  const pays = task!.rows.map(({ columns }) => columns.find(({ column }) => column === 'pay')!.after!);
  const ofHr = pays.filter((_, row) => row % 2 === 0);
  expect([...ofHr].sort()).toEqual(Array.from({ length: 30 }, (_, half) => `PAY-${half * 2}`).sort());
  expect(pays.filter((_, row) => row % 2 === 1)).toEqual(
    Array.from({ length: 30 }, (_, half) => `pay-${half * 2 + 1}`),
  );
});

it('says which record a condition cannot judge, and deals out among the others', async () => {
  const text = BY_DEPARTMENT.replace('equals: HR', 'less_than: 10');
  const pays = ['5', 'zebra', '7', '80'].map((dept, row) => ({ dept, pay: `pay-${row}` }));
  const [task] = await preview({ config_yaml: text, records: pays });
  expect(task!.rows.map(({ error }) => error?.code ?? null)).toEqual([
    ...[null, 'impossible_comparison', null, null],
  ]);
  const after = task!.rows.map(({ columns }) => columns.find(({ column }) => column === 'pay')?.after);
  expect([after[0], after[2]].sort()).toEqual(['PAY-0', 'PAY-2']);
  expect([after[1], after[3]]).toEqual([undefined, 'pay-3']);
  expect(JSON.stringify(task!.rows[1])).not.toContain('zebra');
});

it('tries tasks on documents by what each document is', async () => {
  const asRecords = await preview({ config_yaml: DOCUMENTS, records: [{ id: 1, name: 'Ann' }, { id: 2 }] });
  expect(asRecords[0]!.path).toBe('0.0');
  expect(columnsOf(asRecords)).toEqual([
    [true, { column: 'document', before: '{"id":1,"name":"Ann"}', after: '{"id":1,"name":"hidden"}' }],
    [false, { column: 'document', before: '{"id":2}', after: '{"id":2}' }],
  ]);
  const documents = [' { "name" : "Ann", "n": 1.0 }\n', 'Dear Ann', '<name>Ann</name>'];
  expect(columnsOf(await preview({ config_yaml: DOCUMENTS, documents }))).toEqual([
    [
      true,
      {
        column: 'document',
        before: '{ "name" : "Ann", "n": 1.0 }',
        after: '{ "name" : "hidden", "n": 1.0 }',
      },
    ],
    [true, { column: 'document', before: 'Dear Ann', after: 'gone' }],
    [true, { column: 'document', before: '<name>Ann</name>', after: 'gone' }],
  ]);
});

it('shows no rows of tabular tasks where documents are given', async () => {
  expect(await preview({ config_yaml: ROWS, documents: ['a,b'] })).toMatchObject([
    { validation_errors: [], rows: [] },
  ]);
});

it('takes stored rulesets for files as such', async () => {
  const ruleset = await createRuleset(as.builder, rulesetBody({ config_yaml: ROWS, mask_type: 'file' }));
  const tasks = await preview({ ruleset, mask_type: null, records: [{ email: 'a' }] });
  expect(columnsOf(tasks)).toEqual([[true, { column: 'email', before: 'a', after: 'hidden' }]]);
});

it.each<[WireBody, string]>([
  [{ config_yaml: ROWS, connection: '00000000-0000-4000-8000-000000000000' }, 'connection'],
  [{ config_yaml: ROWS, records: [{ a: 1 }], documents: ['a'] }, 'records'],
  [{ config_yaml: ROWS, documents: [1] }, 'documents'],
  [{ config_yaml: ROWS, documents: ['a'.repeat(16_385)] }, 'documents'],
])('refuses %j', async (body, field) => {
  const answer = await as.builder.post(PATH, { mask_type: 'file', ...body }).expect(400);
  expect(Object.keys(answer.body as object)).toContain(field);
});
