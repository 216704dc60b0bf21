import { ApiClient } from '../support/api-client.js';
import { connectTo, createTasks, runToEnd } from '../support/builders/run.builder.js';
import { MaskClient, storePlan } from '../support/mask-client.js';
import { createTestApp, type TestApp } from '../support/test-app.js';
import { createTargetDatabase, type TestDatabase } from '../support/test-database.js';

const SECRET = 'one secret for a run and for requests';
const MASKS = [
  '{type: imitate}',
  '{type: imitate_unique}',
  '{type: from_format_string, format: "{[A-Z],4}-{[0-9],6}"}',
  '{type: concat, masks: [{type: from_choices, choices: [a, b, c, d]}, {type: from_random_text, min: 4, max: 9}]}',
];

let app: TestApp;
let target: TestDatabase;
let admin: ApiClient;
let client: MaskClient;

beforeAll(async () => {
  [app, target] = await Promise.all([createTestApp({ workers: 1 }), createTargetDatabase()]);
  admin = await ApiClient.installAdmin(app);
  client = await MaskClient.login(app);
});

afterAll(async () => {
  await app.stop();
  await target.drop();
});

it.each([true, false])(
  'a plan and a run with one run secret agree, with disable_instance_secret %s',
  async (disabled) => {
    const table = `people_${String(disabled)}`;
    const columns = MASKS.map((_, index) => `c${index}`);
    const value = (id: number): string => `Anna ${id} Miller-${id * 4711}`;
    await target.query(
      `CREATE TABLE ${table} AS SELECT id, 'customer ' || id AS key, ${columns
        .map((column) => `'Anna ' || id || ' Miller-' || id * 4711 AS ${column}`)
        .join(', ')} FROM generate_series(1, 50) AS id`,
    );
    await target.query(`ALTER TABLE ${table} ADD PRIMARY KEY (id)`);
    const rules = columns.map(
      (column, index) => `      - {column: ${column}, masks: [${MASKS[index] ?? ''}]}`,
    );
    const ruleset = await createTasks(
      admin,
      `  - type: mask_table\n    table: ${table}\n    key: id\n    hash_columns: [key]\n    rules:\n${rules.join('\n')}\n`,
    );
    await runToEnd(admin, {
      ...{ connection: await connectTo(admin, target), ruleset },
      options: { run_secret: SECRET, disable_instance_secret: disabled },
    });
    const rows = await target.query<Record<string, string> & { id: number }>(
      `SELECT * FROM ${table} ORDER BY id`,
    );
    expect(rows).toHaveLength(50);
    for (const [index, mask] of MASKS.entries()) {
      const plan = await storePlan(app, `[{hash_sources: [{source: from_request}], masks: [${mask}]}]`);
      const { body } = await client.mask(plan, {
        data: rows.map(({ id }) => value(id)),
        hash_values: rows.map(({ key }) => key),
        ...{ run_secret: SECRET, disable_instance_secret: disabled },
      });
      expect((body as { data: string[] }).data).toEqual(rows.map((row) => row[`c${index}`]));
    }
  },
);
