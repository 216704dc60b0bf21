/**
 * The catalog queries. Columns that younger servers added are read through `to_jsonb(row)`, which lacks them on older
 * ones instead of failing.
 */

/** $1 schema or null (then the search path decides), $2 table. Long names are compared as text: `name` cuts them. */
export const RESOLVE_IN_PATH = `
SELECT n.nspname, c.relname
FROM pg_catalog.pg_class c
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE c.relname = $2::name AND c.relname::text = $2::text
  AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
  AND (n.nspname::text = $1::text
    OR ($1::text IS NULL AND n.nspname = ANY (pg_catalog.current_schemas(false))))
ORDER BY array_position(pg_catalog.current_schemas(false), n.nspname)
LIMIT 1`;

/** $1 schema, $2 table. */
export const RELATION = `
SELECT c.oid, c.relkind,
  has_table_privilege(c.oid, 'SELECT') OR has_any_column_privilege(c.oid, 'SELECT'),
  has_table_privilege(c.oid, 'UPDATE') OR has_any_column_privilege(c.oid, 'UPDATE'),
  row_security_active(c.oid),
  EXISTS (SELECT 1 FROM pg_catalog.pg_inherits i WHERE i.inhparent = c.oid)
FROM pg_catalog.pg_class c
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname::text = $1::text AND c.relname::text = $2::text AND c.relkind IN ('r', 'p', 'v', 'm', 'f')`;

/** $1 table oid. Domains are followed to their base type; the modifier is the first one met on the way. */
export const COLUMNS = `
WITH RECURSIVE columns AS (
  SELECT a.attnum, a.attname, a.atttypid, a.atttypmod, a.attnotnull,
    coalesce(to_jsonb(a) ->> 'attgenerated', '') AS generated,
    coalesce(to_jsonb(a) ->> 'attidentity', '') AS identity
  FROM pg_catalog.pg_attribute a
  WHERE a.attrelid = $1::oid AND a.attnum > 0 AND NOT a.attisdropped
), family AS (
  SELECT $1::oid AS oid
  UNION
  SELECT i.inhrelid FROM family f JOIN pg_catalog.pg_inherits i ON i.inhparent = f.oid
), indexed AS (
  SELECT a.attname
  FROM family f
  JOIN pg_catalog.pg_index i ON i.indrelid = f.oid AND (i.indisunique OR i.indisexclusion)
  JOIN pg_catalog.pg_attribute a ON a.attrelid = f.oid AND a.attnum > 0
  WHERE a.attnum = ANY ((i.indkey::int[])[0:coalesce((to_jsonb(i) ->> 'indnkeyatts')::int, i.indnatts) - 1])
    OR (i.indexprs IS NOT NULL AND EXISTS (
      SELECT 1 FROM pg_catalog.pg_depend d
      WHERE d.classid = 'pg_class'::regclass AND d.objid = i.indexrelid
        AND d.refclassid = 'pg_class'::regclass AND d.refobjid = f.oid AND d.refobjsubid = a.attnum))
), bases AS (
  SELECT c.attnum, t.oid, t.typtype, t.typbasetype, t.typname, t.typnamespace,
    c.atttypmod AS modifier, t.typtypmod, t.typnotnull, 0 AS depth
  FROM columns c JOIN pg_catalog.pg_type t ON t.oid = c.atttypid
  UNION ALL
  SELECT b.attnum, t.oid, t.typtype, t.typbasetype, t.typname, t.typnamespace,
    CASE WHEN b.modifier >= 0 THEN b.modifier ELSE b.typtypmod END, t.typtypmod,
    b.typnotnull OR t.typnotnull, b.depth + 1
  FROM bases b JOIN pg_catalog.pg_type t ON t.oid = b.typbasetype
  WHERE b.typtype = 'd'
)
SELECT c.attname, pg_catalog.format_type(c.atttypid, c.atttypmod),
  b.typname, n.nspname = 'pg_catalog', b.modifier,
  NOT (c.attnotnull OR b.typnotnull),
  c.generated = '' AND c.identity <> 'a',
  c.generated <> '',
  EXISTS (
    SELECT 1 FROM pg_catalog.pg_constraint f
    WHERE f.contype = 'f'
      AND ((f.conrelid = $1::oid AND c.attnum = ANY (f.conkey))
        OR (f.confrelid = $1::oid AND c.attnum = ANY (f.confkey)))),
  c.attname IN (SELECT attname FROM indexed),
  has_column_privilege($1::oid, c.attnum, 'SELECT'),
  has_column_privilege($1::oid, c.attnum, 'UPDATE'),
  $1::oid || '.' || c.attnum
FROM columns c
JOIN bases b ON b.attnum = c.attnum AND b.typtype <> 'd'
JOIN pg_catalog.pg_namespace n ON n.oid = b.typnamespace
ORDER BY c.attnum`;

/** $1 table oid. Whole-table unique indexes over plain columns, primary first; included columns are left out. */
export const UNIQUE_KEYS = `
SELECT i.indisprimary, (
  SELECT json_agg(a.attname ORDER BY k.place)
  FROM unnest(i.indkey) WITH ORDINALITY AS k (attnum, place)
  JOIN pg_catalog.pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum
  WHERE k.place <= coalesce((to_jsonb(i) ->> 'indnkeyatts')::int, i.indnatts))
FROM pg_catalog.pg_index i
WHERE i.indrelid = $1::oid AND i.indisunique AND i.indisvalid AND i.indpred IS NULL AND i.indexprs IS NULL
ORDER BY i.indisprimary DESC, i.indnatts, i.indexrelid`;

const FAMILY = `
WITH RECURSIVE family AS (
  SELECT $1::oid AS oid
  UNION
  SELECT i.inhrelid FROM family f JOIN pg_catalog.pg_inherits i ON i.inhparent = f.oid
)`;

/** $1 table oid. An expression may look at any column. */
export const PARTITION_COLUMNS = `${FAMILY}
SELECT DISTINCT a.attname
FROM family f
JOIN pg_catalog.pg_partitioned_table p ON p.partrelid = f.oid
JOIN pg_catalog.pg_attribute a ON a.attrelid = f.oid AND a.attnum > 0 AND NOT a.attisdropped
WHERE a.attnum = ANY (p.partattrs::int[]) OR 0 = ANY (p.partattrs::int[])
ORDER BY 1`;

/** $1 schema, $2 table. */
export const WRITE_COUNTERS = `
WITH RECURSIVE family AS (
  SELECT c.oid FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname::text = $1::text AND c.relname::text = $2::text
  UNION
  SELECT i.inhrelid FROM family f JOIN pg_catalog.pg_inherits i ON i.inhparent = f.oid
)
SELECT current_setting('track_counts') = 'on',
  coalesce(sum(pg_catalog.pg_stat_get_tuples_inserted(oid)), 0),
  coalesce(sum(pg_catalog.pg_stat_get_tuples_updated(oid)), 0),
  coalesce(sum(pg_catalog.pg_stat_get_tuples_deleted(oid)), 0)
FROM family`;

/** $1 table oid. Triggers of its partitions count too; internal ones, disabled ones and replica ones do not. */
export const TRIGGERS = `${FAMILY}
SELECT DISTINCT t.tgname
FROM family f JOIN pg_catalog.pg_trigger t ON t.tgrelid = f.oid
WHERE NOT t.tgisinternal AND t.tgenabled IN ('O', 'A') AND t.tgtype & 16 <> 0
ORDER BY 1`;

/**
 * $1 table oid, $2 event: 2 UPDATE, 4 DELETE. Rules of its partitions do not count: a statement that names the table is
 * rewritten by its own only.
 */
export const RULES = `
SELECT r.rulename
FROM pg_catalog.pg_rewrite r
WHERE r.ev_class = $1::oid AND r.ev_type::text = $2::text AND r.ev_enabled IN ('O', 'A')
ORDER BY 1`;

/** $1 schema, $2 table. The right to delete goes with that to read: whoever deletes must see what is left. */
export const EMPTYING_RIGHTS = `
SELECT c.oid,
  has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'TRUNCATE'),
  has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'DELETE')
    AND has_any_column_privilege(c.oid, 'SELECT')
FROM pg_catalog.pg_class c
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname::text = $1::text AND c.relname::text = $2::text AND c.relkind IN ('r', 'p', 'f')`;

/**
 * $1 table oid. Foreign keys from outside the table and its parts to any of them; those that a partition has only from
 * its parent are left out. Columns of the referring side as JSON.
 */
export const REFERENCES = `${FAMILY}, found AS (
  SELECT f.oid, f.conname, f.conrelid, f.confdeltype, f.conkey, to_jsonb(f) ->> 'conparentid' AS parent
  FROM pg_catalog.pg_constraint f
  WHERE f.contype = 'f' AND f.confrelid IN (SELECT oid FROM family)
    AND f.conrelid NOT IN (SELECT oid FROM family)
)
SELECT f.conname, n.nspname, c.relname, f.confdeltype, (
  SELECT json_agg(a.attname ORDER BY array_position(f.conkey, a.attnum)) FROM pg_catalog.pg_attribute a
  WHERE a.attrelid = f.conrelid AND a.attnum = ANY (f.conkey))
FROM found f
JOIN pg_catalog.pg_class c ON c.oid = f.conrelid
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE NOT EXISTS (SELECT 1 FROM found p WHERE p.oid::text = f.parent)
ORDER BY n.nspname, c.relname, f.conname`;

/** $1 table oid. Rows by the statistics, scaled to today's size, and the bytes of parts that have no statistics. */
export const SIZES = `${FAMILY}, sizes AS (
  SELECT c.reltuples, c.relpages,
    CASE WHEN c.relkind IN ('r', 'm') THEN pg_catalog.pg_relation_size(c.oid) ELSE 0 END AS bytes
  FROM family f JOIN pg_catalog.pg_class c ON c.oid = f.oid
)
SELECT
  coalesce(round(sum(CASE
    WHEN relpages > 0 AND reltuples > 0
    THEN reltuples::numeric / relpages * (bytes / current_setting('block_size')::int)
    ELSE 0 END)), 0),
  coalesce(sum(CASE WHEN relpages > 0 AND reltuples > 0 THEN 0 ELSE bytes END), 0)
FROM sizes`;

/**
 * $1 schema, $2 table, $3 column names: how texts of these columns are bound. The type without its modifier, because
 * an explicit cast to `varchar(10)` would cut silently where an assignment fails; whether arrays of it can be unnested
 * into one column; its own comparison operators by B-tree strategy (null: those of a built-in type it coerces to); its
 * collation where it is not the type's own; its type's oid where that is plain text.
 */
export const BINDINGS = `
WITH RECURSIVE columns AS (
  SELECT a.attname, a.atttypid, a.attcollation, t.typarray, t.typdelim, t.typcollation
  FROM pg_catalog.pg_attribute a
  JOIN pg_catalog.pg_class c ON c.oid = a.attrelid
  JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
  WHERE n.nspname::text = $1::text AND c.relname::text = $2::text
    AND a.attnum > 0 AND NOT a.attisdropped AND a.attname::text = ANY ($3::text[])
), bases AS (
  SELECT c.attname, t.oid, t.typtype, t.typbasetype
  FROM columns c JOIN pg_catalog.pg_type t ON t.oid = c.atttypid
  UNION ALL
  SELECT b.attname, t.oid, t.typtype, t.typbasetype
  FROM bases b JOIN pg_catalog.pg_type t ON t.oid = b.typbasetype
  WHERE b.typtype = 'd'
)
SELECT c.attname, pg_catalog.format_type(c.atttypid, -1),
  c.typarray <> 0 AND c.typdelim = ',' AND b.typtype <> 'c',
  (
    SELECT json_object_agg(o.amopstrategy, quote_ident(n.nspname) || '.' || p.oprname)
    FROM pg_catalog.pg_opclass k
    JOIN pg_catalog.pg_am m ON m.oid = k.opcmethod AND m.amname = 'btree'
    JOIN pg_catalog.pg_amop o ON o.amopfamily = k.opcfamily
      AND o.amoplefttype = k.opcintype AND o.amoprighttype = k.opcintype
    JOIN pg_catalog.pg_operator p ON p.oid = o.amopopr
    JOIN pg_catalog.pg_namespace n ON n.oid = p.oprnamespace
    WHERE k.opcdefault AND k.opcintype = b.oid),
  l.collname, ln.nspname,
  CASE WHEN c.atttypid IN ('text'::regtype, 'varchar'::regtype, 'bpchar'::regtype,
    'int2'::regtype, 'int4'::regtype, 'int8'::regtype) THEN c.atttypid END
FROM columns c
JOIN bases b ON b.attname = c.attname AND b.typtype <> 'd'
LEFT JOIN pg_catalog.pg_collation l ON l.oid = c.attcollation AND c.attcollation <> c.typcollation
LEFT JOIN pg_catalog.pg_namespace ln ON ln.oid = l.collnamespace`;
