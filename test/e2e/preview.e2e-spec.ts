import { connectionBodyTo, createConnection, type WireBody } from '../support/builders/connection.builder.js';
import { createRuleset, rulesetBody } from '../support/builders/ruleset.builder.js';
import { checksum, createPeople } from '../support/people.js';
import { installRoles, type RoleClients } from '../support/role-clients.js';
import { createTestApp, type TestApp } from '../support/test-app.js';
import { createTargetDatabase, type TestDatabase } from '../support/test-database.js';

const PATH = '/api/rulesets/preview/';
const NOWHERE = '00000000-0000-4000-8000-000000000000';

interface WirePreview {
  readonly is_valid: boolean;
  readonly validation_errors: WireBody[];
  readonly tasks: {
    readonly path: string;
    readonly validation_errors: WireBody[];
    readonly rows: {
      readonly key: WireBody;
      readonly masked: boolean;
      readonly columns: { column: string; before: string | null; after: string | null }[];
      readonly error: WireBody | null;
    }[];
  }[];
}

let app: TestApp;
let as: RoleClients;
let target: TestDatabase;
let connection: string;

beforeAll(async () => {
  [app, target] = await Promise.all([createTestApp(), createTargetDatabase()]);
  as = await installRoles(app);
  connection = await createConnection(as.builder, connectionBodyTo(target));
  await createPeople(target, 'people', 50);
});

afterAll(async () => {
  await app.stop();
  await target.drop();
});

function rulesetText(rules: string, table = 'people'): string {
  return `version: "1.0"\ntasks:\n  - type: mask_table\n    table: ${table}\n    key: id\n    rules:\n${rules}`;
}

const FIXED = rulesetText('      - column: email\n        masks: [{type: from_fixed, value: hidden}]\n');
const IMITATED = rulesetText(
  '      - column: email\n        hash_columns: [email]\n        masks: [{type: imitate}]\n',
);

async function preview(body: WireBody): Promise<WirePreview> {
  return (await as.builder.post(PATH, body).expect(200)).body as WirePreview;
}

const audited = async (): Promise<number> =>
  (await app.database.query(`SELECT 1 FROM audit_log WHERE action = 'previewed'`)).length;

describe('who may preview', () => {
  it('is builders and administrators', async () => {
    const body = { config_yaml: FIXED, records: [{ id: 1, email: 'a' }] };
    await as.anonymous.post(PATH, body).expect(401);
    await as.runner.post(PATH, body).expect(403);
    await as.builderByApiToken.post(PATH, body).expect(403);
    await as.admin.post(PATH, body).expect(200);
  });
});

describe('a preview of records', () => {
  it('shows values before and after, and notes nothing', async () => {
    const before = await audited();
    const shown = await preview({
      config_yaml: FIXED,
      records: [{ id: 7, email: 'anna@example.com', age: 3 }, { id: 8 }],
    });
    expect(shown).toMatchObject({
      is_valid: true,
      tasks: [
        {
          path: '0',
          table: 'people',
          validation_errors: [],
          rows: [
            {
              key: { id: '7' },
              masked: true,
              columns: [{ column: 'email', before: 'anna@example.com', after: 'hidden' }],
              error: null,
            },
            { key: { id: '8' }, columns: [{ before: null, after: 'hidden' }] },
          ],
        },
      ],
    });
    await expect(audited()).resolves.toBe(before);
  });

  it('numbers records without a key, and repeats with a run secret', async () => {
    const body = {
      config_yaml: IMITATED,
      records: [{ email: 'anna@example.com' }],
      run_secret: 'sixteen letters!',
    };
    const [one, two] = [await preview(body), await preview(body)];
    expect(one.tasks[0]?.rows[0]?.key).toEqual({ id: '1' });
    expect(one.tasks[0]?.rows[0]?.columns[0]?.after).toMatch(/^[a-z]{4}@[a-z]{7}\.[a-z]{3}$/);
    expect(two).toEqual(one);
    const other = await preview({ ...body, run_secret: 'sixteen others!!' });
    expect(other).not.toEqual(one);
    const without = { ...body, disable_instance_secret: true };
    expect(await preview(without)).not.toEqual(one);
    expect(await preview(without)).toEqual(await preview(without));
  });

  it('says where a ruleset is not valid', async () => {
    const shown = await preview({
      config_yaml: FIXED.replace('from_fixed', 'from_fixd'),
      records: [{ id: 1 }],
    });
    expect(shown).toMatchObject({
      is_valid: false,
      validation_errors: [{ code: 'unknown_mask', line_number: 8, column_number: 24 }],
      tasks: [],
    });
  });

  it('warns of what has no effect, and of what a column or the lack of others makes of a mask', async () => {
    const kept = '      - {column: email, masks: [{type: email, domain: keep, local: keep}]}\n';
    const shifted = '      - {column: born, masks: [{type: date_shift, max_days: 9}]}\n';
    const records = [{ id: 1, email: 'anna@example.com', born: '2001-02-03' }];
    expect(await preview({ config_yaml: rulesetText(kept + shifted), records })).toMatchObject({
      is_valid: true,
      validation_warnings: [{ code: 'no_effect', severity: 'warning', line_number: 7 }],
      tasks: [{ validation_warnings: [{ code: 'no_hash_columns' }], rows: [{ error: null }] }],
    });
  });

  it('is refused where it is more than may be masked while somebody waits', async () => {
    const records = Array.from({ length: 100 }, () => ({ email: 'x'.repeat(15_000) }));
    const [, task] = FIXED.split('tasks:\n');
    const body = { config_yaml: FIXED, records };
    expect((await preview(body)).tasks[0]?.rows).toHaveLength(100);
    const answer = await as.builder.post(PATH, { ...body, config_yaml: FIXED + task! }).expect(400);
    expect(answer.body).toEqual({
      records: [
        expect.stringMatching(
          /^Too much for a preview: \d+ characters, masked 2 times .* more than 2,000,000/,
        ),
      ],
    });
  });

  it('asks conditions about the record as it is, although their column is dealt out', async () => {
    const records = ['5', 'zebra', '7', '80'].map((code, row) => ({ id: row, code, pay: `pay-${row}` }));
    const text = rulesetText(`      - column: code
        masks: [{type: secure_shuffle}]
      - if: [{column: code, less_than: 10}]
        rules: [{column: pay, masks: [{type: secure_shuffle}, {type: transform_case, transform: uppercase}]}]
`);
    // Whatever code the rows are given, those of 5 and 7 are the ones to which the condition applies.
    for (let time = 0; time < 10; time++) {
      const rows = (await preview({ config_yaml: text, records })).tasks[0]!.rows;
      const after = rows.map(({ columns }) => columns.find(({ column }) => column === 'pay')?.after);
      expect([after[0], after[2]].sort()).toEqual(['PAY-0', 'PAY-2']);
      expect([after[1], after[3]]).toEqual([undefined, 'pay-3']);
      expect(rows[1]!.error).toMatchObject({ code: 'impossible_comparison', column: 'code' });
    }
  });

  it('says which column the records lack, and on which row a run would fail', async () => {
    const lacking = await preview({ config_yaml: FIXED, records: [{ id: 1, mail: 'x' }] });
    expect(lacking.tasks).toMatchObject([
      { validation_errors: [{ code: 'unknown_column', line_number: 7 }], rows: [] },
    ]);
    const cast = rulesetText('      - column: n\n        masks: [{type: typecast, typecast_as: integer}]\n');
    const failing = await preview({ config_yaml: cast, records: [{ n: 'secret-4711' }, { n: '12' }] });
    expect(failing.tasks[0]?.rows).toMatchObject([
      { masked: false, columns: [], error: { code: 'impossible_cast', column: 'n' } },
      { error: null },
    ]);
    expect(failing.tasks[0]?.rows[0]?.error?.message).not.toContain('4711');
  });

  it('follows conditions', async () => {
    const text = rulesetText(
      '      - if: [{column: age, less_than: 18}]\n        rules: [{column: name, masks: [{type: from_fixed, value: child}]}]\n',
    );
    const shown = await preview({
      config_yaml: text,
      records: [
        { age: 3, name: 'Ann' },
        { age: 40, name: 'Ben' },
      ],
    });
    expect(shown.tasks[0]?.rows.map(({ masked, columns }) => [masked, columns[0]?.after])).toEqual([
      [true, 'child'],
      [false, 'Ben'],
    ]);
  });
});

describe('a preview of a connection', () => {
  it('shows real rows, writes nothing and is noted in the audit log', async () => {
    const untouched = await checksum(target, 'people');
    const noted = await audited();
    const ruleset = await createRuleset(as.builder, rulesetBody({ config_yaml: IMITATED }));
    const shown = await preview({ ruleset, connection, row_limit: 3 });
    expect(shown.tasks[0]?.rows.map(({ key }) => key)).toEqual([{ id: '1' }, { id: '2' }, { id: '3' }]);
    expect(shown.tasks[0]?.rows[0]?.columns[0]).toMatchObject({ before: 'person1@example.com' });
    expect(shown.tasks[0]?.rows[0]?.columns[0]?.after).not.toBe('person1@example.com');
    await expect(checksum(target, 'people')).resolves.toBe(untouched);
    await expect(audited()).resolves.toBe(noted + 1);
  });

  it('says that a table is not there', async () => {
    const shown = await preview({
      config_yaml: rulesetText('      - {column: a, masks: [{type: imitate}]}\n', 'gone'),
      connection,
    });
    expect(shown.tasks).toMatchObject([
      { validation_errors: [{ code: 'unknown_table', line_number: 3 }], rows: [] },
    ]);
  });

  it('reads no more than may be masked while somebody waits', async () => {
    await target.query(
      `CREATE TABLE wordy AS SELECT n AS id, repeat('x', 30000) AS email FROM generate_series(1, 100) AS n`,
    );
    const body = { config_yaml: FIXED.replace('people', 'wordy'), connection };
    expect((await preview({ ...body, row_limit: 50 })).tasks[0]?.rows).toHaveLength(50);
    const answer = await as.builder.post(PATH, { ...body, row_limit: 100 }).expect(400);
    expect(answer.body).toEqual({ row_limit: [expect.stringContaining('lower row_limit')] });
  });

  it('says what the database says', async () => {
    const text = FIXED.replace('    rules:', '    where: nonsense = 1\n    rules:');
    const response = await as.builder.post(PATH, { config_yaml: text, connection }).expect(400);
    expect(response.body).toMatchObject({ connection: [expect.stringContaining('could not be read')] });
  });
});

describe('what is refused', () => {
  it.each<[WireBody, string]>([
    [{ records: [{ id: 1 }] }, 'ruleset'],
    [{ config_yaml: FIXED, ruleset: NOWHERE, records: [{ id: 1 }] }, 'ruleset'],
    [{ ruleset: NOWHERE, records: [{ id: 1 }] }, 'ruleset'],
    [{ config_yaml: FIXED }, 'records'],
    [{ config_yaml: FIXED, records: [{ id: 1 }], connection: NOWHERE }, 'records'],
    [{ config_yaml: FIXED, records: [] }, 'records'],
    [{ config_yaml: FIXED, records: [1] }, 'records'],
    [{ config_yaml: FIXED, records: Array(101).fill({ id: 1 }) }, 'records'],
    [{ config_yaml: FIXED, connection: NOWHERE }, 'connection'],
    [{ config_yaml: FIXED, connection: NOWHERE, row_limit: 101 }, 'row_limit'],
    [{ config_yaml: FIXED, records: [{ id: 1 }], run_secret: 'short' }, 'run_secret'],
    [{ config_yaml: FIXED, records: [{ id: 1 }], mask_type: 'folder' }, 'mask_type'],
    [{ config_yaml: FIXED, documents: ['{}'] }, 'documents'],
  ])('%j: %s', async (body, field) => {
    const response = await as.builder.post(PATH, body).expect(400);
    expect(Object.keys(response.body as object)).toContain(field);
  });
});

describe('a run of what cannot be run yet', () => {
  it.each([
    [
      '  - {type: subset, mode: in_place, defaults: {target_percent: 10}, include: [{glob: public.*}]}\n',
      'The task "subset"',
    ],
  ])('is refused at its creation: %s', async (tasks, message) => {
    const ruleset = await createRuleset(
      as.builder,
      rulesetBody({ config_yaml: `version: "1.0"\ntasks:\n${tasks}` }),
    );
    const response = await as.builder
      .post('/api/runs/', { name: 'r', source_connection: connection, ruleset, options: {} })
      .expect(400);
    const [reason] = (response.body as { ruleset: string[] }).ruleset;
    expect(reason).toMatch(/^Cannot start run: .*not supported yet\.$/);
    expect(reason).toContain(message);
  });
});
