import type { DatabaseSession, TableName } from '../../src/adapters/databases/index.js';
import { postgresAdapter } from '../../src/adapters/databases/postgres/postgres-adapter.js';
import type { PostgresTarget } from './support/postgres-target.js';
import { createPostgresTarget } from './support/postgres-target.js';

describe('PostgreSQL: emptying tables, and what stands in its way', () => {
  let target: PostgresTarget;
  let session: DatabaseSession;
  const named = (table: string): TableName => ({ schema: 'public', table });

  beforeAll(async () => {
    target = await createPostgresTarget();
    session = await postgresAdapter.open(target.settings, 'emptying');
  });

  afterAll(async () => {
    await session.close();
    await target.drop();
  });

  it.each([
    ['CASCADE', true],
    ['SET NULL', true],
    ['SET DEFAULT', true],
    ['RESTRICT', false],
    ['NO ACTION', false],
  ])('ON DELETE %s changes rows of others: %s', async (action, changesRows) => {
    const [parent, child] = ['parent', 'child'].map(
      (kind) => `${kind}_${action.toLowerCase().replace(' ', '_')}`,
    );
    await target.sql(`CREATE TABLE ${parent} (id int PRIMARY KEY, up int REFERENCES ${parent});
      CREATE TABLE ${child} (id int PRIMARY KEY, p int CONSTRAINT ${child}_fk REFERENCES ${parent} ON DELETE ${action});
      INSERT INTO ${parent} VALUES (1), (2); INSERT INTO ${child} VALUES (1, NULL)`);
    const reference = {
      constraint: `${child}_fk`,
      from: named(child!),
      changesRows,
      action: `ON DELETE ${action}`,
    };
    expect(await session.describeEmptying(named(parent!))).toEqual({
      canTruncate: true,
      canDelete: true,
      deleteRules: [],
      references: [{ ...reference, isUsed: false }],
    });
    await target.sql(`INSERT INTO ${child} VALUES (2, 1)`);
    expect((await session.describeEmptying(named(parent!))).references).toEqual([
      { ...reference, isUsed: true },
    ]);
    await expect(session.truncateTable(null, named(parent!))).rejects.toMatchObject({
      code: changesRows ? 'would_cascade' : 'constraint_violation',
    });
    expect(await target.sql(`SELECT p FROM ${child} ORDER BY id`)).toEqual([[null], ['1']]);
    await target.sql(`DELETE FROM ${child} WHERE id = 2`);
    expect(await session.truncateTable(null, named(parent!))).toBe('delete');
  });

  it('names a reference to or from a partitioned table once', async () => {
    await target.sql(`CREATE TABLE whole (id int PRIMARY KEY) PARTITION BY RANGE (id);
      CREATE TABLE part PARTITION OF whole FOR VALUES FROM (0) TO (10);
      CREATE TABLE users (id int, w int REFERENCES whole ON DELETE CASCADE) PARTITION BY RANGE (id);
      CREATE TABLE users_part PARTITION OF users FOR VALUES FROM (0) TO (10);
      CREATE TABLE inner_user (id int REFERENCES part)`);
    const from = async (table: string): Promise<string[]> =>
      (await session.describeEmptying(named(table))).references.map((reference) => reference.from.table);
    expect(await from('whole')).toEqual(['inner_user', 'users']);
    expect(await from('part')).toEqual(expect.arrayContaining(['inner_user', 'users']));
  });

  it('reports rows that a rule or a trigger keeps from DELETE', async () => {
    await target.sql(`CREATE TABLE holder (id int PRIMARY KEY); CREATE TABLE pointer (id int REFERENCES holder);
      INSERT INTO holder VALUES (1); CREATE RULE keep AS ON DELETE TO holder DO INSTEAD NOTHING`);
    expect((await session.describeEmptying(named('holder'))).deleteRules).toEqual(['keep']);
    await expect(session.truncateTable(null, named('holder'))).rejects.toMatchObject({ code: 'not_emptied' });
  });

  it('knows UPDATE rules and rights by the column', async () => {
    const role = `adapter_columns_${process.pid}`;
    await target.sql(`CREATE TABLE ruled (id int PRIMARY KEY, a text, b text);
      CREATE RULE swallow AS ON UPDATE TO ruled DO INSTEAD NOTHING;
      CREATE RULE asleep AS ON UPDATE TO ruled DO ALSO NOTHING; ALTER TABLE ruled DISABLE RULE asleep;
      CREATE ROLE ${role} LOGIN PASSWORD 'a secret';
      GRANT SELECT (id, a), UPDATE (b) ON ruled TO ${role}`);
    const other = await postgresAdapter.open(
      { ...target.settings, user: role, password: 'a secret' },
      'limited',
    );
    try {
      const { updateRules, columns } = await other.describeTable(named('ruled'));
      expect(updateRules).toEqual(['swallow']);
      expect(columns.map(({ name, canSelect, canUpdate }) => [name, canSelect, canUpdate])).toEqual([
        ['id', true, false],
        ['a', true, false],
        ['b', false, true],
      ]);
      expect(await other.describeEmptying(named('ruled'))).toMatchObject({
        canTruncate: false,
        canDelete: false,
      });
    } finally {
      await other.close();
      await target.sql(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    }
  });

  it('waits for locks as long as it is told', async () => {
    await target.sql('CREATE TABLE held (id int PRIMARY KEY)');
    await target.sql('BEGIN; LOCK TABLE held');
    const waiting = await postgresAdapter.open(target.settings, 'waiting', { lockWaitMs: 100 });
    try {
      await expect(waiting.countRows(named('held'), null)).rejects.toMatchObject({ code: 'lock_timeout' });
    } finally {
      await target.sql('ROLLBACK');
      await waiting.close();
    }
  });

  it('refuses to end its own transaction', async () => {
    await target.sql('CREATE TABLE marks (id int)');
    for (const end of ['COMMIT', 'ROLLBACK', 'SAVEPOINT a', "PREPARE TRANSACTION 'x'"]) {
      await expect(session.runStatement(null, `INSERT INTO marks VALUES (1); ${end}`)).rejects.toMatchObject({
        code: 'bad_statement',
      });
    }
    expect(await target.sql('SELECT * FROM marks')).toEqual([]);
  });
});
