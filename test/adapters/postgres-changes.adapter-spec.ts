import type { DatabaseSession, TableDescription } from '../../src/adapters/databases/index.js';
import { postgresAdapter } from '../../src/adapters/databases/postgres/postgres-adapter.js';
import { createPostgresTarget, type PostgresTarget } from './support/postgres-target.js';

describe('how PostgreSQL shows what others changed', () => {
  let target: PostgresTarget;
  let session: DatabaseSession;

  const describeTable = async (written: string): Promise<TableDescription> =>
    session.describeTable((await session.resolveTable(written))!);

  beforeAll(async () => {
    target = await createPostgresTarget();
    session = await postgresAdapter.open(target.settings, 'changes');
  });

  afterAll(async () => {
    await session.close();
    await target.drop();
  });

  it('counts the rows written to all parts of a table', async () => {
    await target.sql(`CREATE TABLE counted (id int, town text) PARTITION BY LIST (town);
      CREATE TABLE counted_here PARTITION OF counted FOR VALUES IN ('here');
      CREATE TABLE counted_there PARTITION OF counted FOR VALUES IN ('there')`);
    const { name } = await describeTable('counted');
    expect(await session.writeCounters(name)).toEqual({ inserted: 0, updated: 0, deleted: 0 });
    await target.sql(`INSERT INTO counted VALUES (1, 'here'), (2, 'here'), (3, 'there');
      UPDATE counted SET id = id + 10 WHERE town = 'here'; DELETE FROM counted WHERE town = 'there';
      SELECT pg_stat_force_next_flush()`);
    expect(await session.writeCounters(name)).toEqual({ inserted: 3, updated: 2, deleted: 1 });
  });

  it('says so where the server does not count', async () => {
    await target.sql('CREATE TABLE uncounted (id int)');
    const other = await postgresAdapter.open(target.settings, 'uncounted');
    await other.runStatement(null, 'SET track_counts = off');
    expect(await other.writeCounters((await describeTable('uncounted')).name)).toBeNull();
    await other.close();
  });

  it('tells a column from another that took its name, and from one of another table', async () => {
    await target.sql('CREATE TABLE renamed (id int, secret text, other text)');
    const ids = async (): Promise<Record<string, string>> =>
      Object.fromEntries((await describeTable('renamed')).columns.map(({ name, id }) => [name, id]));
    const before = await ids();
    await target.sql(
      'ALTER TABLE renamed RENAME secret TO former; ALTER TABLE renamed ADD secret text; ALTER TABLE renamed DROP other',
    );
    const after = await ids();
    expect(after.former).toBe(before.secret);
    expect(Object.values(before)).not.toContain(after.secret);
    await target.sql('DROP TABLE renamed; CREATE TABLE renamed (id int)');
    expect(Object.values({ ...before, ...after })).not.toContain((await ids()).id);
  });

  it('knows what decides in which partition a row lies, on every level', async () => {
    await target.sql(`CREATE TABLE levels (id int, town text, born date, note text) PARTITION BY LIST (town);
      CREATE TABLE levels_here PARTITION OF levels FOR VALUES IN ('here') PARTITION BY RANGE (born);
      CREATE TABLE by_expression (id int, note text) PARTITION BY LIST (lower(note));
      CREATE TABLE plain (id int)`);
    expect((await describeTable('levels')).partitionColumns).toEqual(['born', 'town']);
    expect((await describeTable('by_expression')).partitionColumns).toEqual(['id', 'note']);
    expect((await describeTable('plain')).partitionColumns).toEqual([]);
  });
});
