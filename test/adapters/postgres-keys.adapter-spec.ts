import type { DatabaseSession, KeyMap, KeyPlace } from '../../src/adapters/databases/index.js';
import { postgresAdapter } from '../../src/adapters/databases/postgres/postgres-adapter.js';
import { keyRewritingContract } from './contract/key-rewriting.contract.js';
import type { PostgresTarget } from './support/postgres-target.js';
import { createPostgresTarget } from './support/postgres-target.js';

describe('PostgreSQL adapter: keys', () => {
  let target: PostgresTarget;
  let session: DatabaseSession;

  beforeAll(async () => {
    target = await createPostgresTarget();
    session = await postgresAdapter.open(target.settings, 'keys');
  });

  afterAll(async () => {
    await session.close();
    await target.drop();
  });

  keyRewritingContract({ adapter: postgresAdapter, target: () => target });

  const place = async (table: string, ...columns: string[]): Promise<KeyPlace> => ({
    table: (await session.resolveTable(table))!,
    columns,
  });

  /** 1 becomes 2, the last becomes 1. */
  const rotate = (places: readonly KeyPlace[]): KeyMap => ({
    places,
    translator: (values) => (rows) =>
      rows.map((row) =>
        row.map((text) => (text ?? '').replace(/\d+/, (digits) => String((Number(digits) % values) + 1))),
      ),
  });

  /** Constraints, indexes and what is said of them, without object ids. */
  const catalog = (schema: string): Promise<unknown> =>
    target.sql(`
      SELECT c.relname, c.relkind, c.relreplident, c.reloptions, obj_description(c.oid), i.indisclustered,
        i.indisreplident, i.indisvalid, pg_get_indexdef(c.oid), t.tgname IS NOT NULL
      FROM pg_class c LEFT JOIN pg_index i ON i.indexrelid = c.oid
      LEFT JOIN pg_trigger t ON t.tgrelid = c.oid AND NOT t.tgisinternal
      WHERE c.relnamespace = '${schema}'::regnamespace AND c.relkind IN ('r', 'p', 'i', 'I')
      UNION ALL
      SELECT conname, contype, '-', NULL, obj_description(oid, 'pg_constraint'), condeferrable, condeferred,
        convalidated, conrelid::regclass::text || ' ' || pg_get_constraintdef(oid), false
      FROM pg_constraint WHERE connamespace = '${schema}'::regnamespace ORDER BY 1, 2, 9`);

  it('brings back every constraint and index as it was', async () => {
    await target.sql(`
      CREATE SCHEMA guarded; CREATE SCHEMA other;
      CREATE TABLE guarded.p (id int, code text NOT NULL, kind int, v int DEFAULT 0,
        CONSTRAINT "p ""key" PRIMARY KEY (id) INCLUDE (kind) WITH (fillfactor = 70),
        CONSTRAINT codes UNIQUE (code), CONSTRAINT late UNIQUE (code, kind) DEFERRABLE INITIALLY DEFERRED);
      CREATE UNIQUE INDEX lower_code ON guarded.p (lower(code)) WHERE kind > 0;
      CREATE UNIQUE INDEX ident ON guarded.p (id, code) WITH (fillfactor = 60);
      ALTER TABLE guarded.p REPLICA IDENTITY USING INDEX ident;
      CLUSTER guarded.p USING "p ""key";
      COMMENT ON CONSTRAINT "p ""key" ON guarded.p IS 'it''s the key';
      COMMENT ON INDEX guarded.ident IS 'identity';
      CREATE TABLE guarded.c (p int CONSTRAINT c_p REFERENCES guarded.p ON DELETE CASCADE ON UPDATE CASCADE
          DEFERRABLE, q int, code text CONSTRAINT c_code REFERENCES guarded.p (code) MATCH FULL);
      ALTER TABLE guarded.c ADD CONSTRAINT c_q FOREIGN KEY (q) REFERENCES guarded.p NOT VALID;
      COMMENT ON CONSTRAINT c_p ON guarded.c IS 'points up';
      INSERT INTO guarded.p SELECT n, 'Code' || n, n % 3 FROM generate_series(1, 50) n;
      INSERT INTO guarded.c SELECT n, n, 'Code' || n FROM generate_series(1, 50) n`);
    const before = await catalog('guarded');
    const ids = rotate([
      await place('guarded.p', 'id'),
      await place('guarded.c', 'p'),
      await place('guarded.c', 'q'),
    ]);
    const codes = rotate([await place('guarded.p', 'code'), await place('guarded.c', 'code')]);
    expect(await session.keys?.obstacles([...ids.places, ...codes.places])).toEqual([]);
    const done = await session.keys?.rewrite(null, { maps: [ids, codes], links: [] });
    expect(done?.tables.map(({ rowsWritten }) => rowsWritten)).toEqual([50, 50]);
    expect(await catalog('guarded')).toEqual(before);
    expect(
      await target.sql(
        `SELECT count(*) FROM guarded.c JOIN guarded.p ON id = p AND id = q AND p.code = c.code AND p.code = 'Code' || id`,
      ),
    ).toEqual([['50']]);
    expect(await target.sql("SELECT count(*) FROM pg_class WHERE relname LIKE 'vizard%'")).toEqual([['0']]);
  });

  it('rewrites tables that are published, partitioned or keyed in several types', async () => {
    await target.sql(`
      CREATE TABLE part (id int, day date, PRIMARY KEY (id, day)) PARTITION BY RANGE (day);
      CREATE TABLE part_1 PARTITION OF part FOR VALUES FROM ('2020-01-01') TO ('2020-07-01');
      CREATE TABLE part_2 PARTITION OF part FOR VALUES FROM ('2020-07-01') TO ('2021-01-01');
      INSERT INTO part SELECT n, date '2020-01-01' + n * 5 FROM generate_series(1, 60) n;
      CREATE TABLE part_child (id bigint, day date, by_text text, FOREIGN KEY (id, day) REFERENCES part);
      INSERT INTO part_child SELECT id, day, id FROM part;
      CREATE PUBLICATION everything FOR ALL TABLES`);
    const before = await catalog('public');
    const map = rotate([
      await place('part', 'id'),
      await place('part_child', 'id'),
      await place('part_child', 'by_text'),
    ]);
    expect(await session.keys?.obstacles(map.places)).toEqual([]);
    await session.keys?.rewrite(null, { maps: [map], links: [] });
    expect(await catalog('public')).toEqual(before);
    expect(
      await target.sql(`SELECT count(*), min(part.id), max(part.id) FROM part JOIN part_child USING (id, day)
        WHERE by_text = id::text AND id = (extract(doy FROM day)::int - 1) / 5 % 60 + 1`),
    ).toEqual([['60', '1', '60']]);
    await target.sql('DROP PUBLICATION everything');
  });

  it('lets deferred triggers fire before constraints come back', async () => {
    await target.sql(`
      CREATE TABLE watched (id int PRIMARY KEY, up int REFERENCES watched);
      CREATE TABLE seen (id int);
      CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS
        $$BEGIN INSERT INTO seen VALUES (NEW.id); RETURN NULL; END$$;
      CREATE CONSTRAINT TRIGGER see AFTER UPDATE ON watched DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION see();
      INSERT INTO watched VALUES (1, 1), (2, 1)`);
    const map = rotate([await place('watched', 'id'), await place('watched', 'up')]);
    await session.keys?.rewrite(null, { maps: [map], links: [] });
    expect(await target.sql('SELECT id FROM seen ORDER BY 1')).toEqual([['1'], ['2']]);
    expect(await target.sql('SELECT * FROM watched ORDER BY 1')).toEqual([
      ['1', '2'],
      ['2', '2'],
    ]);
  });

  it('moves sequences past the new values', async () => {
    await target.sql(`CREATE TABLE counted (id serial PRIMARY KEY, small smallint GENERATED BY DEFAULT AS IDENTITY);
      INSERT INTO counted SELECT FROM generate_series(1, 9)`);
    const map: KeyMap = {
      places: [await place('counted', 'id')],
      translator: () => (rows) => rows.map(([text]) => [`10${text}`]),
    };
    await session.keys?.rewrite(null, { maps: [map], links: [] });
    expect(await target.sql('INSERT INTO counted DEFAULT VALUES RETURNING id, small')).toEqual([
      ['110', '10'],
    ]);
  });

  it('names what stands in the way', async () => {
    await target.sql(`
      CREATE TABLE viewed (id int PRIMARY KEY, name text);
      CREATE VIEW by_key AS SELECT id, name, count(*) FROM viewed GROUP BY id;
      CREATE TABLE always (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY);
      CREATE TABLE base (id int PRIMARY KEY); CREATE TABLE heir (x int) INHERITS (base);
      CREATE TABLE ruled (id int PRIMARY KEY); CREATE RULE no AS ON UPDATE TO ruled DO INSTEAD NOTHING`);
    const obstacles = async (table: string, column = 'id'): Promise<string> =>
      (await session.keys?.obstacles([await place(table, column)]))?.join('; ') ?? '';
    expect(await obstacles('viewed')).toMatch(
      /the view "public"."by_key" relies on the constraint "viewed_pkey"/,
    );
    expect(await obstacles('by_key')).toMatch(/is not a table/);
    expect(await obstacles('always')).toMatch(/the database itself computes id of "public"."always"/);
    expect(await obstacles('base')).toMatch(/has tables that inherit from it/);
    expect(await obstacles('ruled')).toMatch(/has an UPDATE rule/);
    expect(await obstacles('part_1')).toMatch(/is a partition: name the partitioned table/);
    expect(await obstacles('part', 'day')).toMatch(/day of "public"."part" decides in which partition/);
  });
});
