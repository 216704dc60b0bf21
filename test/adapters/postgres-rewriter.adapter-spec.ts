import { randomBytes } from 'node:crypto';
import type {
  DatabaseSession,
  PartitionClaim,
  PartitionCursor,
  RewriteWork,
  TableScan,
} from '../../src/adapters/databases/index.js';
import { postgresAdapter } from '../../src/adapters/databases/postgres/postgres-adapter.js';
import { catalogSnapshot } from './support/catalog-snapshot.js';
import type { PostgresTarget } from './support/postgres-target.js';
import { createPostgresTarget } from './support/postgres-target.js';
import { claimOf, scanOf } from './support/walk.js';

const PROGRESS = { name: 'rw_progress' };
/** Roles belong to the whole server. */
const ROLE = `rw_role_${randomBytes(5).toString('hex')}`;

describe('PostgreSQL adapter: tables written anew', () => {
  let target: PostgresTarget;
  let session: DatabaseSession;

  beforeAll(async () => {
    target = await createPostgresTarget();
    await target.sql(`CREATE ROLE ${ROLE} LOGIN PASSWORD 'a secret'`);
    session = await postgresAdapter.open(target.settings, 'rewriter');
    await session.createProgressTable(PROGRESS);
  });

  afterAll(async () => {
    await session.close();
    await target.sql(`DROP OWNED BY ${ROLE} CASCADE; DROP ROLE ${ROLE}`);
    await target.drop();
  });

  const sql = (text: string): ReturnType<PostgresTarget['sql']> => target.sql(text);

  async function scan(
    table: string,
    key: readonly string[],
    others: readonly string[],
    where: string | null = null,
  ): Promise<TableScan> {
    return scanOf(await session.describeTable((await session.resolveTable(table))!), key, others, where);
  }

  /** Appends to the columns behind the key; every third row of a page is skipped. */
  function work(from: TableScan, changes: Partial<RewriteWork> = {}): RewriteWork {
    const { keyCount, readColumns } = from;
    return {
      writeColumns: readColumns.slice(keyCount),
      pageRows: () => 7,
      mask: (page) => {
        const rows = page.filter((_, place) => place % 3 !== 2);
        const texts = readColumns
          .slice(keyCount)
          .map((_, place) => rows.map((row) => row[keyCount + place]?.concat('!') ?? null));
        return Promise.resolve([rows.map((row) => row.at(-1) ?? null), ...texts]);
      },
      ...changes,
    };
  }

  const rewrite = (
    from: TableScan,
    changes: Partial<RewriteWork> = {},
    claim: PartitionClaim | null = null,
  ): Promise<PartitionCursor | null> => session.rewriter!.rewrite(claim, from, work(from, changes));

  it('keeps every object that hangs on the table, and every byte that is not masked', async () => {
    await sql(EVERYTHING);
    const before = await catalogSnapshot(sql, 'everything');
    const untouched = `SELECT (to_jsonb(t) - '{name,note,upper_name}'::text[])::text, pg_column_compression(packed),
      pg_column_size(packed) FROM everything.people t ORDER BY id`;
    const rows = await sql(untouched);
    const people = await scan('everything.people', ['id'], ['name', 'note']);
    expect(await session.rewriter!.describe(people.table)).toEqual({
      refusals: [],
      locks: [
        { schema: 'everything', table: 'towns' },
        { schema: 'everything', table: 'visits' },
      ],
      silentTriggers: ['on_update'],
    });
    expect(await rewrite(people)).toMatchObject({ rowsRead: 200, rowsWritten: 143 });
    expect(await sql(untouched)).toEqual(rows);
    expect(await catalogSnapshot(sql, 'everything')).toEqual(before);
    expect(
      await sql(`SELECT count(*) FILTER (WHERE name LIKE 'name%!' AND note LIKE '%!' AND upper_name = upper(name)),
        count(*) FILTER (WHERE name NOT LIKE '%!'), (SELECT count(*) FROM everything.log), (SELECT count(*) FROM everything.shown)
        FROM everything.people`),
    ).toEqual([['143', '57', '0', '200']]);
    expect(await sql(`SELECT everything.visitor(v) FROM everything.visits v WHERE id = 1`)).toEqual([
      ['name1!'],
    ]);
    expect(
      await sql(
        `INSERT INTO everything.people (name, town) VALUES ('next', 1); SELECT max(id) FROM everything.people`,
      ),
    ).toEqual([['201']]);
    await expect(sql('DELETE FROM everything.towns')).rejects.toThrow('people_town');
  });

  it('writes partitions anew, with the keys that lead to them, and lets rows move', async () => {
    await sql(`
      CREATE SCHEMA parts;
      CREATE TABLE parts.events (id int, kind text, name text, PRIMARY KEY (id, kind)) PARTITION BY LIST (kind);
      CREATE TABLE parts.events_a PARTITION OF parts.events FOR VALUES IN ('a');
      CREATE TABLE parts.events_b (kind text NOT NULL, gone int, name text, id int NOT NULL);
      ALTER TABLE parts.events_b DROP COLUMN gone;
      ALTER TABLE parts.events ATTACH PARTITION parts.events_b FOR VALUES IN ('b');
      CREATE TABLE parts.rest PARTITION OF parts.events DEFAULT;
      CREATE TABLE parts.links (event int, kind text, CONSTRAINT link FOREIGN KEY (event, kind) REFERENCES parts.events)
        PARTITION BY LIST (kind);
      CREATE TABLE parts.links_a PARTITION OF parts.links FOR VALUES IN ('a');
      INSERT INTO parts.events SELECT n, chr(97 + n % 3), 'n' || n FROM generate_series(1, 60) n;
      INSERT INTO parts.links SELECT id, kind FROM parts.events WHERE kind = 'a'`);
    const before = await catalogSnapshot(sql, 'parts');
    const events = await scan(
      'parts.events',
      ['id'],
      ['name'],
      `parts.events.kind <> 'b' AND id < (SELECT max(id) FROM parts.events)`,
    );
    expect(await rewrite(events)).toMatchObject({ rowsRead: 39, rowsWritten: 28 });
    expect(await catalogSnapshot(sql, 'parts')).toEqual(before);
    expect(
      await sql(
        `SELECT kind, count(*), count(*) FILTER (WHERE name LIKE '%!') FROM parts.events GROUP BY 1 ORDER BY 1`,
      ),
    ).toEqual([
      ['a', '20', expect.any(String)],
      ['b', '20', '0'],
      ['c', '20', expect.any(String)],
    ]);
    const kinds = await scan('parts.events', ['id'], ['kind'], `kind = 'c'`);
    expect(await rewrite(kinds)).toMatchObject({ rowsRead: 20, rowsWritten: 14 });
    expect(await sql(`SELECT count(*) FROM parts.rest WHERE kind = 'c!'`)).toEqual([['14']]);
    const leaf = await session.rewriter!.describe((await scan('parts.events_a', ['id'], ['name'])).table);
    expect(leaf.refusals.join('\n')).toMatch(/"link.*" belongs to a partitioned table above/);
  });

  it('is done once, all or nothing, whatever happens under way', async () => {
    await sql(`
      CREATE SCHEMA once; CREATE TABLE once.t (id int PRIMARY KEY, name varchar(8) UNIQUE);
      CREATE TABLE once.c (t int REFERENCES once.t);
      INSERT INTO once.t SELECT n, 'n' || n FROM generate_series(1, 40) n; INSERT INTO once.c SELECT 1`);
    const before = [await catalogSnapshot(sql, 'once'), await sql('SELECT * FROM once.t')];
    const now = async (): Promise<unknown> => [
      await catalogSnapshot(sql, 'once'),
      await sql('SELECT * FROM once.t'),
    ];
    const table = await scan('once.t', ['id'], ['name']);
    const giving = (text: string): Partial<RewriteWork> => ({
      mask: (page) => Promise.resolve([page.map((row) => row.at(-1) ?? null), page.map(() => text)]),
    });
    let pages = 0;
    const stops = {
      mask: (...given: Parameters<RewriteWork['mask']>) =>
        (pages += 1) > 3 ? Promise.resolve(null) : work(table).mask(...given),
    };
    expect(await rewrite(table, stops)).toBeNull();
    await expect(rewrite(table, giving('far too long'))).rejects.toMatchObject({
      code: 'value_too_long',
      message: expect.stringContaining('"name"'),
    });
    await expect(rewrite(table, giving('same'))).rejects.toMatchObject({
      engineCode: '23505',
      message: expect.stringContaining('t_name_key'),
    });
    const lost = claimOf(PROGRESS.name, 7);
    await session.claimPartition(lost);
    await session.claimPartition(claimOf(PROGRESS.name, 7));
    await expect(rewrite(table, {}, lost)).rejects.toMatchObject({ code: 'claim_lost' });
    const broken = { mask: () => Promise.reject(new Error('broken')) };
    await expect(rewrite(table, broken)).rejects.toThrow('broken');
    expect(await now()).toEqual(before);
    const claim = claimOf(PROGRESS.name, 8);
    await session.claimPartition(claim);
    const end = await rewrite(table, {}, claim);
    expect(await session.claimPartition(claimOf(PROGRESS.name, 8))).toEqual(end);
    expect(await sql(`SELECT count(*) FROM pg_class WHERE relname LIKE 'vizard%'`)).toEqual([['0']]);
  });

  it('lets nobody look or write in between, and waits no longer for others than it should', async () => {
    await sql(`CREATE TABLE public.busy AS SELECT n AS id, 'x' AS name FROM generate_series(1, 20) n`);
    const busy = await scan('public.busy', ['id'], ['name']);
    let met: Promise<unknown> = Promise.resolve();
    await rewrite(busy, {
      mask: (page) => {
        met = sql(`SET lock_timeout = '50ms'; SELECT count(*) FROM busy`).catch((error: unknown) => error);
        return met.then(() => work(busy).mask(page));
      },
    });
    expect(await met).toMatchObject({ message: expect.stringContaining('lock timeout') });
    const hasty = await postgresAdapter.open(target.settings, 'hasty', { lockWaitMs: 50 });
    await sql(`BEGIN; LOCK TABLE busy IN ACCESS SHARE MODE`);
    await expect(hasty.rewriter!.rewrite(null, busy, work(busy))).rejects.toMatchObject({
      code: 'lock_timeout',
      transient: true,
    });
    await sql('ROLLBACK');
    await hasty.close();
  });

  it('is done by the owner of the tables, whom nothing else is granted', async () => {
    await sql(`
      CREATE SCHEMA owned AUTHORIZATION ${ROLE}; SET ROLE ${ROLE};
      CREATE TABLE owned.t (id int PRIMARY KEY, name text); CREATE TABLE owned.c (t int REFERENCES owned.t);
      INSERT INTO owned.t SELECT n, 'n' || n FROM generate_series(1, 30) n; INSERT INTO owned.c SELECT 1;
      RESET ROLE; CREATE TABLE public.foreign_one (t int)`);
    const owner = await postgresAdapter.open(
      { ...target.settings, user: ROLE, password: 'a secret' },
      'owner',
    );
    try {
      const table = await scan('owned.t', ['id'], ['name']);
      expect((await owner.rewriter!.describe(table.table)).refusals).toEqual([]);
      expect(await owner.rewriter!.rewrite(null, table, work(table))).toMatchObject({ rowsRead: 30 });
      await sql('ALTER TABLE public.foreign_one ADD CONSTRAINT away FOREIGN KEY (t) REFERENCES owned.t');
      expect((await owner.rewriter!.describe(table.table)).refusals).toEqual([
        expect.stringContaining('"away" leads to or from a table that the database user does not own'),
      ]);
    } finally {
      await owner.close();
    }
  });

  it('says why a table cannot be written anew', async () => {
    await sql(`
      CREATE SCHEMA refused; CREATE TABLE refused.parent (id int PRIMARY KEY, name text);
      CREATE TABLE refused.child () INHERITS (refused.parent);
      CREATE TABLE refused.sent (id int PRIMARY KEY, name text);
      CREATE TABLE refused.loose (id int CONSTRAINT unchecked REFERENCES refused.sent);
      ALTER TABLE refused.loose DISABLE TRIGGER ALL;
      CREATE PUBLICATION partial FOR TABLE refused.sent WITH (publish = 'insert, update')`);
    const said = async (table: string): Promise<string> =>
      (await session.rewriter!.describe((await session.resolveTable(table))!)).refusals.join('\n');
    expect(await said('refused.parent')).toContain('inherit from it');
    expect(await said('refused.child')).toBe('');
    expect(await said('refused.sent')).toMatch(/publication "partial".*\n.*"unchecked" is not checked/s);
    const sent = await scan('refused.sent', ['id'], ['name']);
    await expect(rewrite(sent)).rejects.toMatchObject({ code: 'not_rewritable' });
  });

  it('leaves a table as it is where a policy hides rows, which would be lost', async () => {
    await sql(`
      CREATE SCHEMA hidden; GRANT ALL ON SCHEMA hidden TO ${ROLE};
      CREATE TABLE hidden.rows (id int PRIMARY KEY, name text);
      INSERT INTO hidden.rows VALUES (1, 'a'), (2, 'b');
      ALTER TABLE hidden.rows ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
      CREATE POLICY only_one ON hidden.rows USING (id = 1);
      ALTER TABLE hidden.rows OWNER TO ${ROLE}`);
    const settings = { ...target.settings, user: ROLE, password: 'a secret' };
    const owner = await postgresAdapter.open(settings, 'owner');
    const rows = await scan('hidden.rows', ['id'], ['name']);
    const written = owner.rewriter!.rewrite(null, rows, work(rows)).catch((error: unknown) => error);
    expect(await written).toMatchObject({ code: 'not_rewritable' });
    await owner.close();
    expect(await sql('SELECT count(*) FROM hidden.rows')).toEqual([['2']]);
  });
});

/** A table with one of each kind of thing that can hang on a table. */
const EVERYTHING = `
  CREATE SCHEMA everything; SET search_path = everything;
  CREATE TYPE mood AS ENUM ('good', 'bad');
  CREATE DOMAIN short AS varchar(40) NOT NULL CHECK (length(VALUE) > 1);
  CREATE TABLE log (what text);
  CREATE FUNCTION note_it() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO everything.log VALUES (TG_NAME); RETURN NEW; END $$;
  CREATE TABLE towns (id int PRIMARY KEY, name text);
  CREATE TABLE people (
    id int GENERATED ALWAYS AS IDENTITY (START 1 INCREMENT 1 CACHE 1),
    dropped int,
    name short DEFAULT 'nobody',
    note text COLLATE "C",
    upper_name text GENERATED ALWAYS AS (upper(name)) STORED NOT NULL,
    number serial,
    town int NOT NULL,
    boss int,
    feeling mood DEFAULT 'good',
    packed text,
    raw bytea,
    exact numeric(30, 12),
    real_one double precision,
    at timestamptz,
    tags text[],
    data jsonb,
    CONSTRAINT people_pkey PRIMARY KEY (id) INCLUDE (number) WITH (fillfactor = 80),
    CONSTRAINT numbers UNIQUE (number) DEFERRABLE INITIALLY DEFERRED,
    CONSTRAINT named CHECK (name <> ''),
    CONSTRAINT apart EXCLUDE USING gist (int4range(number, number, '[]') WITH &&),
    CONSTRAINT people_town FOREIGN KEY (town) REFERENCES towns ON DELETE RESTRICT,
    CONSTRAINT people_boss FOREIGN KEY (boss) REFERENCES people ON DELETE SET NULL (boss) DEFERRABLE INITIALLY DEFERRED
  ) WITH (fillfactor = 90, autovacuum_enabled = off);
  ALTER TABLE people DROP COLUMN dropped;
  ALTER TABLE people ALTER packed SET STORAGE EXTERNAL, ALTER raw SET STORAGE MAIN, ALTER note SET STATISTICS 300,
    ALTER note SET (n_distinct = 100), ALTER name SET COMPRESSION pglz;
  ALTER TABLE people ADD CONSTRAINT later CHECK (length(note) < 9000) NOT VALID;
  CREATE INDEX by_name ON people (lower(name) text_pattern_ops DESC NULLS LAST) INCLUDE (feeling) WHERE name <> 'x';
  CREATE UNIQUE INDEX ident ON people (id, number);
  CREATE INDEX tagged ON people USING gin (tags);
  ALTER INDEX by_name ALTER COLUMN 1 SET STATISTICS 50;
  ALTER TABLE people REPLICA IDENTITY USING INDEX ident; ALTER TABLE people CLUSTER ON people_pkey;
  CREATE STATISTICS together (ndistinct, dependencies) ON name, town FROM people;
  CREATE TABLE visits (id int PRIMARY KEY, person int CONSTRAINT visit_of REFERENCES people ON DELETE CASCADE ON UPDATE CASCADE
    DEFERRABLE, other int);
  ALTER TABLE visits ADD CONSTRAINT visit_old FOREIGN KEY (other) REFERENCES people NOT VALID;
  CREATE VIEW shown AS SELECT id, name, note FROM people WHERE note IS NOT NULL;
  CREATE MATERIALIZED VIEW kept AS SELECT count(*) FROM people;
  CREATE FUNCTION visitor(visits) RETURNS text LANGUAGE sql STABLE AS 'SELECT name FROM everything.people WHERE id = $1.person';
  CREATE FUNCTION takes_row(people) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT $1.id';
  CREATE TABLE of_rows (one people);
  CREATE TRIGGER on_insert BEFORE INSERT ON people FOR EACH ROW EXECUTE FUNCTION note_it();
  CREATE TRIGGER on_update AFTER UPDATE OF name ON people FOR EACH ROW EXECUTE FUNCTION note_it();
  CREATE TRIGGER on_truncate AFTER TRUNCATE ON people EXECUTE FUNCTION note_it();
  CREATE TRIGGER in_replica AFTER INSERT ON people FOR EACH ROW EXECUTE FUNCTION note_it();
  CREATE TRIGGER is_off AFTER INSERT ON people FOR EACH ROW EXECUTE FUNCTION note_it();
  CREATE CONSTRAINT TRIGGER at_end AFTER INSERT ON people DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_it();
  ALTER TABLE people ENABLE ALWAYS TRIGGER on_insert, ENABLE REPLICA TRIGGER in_replica, DISABLE TRIGGER is_off;
  CREATE RULE twice AS ON INSERT TO people DO ALSO INSERT INTO everything.log VALUES ('rule');
  CREATE RULE forbidden AS ON INSERT TO people WHERE NEW.number < 0 DO INSTEAD NOTHING;
  ALTER TABLE people DISABLE RULE twice, DISABLE RULE forbidden;
  INSERT INTO towns SELECT n, 'town' || n FROM generate_series(1, 5) n;
  ALTER TABLE people DISABLE TRIGGER USER;
  INSERT INTO people (name, note, town, boss, packed, raw, exact, real_one, at, tags, data)
    SELECT 'name' || n, CASE WHEN n % 9 = 0 THEN NULL ELSE 'note' || n END, 1 + n % 5, NULL,
      repeat(md5(n::text), 200), decode(md5(n::text), 'hex'), n / 7.0, 'NaN', '-infinity', ARRAY['a"b', NULL, n::text],
      '{"a": 1.0}'::jsonb FROM generate_series(1, 200) n;
  UPDATE people SET boss = 1 + id % 7, note = coalesce(note, 'none');
  SET CONSTRAINTS ALL IMMEDIATE;
  ALTER TABLE people ENABLE ALWAYS TRIGGER on_insert, ENABLE TRIGGER on_update, ENABLE TRIGGER on_truncate,
    ENABLE REPLICA TRIGGER in_replica, ENABLE TRIGGER at_end;
  ALTER TABLE people ENABLE ALWAYS RULE forbidden, ENABLE RULE twice;
  INSERT INTO visits SELECT n, n, NULL FROM generate_series(1, 50) n;
  ALTER TABLE people ENABLE ROW LEVEL SECURITY;
  CREATE POLICY own_town ON people FOR SELECT USING (town = 1) ;
  GRANT USAGE ON SCHEMA everything TO ${ROLE};
  GRANT SELECT, INSERT (name) ON people TO ${ROLE} WITH GRANT OPTION;
  GRANT UPDATE (note) ON people TO PUBLIC;
  CREATE PUBLICATION everything_goes FOR TABLE people WHERE (id > 0);
  COMMENT ON TABLE people IS 'all of them'; COMMENT ON COLUMN people.name IS 'what''s in a name';
  COMMENT ON CONSTRAINT visit_of ON visits IS 'it''s \\ kept'; COMMENT ON INDEX by_name IS 'fast';
  COMMENT ON CONSTRAINT named ON people IS 'not empty';
  ANALYZE people;
  RESET search_path`;
