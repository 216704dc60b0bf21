import type { DatabaseSession, IndexChanges } from '../../src/adapters/databases/index.js';
import { postgresAdapter } from '../../src/adapters/databases/postgres/postgres-adapter.js';
import type { PostgresTarget } from './support/postgres-target.js';
import { createPostgresTarget } from './support/postgres-target.js';

const TABLE = { schema: 'o"dd.s', table: `t'a"b;é` };
const QUOTED = `"o""dd.s"."t'a""b;é"`;

describe('PostgreSQL adapter: indexes that are away for a while', () => {
  let target: PostgresTarget;
  let sessions: DatabaseSession[];

  beforeAll(async () => {
    target = await createPostgresTarget();
    await target.sql(`CREATE SCHEMA "o""dd.s"; SET search_path = "o""dd.s";
      CREATE TYPE mood AS ENUM ('low', 'high');
      CREATE TABLE known (name text);
      CREATE FUNCTION bare(text) RETURNS text IMMUTABLE LANGUAGE plpgsql AS
        'BEGIN PERFORM FROM known; RETURN btrim($1); END';
      CREATE DOMAIN trimmed AS text CHECK (bare(VALUE) = VALUE);
      CREATE OPERATOR CLASS ours FOR TYPE text USING hash AS OPERATOR 1 =, FUNCTION 1 hashtext(text);
      CREATE EXTENSION IF NOT EXISTS citext;
      CREATE TABLE ${QUOTED} (id int PRIMARY KEY, "na""me" text, m mood, other int, UNIQUE (other, "na""me"));
      CREATE INDEX "i;1""" ON ${QUOTED} (btrim("na""me"), m) WHERE m = 'low';
      CREATE INDEX i2 ON ${QUOTED} USING hash ("na""me");
      CREATE INDEX i3 ON ${QUOTED} USING brin (other) WHERE "na""me" <> '';
      CREATE INDEX runs ON ${QUOTED} (bare("na""me"), m);
      CREATE INDEX runs_where ON ${QUOTED} (m) WHERE bare("na""me") <> '';
      CREATE INDEX runs_check ON ${QUOTED} ((("na""me")::trimmed));
      CREATE INDEX runs_class ON ${QUOTED} USING hash ("na""me" ours);
      CREATE INDEX i4 ON ${QUOTED} (("na""me"::citext) citext_pattern_ops);
      CREATE INDEX clustered ON ${QUOTED} ("na""me"); ALTER TABLE ${QUOTED} CLUSTER ON clustered;
      CREATE INDEX others ON ${QUOTED} (other)`);
    sessions = await Promise.all([1, 2].map((n) => postgresAdapter.open(target.settings, `indexes ${n}`)));
  });

  afterAll(async () => {
    await Promise.all(sessions.map((session) => session.close()));
    await target.drop();
  });

  const changes = (place: number): IndexChanges => sessions[place]!.changes!.indexes!;
  const definitions = (): Promise<unknown> =>
    target.sql(`SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid = '${QUOTED.replaceAll("'", "''")}'::regclass
      ORDER BY 1`);

  it('are those that hold a masked column anywhere, and that nothing rests on', async () => {
    const found = await changes(0).readIndexes(TABLE, ['na"me'], ['id']);
    expect(found.map(({ name }) => name)).toEqual(['i2', 'i3', 'i4', 'i;1"']);
    expect(await changes(0).readIndexes(TABLE, ['na"me'], ['id', 'na"me'])).toHaveLength(3);
    expect(await changes(0).readIndexes(TABLE, ['m'], ['id'])).toHaveLength(1);
  });

  it('are built once, whoever else is about to, and only where they are missing', async () => {
    const before = await definitions();
    const found = await changes(0).readIndexes(TABLE, ['na"me'], ['id']);
    await changes(0).dropIndexes(found);
    expect(await definitions()).toHaveLength(8);
    for (const index of found) {
      await Promise.all([changes(0).putIndexBack(index), changes(1).putIndexBack(index)]);
    }
    expect(await definitions()).toEqual(before);
  });

  it('are as they should be where their column is gone, and a name that is taken is said', async () => {
    const [index] = await changes(0).readIndexes(TABLE, ['na"me'], ['id']);
    await target.sql('CREATE TABLE "o""dd.s".elsewhere (a int)');
    await expect(
      changes(0).putIndexBack({
        ...index!,
        name: 'elsewhere',
        definition: index!.definition.replace('i2', 'elsewhere'),
      }),
    ).rejects.toMatchObject({ engineCode: '42P07' });
    const before = await definitions();
    await changes(0).putIndexBack({
      ...index!,
      name: 'new',
      definition: `CREATE INDEX new ON ${QUOTED} (gone)`,
      columns: ['gone'],
    });
    await changes(0).putIndexBack({ ...index!, table: { schema: 'gone', table: 'gone' } });
    expect(await definitions()).toEqual(before);
  });

  it('are not taken for gone where something else is', async () => {
    const [index] = await changes(0).readIndexes(TABLE, ['na"me'], ['id']);
    const definition = `CREATE INDEX new ON ${QUOTED} ("o""dd.s".bare("na""me"))`;
    await target.sql(`INSERT INTO ${QUOTED} VALUES (1, 'Ada')`);
    await expect(changes(0).putIndexBack({ ...index!, name: 'new', definition })).rejects.toMatchObject({
      engineCode: '42P01',
    });
  });
});
