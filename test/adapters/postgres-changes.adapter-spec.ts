import type { DatabaseSession, TableDescription } from '../../src/adapters/databases/index.js';
import { postgresAdapter } from '../../src/adapters/databases/postgres/postgres-adapter.js';
import { createPostgresTarget, type PostgresTarget } from './support/postgres-target.js';
import { batchOf, claimOf, scanOf } from './support/walk.js';

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

  it('keeps with the batch what triggers made of it, and keeps nothing of one that is undone', async () => {
    await target.sql(`CREATE TABLE seen (id int PRIMARY KEY, name text, note text);
      INSERT INTO seen VALUES (1, 'Ann', 'a'), (2, 'Bob', 'b');
      CREATE FUNCTION upper_name() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.name := upper(NEW.name); RETURN NEW; END';
      CREATE TRIGGER up BEFORE UPDATE ON seen FOR EACH ROW EXECUTE FUNCTION upper_name()`);
    const progress = { name: 'seen_progress' };
    await session.createProgressTable(progress);
    const claim = claimOf(progress.name, 1);
    await session.claimPartition(claim);
    const scan = scanOf(await describeTable('seen'), ['id'], ['name', 'note']);
    const rows = await session.readPage(scan, { after: null, upTo: null }, 9);
    const batch = batchOf(scan, rows, (text) => `${text ?? ''}x`);
    const counts = { changed: 2, skipped: 0, unchanged: 0, truncated: 0 };
    const reached = (altered: readonly number[]): typeof batch.cursor => ({
      ...batch.cursor,
      columnCounts: altered.map((values, place) => ({ column: `c${place}`, ...counts, altered: values })),
    });
    const before = [1, 2].map((place) => rows.map((row) => row[place] ?? null));
    const written = await session.writeBatch(claim, { ...batch, readBack: { before, counted: reached } });
    expect(written).toEqual(reached([2, 0]));
    const kept = { ...claim, token: 'next' };
    expect(await session.claimPartition(kept)).toEqual(written);
    await target.sql(`CREATE OR REPLACE FUNCTION upper_name() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN NEW.name := upper(NEW.name); NEW.note := OLD.note; RETURN NEW; END'`);
    const again = {
      ...batch,
      readBack: {
        before: [
          ['ANNX', 'BOBX'],
          ['ax', 'bx'],
        ],
        counted: reached,
      },
    };
    const back = { ...again, columns: [again.columns[0]!, ['q', 'r'], ['s', 't']] };
    await expect(session.writeBatch(kept, back)).rejects.toMatchObject({ code: 'value_put_back' });
    expect(await session.claimPartition({ ...claim, token: 'third' })).toEqual(written);
  });
});
