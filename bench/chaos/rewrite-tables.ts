/** What is masked, and what refers to it. */
const TABLES = ['people', 'towns', 'letters', 'noticed'];
export const ROW_TABLES = [...TABLES, 'few', 'counted'];

export const TASKS = `  - type: mask_table
    table: people
    key: id
    hash_columns: [email]
    rules:
      - column: last_name
        skip: [null]
        masks: [{type: imitate}]
      - column: email
        masks: [{type: imitate}]
      - column: note
        on_overflow: truncate
        masks: [{type: concat, masks: [{type: from_fixed, value: '!'}, {type: do_nothing}]}]
`;

export const DROP_TABLES = `
  DROP PUBLICATION IF EXISTS told;
  DROP TABLE IF EXISTS ${TABLES.join(', ')} CASCADE;
  DROP FUNCTION IF EXISTS notice()`;

/** About everything that hangs on a table, on one that is masked; nobody but the run writes to any. */
export function createTables(rows: number): string {
  return `
    DO $$BEGIN CREATE ROLE clerk; EXCEPTION WHEN duplicate_object THEN NULL; END$$;
    CREATE TABLE towns (id int PRIMARY KEY, name text UNIQUE);
    INSERT INTO towns SELECT n, 'town ' || n FROM generate_series(1, 500) AS n;
    CREATE TABLE people (
      id int GENERATED ALWAYS AS IDENTITY (START 7 INCREMENT 3 CACHE 5) PRIMARY KEY,
      dropped int, town int NOT NULL CONSTRAINT of_town REFERENCES towns ON DELETE CASCADE,
      last_name varchar(40) COLLATE "C", email text DEFAULT 'nobody', note varchar(9), kind text NOT NULL,
      chief int, size int GENERATED ALWAYS AS (town * 2) STORED, born date CHECK (born > '1900-01-01'),
      CONSTRAINT known_kind CHECK (kind IN ('a', 'b', 'c'))
    ) WITH (fillfactor = 90, autovacuum_enabled = off);
    INSERT INTO people (town, last_name, email, note, kind, born)
      SELECT n % 500 + 1, CASE WHEN n % 11 > 0 THEN 'Læst' || n % 5000 END, 'person' || n % 5000 || '@example.com',
        'note ' || n % 10000, substr('abc', n % 3 + 1, 1), DATE '1950-01-01' + n % 20000
      FROM generate_series(1, ${rows}) AS n;
    UPDATE people SET chief = id / 3 - id / 3 % 3 + 1 WHERE id > 50;
    ALTER TABLE people DROP dropped, ADD CONSTRAINT of_chief FOREIGN KEY (chief) REFERENCES people
      DEFERRABLE INITIALLY DEFERRED, ADD CONSTRAINT one_kind UNIQUE (id, kind);
    CREATE INDEX by_name ON people (last_name, town);
    CREATE INDEX by_mail ON people (lower(email)) WHERE kind <> 'a';
    CREATE INDEX by_note ON people USING hash (note);
    CREATE INDEX by_born ON people USING brin (born) WITH (pages_per_range = 32);
    CREATE STATISTICS together (dependencies, ndistinct) ON town, kind FROM people;
    CREATE TABLE letters (id int PRIMARY KEY, writer int CONSTRAINT of_writer REFERENCES people ON DELETE SET NULL ON UPDATE CASCADE);
    INSERT INTO letters SELECT row_number() OVER (), id FROM people WHERE town % 4 = 0;
    CREATE TABLE noticed (id int GENERATED ALWAYS AS IDENTITY, what text);
    CREATE FUNCTION notice() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN INSERT INTO noticed (what) VALUES (TG_NAME || TG_OP); RETURN NEW; END';
    CREATE TRIGGER added BEFORE INSERT ON people FOR EACH ROW EXECUTE FUNCTION notice();
    CREATE TRIGGER emptied AFTER TRUNCATE ON people EXECUTE FUNCTION notice();
    CREATE TRIGGER removed AFTER DELETE ON people FOR EACH ROW EXECUTE FUNCTION notice();
    ALTER TABLE people ENABLE ALWAYS TRIGGER added, DISABLE TRIGGER removed,
      ALTER last_name SET STATISTICS 40, ALTER note SET STORAGE EXTERNAL, ALTER email SET (n_distinct = -0.5),
      ENABLE ROW LEVEL SECURITY, REPLICA IDENTITY USING INDEX one_kind, CLUSTER ON by_name;
    CREATE RULE nobody_added AS ON INSERT TO people WHERE NEW.kind = 'x' DO INSTEAD NOTHING;
    CREATE POLICY by_kind ON people FOR SELECT TO clerk USING (kind = 'a');
    GRANT SELECT ON people TO PUBLIC; GRANT UPDATE (note), INSERT (town) ON people TO clerk WITH GRANT OPTION;
    CREATE VIEW few AS SELECT id, last_name FROM people WHERE town < 3;
    CREATE MATERIALIZED VIEW counted AS SELECT town AS id, count(*) AS n FROM people GROUP BY town;
    COMMENT ON TABLE people IS 'those who are masked'; COMMENT ON COLUMN people.note IS 'of people';
    COMMENT ON INDEX by_name IS 'for lists'; COMMENT ON CONSTRAINT of_chief ON people IS 'who is whose chief';
    COMMENT ON CONSTRAINT of_writer ON letters IS 'who wrote'; COMMENT ON TRIGGER added ON people IS 'that fires';
    COMMENT ON STATISTICS together IS 'kinds of towns'; COMMENT ON POLICY by_kind ON people IS 'for clerks';
    CREATE PUBLICATION told FOR TABLE people (id, note, kind) WHERE (kind <> 'c'), letters;
    ANALYZE people, towns, letters`;
}

/** Lines by what they tell of; all of them are to be as they were. A table that is dropped and made again is another one. */
export const AROUND_TABLES: Readonly<Record<string, string>> = {
  relations: `SELECT concat_ws(' ', relname, CASE WHEN relkind = 'r' THEN oid END, relkind, relpersistence, relacl::text, relreplident, relrowsecurity, reloptions::text,
      relhasindex, relhasrules, relhastriggers, pg_get_userbyid(relowner)) AS line
    FROM pg_class WHERE relnamespace = 'public'::regnamespace`,
  columns: `SELECT concat_ws(' ', attrelid::regclass, attnum, attname, format_type(atttypid, atttypmod), attnotnull, attidentity,
      attgenerated, attstattarget, attstorage, attcollation, attacl::text, attoptions::text, pg_get_expr(adbin, adrelid)) AS line
    FROM pg_attribute JOIN pg_class c ON c.oid = attrelid LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE relnamespace = 'public'::regnamespace AND attnum > 0 AND relkind IN ('r', 'v', 'm')`,
  triggers: `SELECT concat_ws(' ', tgrelid::regclass, tgname, tgenabled, pg_get_triggerdef(oid)) AS line FROM pg_trigger
    WHERE NOT tgisinternal`,
  constraints: `SELECT concat_ws(' ', conrelid::regclass, conname, convalidated, pg_get_constraintdef(k.oid),
      (SELECT count(*) FROM pg_trigger WHERE tgconstraint = k.oid)) AS line
    FROM pg_constraint k WHERE connamespace = 'public'::regnamespace`,
  indexes: `SELECT concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid, indisready, indislive, indisreplident, indisclustered) AS line
    FROM pg_index JOIN pg_class c ON c.oid = indrelid WHERE relnamespace = 'public'::regnamespace`,
  rules: `SELECT concat_ws(' ', ev_class::regclass, rulename, ev_enabled, pg_get_ruledef(oid)) AS line FROM pg_rewrite
    WHERE ev_class IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)`,
  policies: `SELECT p::text AS line FROM pg_policies p`,
  'kinds of statistics': `SELECT pg_get_statisticsobjdef(oid) AS line FROM pg_statistic_ext`,
  sequences: `SELECT concat_ws(' ', s.sequencename, start_value, increment_by, cache_size, last_value) AS line FROM pg_sequences s`,
  publications: `SELECT concat_ws(' ', p::text, (SELECT pubtruncate FROM pg_publication WHERE pubname = p.pubname)) AS line
    FROM pg_publication_tables p`,
  comments: `SELECT concat_ws(' ', a.type, a.identity, d.description) AS line FROM pg_description d,
      pg_identify_object(d.classoid, d.objoid, d.objsubid) AS a
    WHERE a.identity LIKE '%people%' OR a.identity LIKE '%letters%' OR a.schema = 'public'`,
};
