import { setTimeout as sleep } from 'node:timers/promises';
import { WorkRecovery } from '../../src/queue/work-recovery.js';
import type { ApiClient } from '../support/api-client.js';
import { connectTo, createTasks, runToEnd } from '../support/builders/run.builder.js';
import { useRunStage } from '../support/run-stage.js';
import { createRole } from '../support/test-role.js';
import { createTargetDatabase, type TestDatabase } from '../support/test-database.js';

interface WireReport {
  readonly id: string;
  readonly status: string;
  readonly status_message: string;
  readonly error_message: string | null;
  readonly tables: {
    readonly table: string;
    readonly quasi_identifiers: string[];
    readonly before: object | null;
    readonly after: object | null;
    readonly matched_rows: number | null;
    readonly columns: { readonly column: string; readonly [field: string]: unknown }[];
    readonly problem: string | null;
  }[];
}

interface WirePage {
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: { readonly id: string; readonly created_time: string; readonly last_updated: string }[];
}

const FINAL = ['finished', 'finished_with_warnings', 'failed'];
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

/** Four people of whom two look alike, and two who do not. */
const PEOPLE = `
  CREATE TABLE people (id int PRIMARY KEY, born date, town text, email text, tags jsonb);
  INSERT INTO people VALUES
    (1, '1980-01-01', 'Bath', 'ann@secret.example', '["a"]'), (2, '1980-01-01', 'Bath', 'ben@secret.example', '["a"]'),
    (3, '1980-01-01', 'York', 'cid@secret.example', NULL), (4, NULL, NULL, NULL, NULL);
  CREATE TABLE loose (a text, b text);
  INSERT INTO loose VALUES ('x', 'y'), ('x', 'z');`;

describe('privacy reports', () => {
  const stage = useRunStage();
  let original: TestDatabase;
  let before: string;

  async function report(body: object, client: ApiClient = stage.admin): Promise<WireReport> {
    const started = await client.post('/api/privacy-reports/', body).expect(201);
    return ended((started.body as WireReport).id, client);
  }

  async function ended(id: string, client: ApiClient = stage.admin): Promise<WireReport> {
    for (let waited = 0; waited < 500_000; waited += 50) {
      const shown = (await client.get(`/api/privacy-reports/${id}/`).expect(200)).body as WireReport;
      if (FINAL.includes(shown.status)) {
        return shown;
      }
      await sleep(50);
    }
    throw new Error(`Report ${id} has no end.`);
  }

  const columnOf = ({ tables }: WireReport, name: string): object | undefined =>
    tables[0]?.columns.find(({ column }) => column === name);

  beforeAll(async () => {
    original = await createTargetDatabase();
    await original.query(PEOPLE);
    await stage.target.query(PEOPLE);
    before = await connectTo(stage.admin, original);
  });

  afterAll(() => original.drop());

  it('are made although their job was lost', async () => {
    const { id } = await report({
      connection: stage.connection,
      tables: { loose: { quasi_identifiers: ['a'] } },
    });
    await stage.app.database.query(
      `UPDATE privacy_report SET status = 'queued', figures = NULL, modified_time = now() - interval '2 minutes' WHERE id = $1`,
      [id],
    );
    await stage.app.app.get(WorkRecovery, { strict: false }).runOnce();
    expect(await ended(id)).toMatchObject({ status: 'finished', tables: [{ after: { rows: 2 } }] });
  });

  it('tells k-anonymity, uniqueness and unchanged values before and after, exactly', async () => {
    const ruleset = await createTasks(
      stage.admin,
      `- type: mask_table
  table: people
  key: id
  rules:
  - {column: town, masks: [{type: from_fixed, value: Bath}]}
  - {column: email, masks: [{type: from_fixed, value: masked@example.org}]}
`,
    );
    await runToEnd(stage.admin, { connection: stage.connection, ruleset });
    const shown = await report({
      connection: stage.connection,
      original_connection: before,
      k: 3,
      tables: { people: { quasi_identifiers: ['born', 'town'] } },
    });
    expect(shown).toMatchObject({ status: 'finished', status_message: 'Measured one table.', k: 3 });
    expect(shown.tables[0]).toMatchObject({
      ...{ table: 'people', quasi_identifiers: ['born', 'town'], matched_rows: 4, problem: null },
      before: { rows: 4, groups: 3, k: 1, unique_rows: 2, unique_share: 0.5, rows_below_k: 4 },
      after: { rows: 4, groups: 2, k: 1, unique_rows: 1, unique_share: 0.25, rows_below_k: 1 },
    });
    expect(columnOf(shown, 'town')).toEqual({
      ...{ column: 'town', compared: 3, unchanged: 2, unchanged_share: 0.666667 },
      before: { values: 3, distinct: 2, unique: 1, unique_share: 0.333333 },
      after: { values: 4, distinct: 1, unique: 0, unique_share: 0 },
    });
    expect(columnOf(shown, 'email')).toMatchObject({ compared: 3, unchanged: 0, unchanged_share: 0 });
    expect(columnOf(shown, 'tags')).toMatchObject({ compared: 2, unchanged: 2, unchanged_share: 1 });
    expect(columnOf(shown, 'id')).toBeUndefined();
    const csv = await stage.admin.get(`/api/privacy-reports/${shown.id}/csv/`).expect(200);
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(csv.text).toContain('people,born + town,before,4,3,1,2,0.5,4,');
    expect(csv.text).toContain('people,town,after,,,,,,,4,1,0,,3,2,0.666667,');
    expect(JSON.stringify(shown) + csv.text).not.toMatch(
      /secret|masked@|Bath|York|(?<![\da-f-])1980(?![\da-f])/,
    );
  });

  it('takes the figures before masking in place from an earlier report', async () => {
    const tables = { people: { quasi_identifiers: ['born', 'town'], columns: ['email'] } };
    const baseline = await report({ connection: before, tables });
    expect(baseline.tables[0]).toMatchObject({ before: null, after: { k: 1, unique_rows: 2 } });
    const shown = await report({ connection: stage.connection, baseline: baseline.id, tables });
    expect(shown.tables[0]).toMatchObject({ before: { unique_rows: 2 }, matched_rows: null, problem: null });
    expect(columnOf(shown, 'email')).toMatchObject({ before: { distinct: 3 }, after: { distinct: 1 } });
  });

  it('compares with a baseline by table and quasi-identifiers, and says where it cannot', async () => {
    const others = { loose: { quasi_identifiers: ['a'], columns: [] } };
    const people = { quasi_identifiers: ['born', 'town'], columns: [] };
    const baseline = (await report({ connection: before, tables: { 'public.people': people, ...others } }))
      .id;
    const compared = async (tables: object): Promise<WireReport> =>
      report({ connection: stage.connection, baseline, tables });
    const shown = await compared({ people, loose: { quasi_identifiers: ['b'], columns: [] } });
    expect(shown.status).toBe('finished_with_warnings');
    expect(shown.tables).toMatchObject([
      { table: 'people', before: { unique_rows: 2 }, problem: null },
      { before: null, after: { rows: 2 }, problem: expect.stringMatching(/other quasi-identifiers .*\(a\)/) },
    ]);
    await stage.target.query('CREATE TABLE later (a text)');
    expect((await compared({ later: { quasi_identifiers: ['a'] } })).tables[0]?.problem).toMatch(
      /not in the baseline/,
    );
  });

  it('says that row-level security hides rows', async () => {
    await stage.target.query(`
      CREATE TABLE guarded (id int PRIMARY KEY, town text); INSERT INTO guarded SELECT i, 'x' FROM generate_series(1, 4) i;
      ALTER TABLE guarded ENABLE ROW LEVEL SECURITY; CREATE POLICY most ON guarded USING (id < 4);`);
    const role = await createRole(stage.target, ['GRANT SELECT ON guarded TO']);
    const connection = await connectTo(stage.admin, stage.target, role.credentials);
    const tables = { guarded: { quasi_identifiers: ['town'] } };
    const hidden = await report({ connection, tables });
    expect(hidden).toMatchObject({ status: 'finished_with_warnings', tables: [{ after: { rows: 3 } }] });
    expect(hidden.tables[0]?.problem).toMatch(/hides rows from the database user of the masked database/);
    const shown = await report({ connection: stage.connection, baseline: hidden.id, tables });
    expect(shown.tables[0]).toMatchObject({ before: { rows: 3 }, after: { rows: 4 } });
    expect(shown.tables[0]?.problem).toMatch(/of the baseline: its figures are of the visible rows only/);
    await role.drop();
  });

  it('takes one side of before, which is another one', async () => {
    const body = { connection: stage.connection, tables: { people: { quasi_identifiers: ['born'] } } };
    for (const [given, field] of [
      [{ original_connection: stage.connection }, 'original_connection'],
      [{ original_connection: before, baseline: UNKNOWN_ID }, 'baseline'],
    ] as const) {
      const { body: answer } = await stage.admin
        .post('/api/privacy-reports/', { ...body, ...given })
        .expect(400);
      expect(Object.keys(answer as object)).toEqual([field]);
    }
  });

  it('goes on where a table cannot be measured, and says why', async () => {
    const shown = await report({
      connection: stage.connection,
      original_connection: before,
      tables: {
        nowhere: { quasi_identifiers: ['a'] },
        people: { quasi_identifiers: ['nope'] },
        loose: { quasi_identifiers: ['A'], columns: [] },
      },
    });
    expect(shown.status).toBe('finished_with_warnings');
    expect(shown.tables.map(({ problem }) => problem)).toEqual([
      'There is no table nowhere in the masked database.',
      'The table has no column nope.',
      expect.stringMatching(/no key of the same columns/),
    ]);
    expect(shown.tables[2]).toMatchObject({ quasi_identifiers: ['a'], after: { rows: 2, groups: 1, k: 2 } });
  });

  it('fails with the reason when a database cannot be reached', async () => {
    const nowhere = await connectTo(stage.admin, original, { database: 'not_there_at_all' });
    const shown = await report({ connection: nowhere, tables: { t: { quasi_identifiers: ['a'] } } });
    expect(shown).toMatchObject({ status: 'failed', tables: [] });
    expect(shown.error_message).toMatch(/not_there_at_all|database/);
    await stage.admin.get(`/api/privacy-reports/${shown.id}/csv/`).expect(409);
  });

  it.each([
    ['no tables', {}, 'tables'],
    ['tables as a list', { tables: ['people'] }, 'tables'],
    ['an empty list of tables', { tables: {} }, 'tables'],
    ['no quasi-identifiers', { tables: { people: {} } }, 'tables.people.quasi_identifiers'],
    [
      'an empty list of them',
      { tables: { people: { quasi_identifiers: [] } } },
      'tables.people.quasi_identifiers',
    ],
    ['an unknown field', { tables: { p: { quasi_identifiers: ['a'], x: 1 } } }, 'tables.p.x'],
    [
      'a misspelt field',
      { original_conection: 'x', tables: { p: { quasi_identifiers: ['a'] } } },
      'original_conection',
    ],
    ['k of one', { k: 1, tables: { p: { quasi_identifiers: ['a'] } } }, 'k'],
    [
      'an unknown connection',
      { connection: UNKNOWN_ID, tables: { p: { quasi_identifiers: ['a'] } } },
      'connection',
    ],
    ['an unknown baseline', { baseline: 'x', tables: { p: { quasi_identifiers: ['a'] } } }, 'baseline'],
  ])('refuses %s', async (_, body, field) => {
    const { body: answer } = await stage.admin
      .post('/api/privacy-reports/', { connection: stage.connection, ...body })
      .expect(400);
    expect(Object.keys(answer as object)).toEqual([field]);
  });

  it('lists, pages and deletes', async () => {
    const all = await stage.admin.get('/api/privacy-reports/?limit=1').expect(200);
    const { count, previous, results, ...rest } = all.body as WirePage;
    expect(count).toBeGreaterThan(1);
    expect(results).toHaveLength(1);
    expect(previous).toBeNull();
    const next = new URL(String(rest.next));
    expect(next.searchParams.get('offset')).toBe('1');
    const second = (await stage.admin.get(`${next.pathname}${next.search}`).expect(200)).body as WirePage;
    expect(second.results[0]?.id).not.toBe(results[0]?.id);
    for (const { created_time, last_updated } of [...results, ...second.results]) {
      expect(Date.parse(last_updated)).toBeGreaterThanOrEqual(Date.parse(created_time));
    }
    const id = results[0]?.id ?? '';
    await stage.admin.delete(`/api/privacy-reports/${id}/`).expect(204);
    await stage.admin.delete(`/api/privacy-reports/${id}/`).expect(404);
    await stage.admin.get(`/api/privacy-reports/${id}/`).expect(404);
  });
});
