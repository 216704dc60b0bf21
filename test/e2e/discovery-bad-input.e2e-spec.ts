import { DATABASE_ADAPTERS } from '../../src/adapters/databases/index.js';
import { TableLook } from '../../src/discovery/look-at-table.js';
import { ColumnDetector, compileColumnRules, DetectionWords } from '../../src/engine/index.js';
import { awaitRun, connectTo } from '../support/builders/run.builder.js';
import type { WireRun } from '../support/builders/run.builder.js';
import { useRunStage } from '../support/run-stage.js';
import { createTargetDatabase, type TestDatabase } from '../support/test-database.js';
import { createRole } from '../support/test-role.js';

interface WirePage {
  readonly count: number;
  readonly next: string | null;
  readonly results: readonly {
    readonly table: string;
    readonly column: string;
    readonly data: { readonly discovery_matches: readonly { readonly label?: string; flagged_by: string }[] };
  }[];
  readonly table_metadata: Readonly<Record<string, Readonly<Record<string, { readonly problem?: string }>>>>;
}

const WIDE = 1_600;

describe('a schema discovery of odd databases', () => {
  const stage = useRunStage();
  const databases: TestDatabase[] = [];

  async function target(sql: string): Promise<TestDatabase> {
    const database = await createTargetDatabase();
    databases.push(database);
    await database.query(sql);
    return database;
  }

  async function discover(connection: string, status = 'finished'): Promise<number> {
    const { body } = await stage.admin
      .post('/api/schema-discovery/', { connection, in_data_discovery: { enabled: true } })
      .expect(201);
    const run = await awaitRun(stage.admin, (body as WireRun).id);
    expect(run.status).toBe(status);
    return run.id;
  }

  async function pageOf(runId: number, query = 'limit=1000'): Promise<WirePage> {
    return (await stage.admin.get(`/api/schema-discovery/v2/${runId}/?${query}`).expect(200))
      .body as WirePage;
  }

  /** Table.column → how it was flagged. */
  async function flags(runId: number): Promise<Record<string, string>> {
    const { results } = await pageOf(runId);
    return Object.fromEntries(
      results.flatMap(({ table, column, data }) =>
        data.discovery_matches.map((match) => [
          `${table}.${column}`,
          `${match.label ?? ''} by ${match.flagged_by}`,
        ]),
      ),
    );
  }

  afterAll(() => Promise.all(databases.map((database) => database.drop())));

  it('lists views, materialized views, foreign tables and partitioned ones, and tells what was not read', async () => {
    const database = await target(`
      CREATE TABLE base (id int, contact text);
      INSERT INTO base SELECT n, 'p' || n || '@example.com' FROM generate_series(1, 20) n;
      CREATE VIEW seen AS SELECT contact FROM base;
      CREATE MATERIALIZED VIEW kept AS SELECT contact AS c7 FROM base;
      CREATE FOREIGN DATA WRAPPER nothing; CREATE SERVER nowhere FOREIGN DATA WRAPPER nothing;
      CREATE FOREIGN TABLE far (surname text, c1 text) SERVER nowhere;
      CREATE TABLE parts (at date, c2 text) PARTITION BY RANGE (at);
      CREATE TABLE parts_2024 PARTITION OF parts FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
      INSERT INTO parts SELECT '2024-02-03', 'p' || n || '@example.com' FROM generate_series(1, 20) n;`);
    const run = await discover(await connectTo(stage.admin, database), 'finished_with_warnings');
    expect(await flags(run)).toEqual({
      'base.contact': 'email by In-Data Discovery',
      'kept.c7': 'email by In-Data Discovery',
      'far.surname': 'last_name by Metadata Discovery',
      'parts.c2': 'email by In-Data Discovery',
    });
    const { results, table_metadata: tables } = await pageOf(run);
    expect([...new Set(results.map(({ table }) => table))].sort()).toEqual([
      'base',
      'far',
      'kept',
      'parts',
      'seen',
    ]);
    expect(tables.public?.far?.problem).toMatch(/^Its values could not be read: /);
    expect(tables.public?.seen?.problem).toMatch(/It is a view/);
  });

  it('lists tables and columns that the user may not read, and goes on', async () => {
    const database = await target(`
      CREATE TABLE closed (id int, email text, c1 text);
      CREATE TABLE half (id int, c2 text, c3 text);
      INSERT INTO half SELECT n, 'p' || n || '@example.com', 'q' || n || '@example.com' FROM generate_series(1, 9) n;
      INSERT INTO closed SELECT id, c2, c3 FROM half;`);
    const role = await createRole(database, ['GRANT SELECT (id, c2) ON half TO']);
    try {
      const connection = await connectTo(stage.admin, database, role.credentials);
      const run = await discover(connection, 'finished_with_warnings');
      expect(await flags(run)).toEqual({
        'closed.email': 'email by Metadata Discovery',
        'half.c2': 'email by In-Data Discovery',
      });
      const { table_metadata: tables } = await pageOf(run);
      expect(tables.public?.closed?.problem).toBe('The database user may not read it.');
      expect(tables.public?.half?.problem).toBe('The database user may not read some of its columns.');
    } finally {
      await role.drop();
    }
  });

  it(`tells ${WIDE} columns of one table, and texts and bytes of megabytes by their beginnings`, async () => {
    const columns = Array.from({ length: WIDE }, (_, n) => `c${n} text`).join(', ');
    const database = await target(`
      CREATE TABLE wide (${columns});
      INSERT INTO wide (c7, c1599) SELECT 'p' || n || '@example.com', '10.0.0.' || n FROM generate_series(1, 30) n;
      CREATE TABLE huge (id int, body text, bytes bytea);
      INSERT INTO huge SELECT n, 'Spoke to p' || n || '@example.com today. ' || repeat('x y ', 500000), decode(repeat('00', 2000000), 'hex')
        FROM generate_series(1, 8) n;`);
    const run = await discover(await connectTo(stage.admin, database));
    const { count } = await pageOf(run, 'limit=1');
    expect(count).toBe(WIDE + 3);
    const flagged: string[] = [];
    for (let offset = 0; offset < count; offset += 1000) {
      const { results } = await pageOf(run, `limit=1000&offset=${offset}`);
      flagged.push(
        ...results
          .filter(({ data }) => data.discovery_matches.length > 0)
          .map(({ table, column, data }) => `${table}.${column} ${data.discovery_matches[0]?.label ?? ''}`),
      );
    }
    expect(flagged.sort()).toEqual(['huge.body free_text', 'wide.c1599 ip_address', 'wide.c7 email']);
  });

  it('a table that is dropped between the list and the look is told by its names', async () => {
    const database = await target(
      'CREATE TABLE gone (id int, email text, c1 text); INSERT INTO gone VALUES (1)',
    );
    const session = await DATABASE_ADAPTERS.postgres!.open(database.settings, 'bad input');
    try {
      const [table] = await session.catalog.tables('public', null, 10);
      await database.query('DROP TABLE gone');
      const { rules } = compileColumnRules({ values: {} });
      const words = new DetectionWords({ firstNames: [], lastNames: [], cities: [], occupations: [] });
      const look = new TableLook(new ColumnDetector(rules, words, 0), session.catalog, 1000, null);
      const { matches, problem } = await look.look(table!);
      expect(matches.map((found) => found.map(({ label }) => label))).toEqual([[], ['email'], []]);
      expect(problem).toMatch(/^Its values could not be read: /);
    } finally {
      await session.close();
    }
  });

  it.each([
    ['(a(?=b))', /look-ahead.*character 3/],
    ['K-(\\d', /missing closing.*character 5/],
    ['(a+)+\\1', /escape.*character 6/],
  ])('refuses the pattern %s with its position', async (pattern, message) => {
    const { body } = await stage.admin
      .post('/api/schema-discovery/', {
        connection: stage.connection,
        in_data_discovery: { enabled: true, custom_rules: [{ name: 'x', pattern }] },
      })
      .expect(400);
    expect(JSON.stringify(body)).toMatch(message);
  });
});
