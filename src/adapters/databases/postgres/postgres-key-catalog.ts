/**
 * Catalog queries about columns whose values are keys. `$1` is a JSON list of `{schema, table, column}`; the columns of
 * partitions count with those of their parents.
 */
const PLACES = `
WITH RECURSIVE named AS (
  SELECT c.oid AS relid, p.column_name
  FROM json_to_recordset($1::json) AS p ("schema" text, "table" text, "column_name" text)
  JOIN pg_catalog.pg_namespace n ON n.nspname::text = p."schema"
  JOIN pg_catalog.pg_class c ON c.relnamespace = n.oid AND c.relname::text = p."table"
    AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
), family AS (
  SELECT relid, column_name FROM named
  UNION
  SELECT i.inhrelid, f.column_name FROM family f JOIN pg_catalog.pg_inherits i ON i.inhparent = f.relid
), places AS (
  SELECT f.relid, a.attnum, a.attname
  FROM family f JOIN pg_catalog.pg_attribute a ON a.attrelid = f.relid AND a.attname::text = f.column_name
), members AS (SELECT DISTINCT relid FROM places)`;

/** $1 schema, $2 table. Those that a partition has only from its parent are left out. */
export const REFERENCES_BOTH_WAYS = `
WITH self AS (
  SELECT c.oid FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname::text = $1::text AND c.relname::text = $2::text
)
SELECT f.conname, fn.nspname, fc.relname, tn.nspname, tc.relname, (
    SELECT json_agg(a.attname ORDER BY k.place)
    FROM unnest(f.conkey) WITH ORDINALITY AS k (attnum, place)
    JOIN pg_catalog.pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = k.attnum), (
    SELECT json_agg(a.attname ORDER BY k.place)
    FROM unnest(f.confkey) WITH ORDINALITY AS k (attnum, place)
    JOIN pg_catalog.pg_attribute a ON a.attrelid = f.confrelid AND a.attnum = k.attnum)
FROM pg_catalog.pg_constraint f
JOIN pg_catalog.pg_class fc ON fc.oid = f.conrelid
JOIN pg_catalog.pg_namespace fn ON fn.oid = fc.relnamespace
JOIN pg_catalog.pg_class tc ON tc.oid = f.confrelid
JOIN pg_catalog.pg_namespace tn ON tn.oid = tc.relnamespace
WHERE f.contype = 'f' AND coalesce(to_jsonb(f) ->> 'conparentid', '0') = '0'
  AND (f.conrelid IN (SELECT oid FROM self) OR f.confrelid IN (SELECT oid FROM self))
ORDER BY fn.nspname, fc.relname, f.conname`;

/** What stands in the way, by the table: one JSON object each, of the shape `TableFacts`. */
export const TABLE_FACTS = `${PLACES}
SELECT json_build_object('schema', n.nspname, 'table', c.relname, 'kind', c.relkind,
  'isPart', coalesce((to_jsonb(c) ->> 'relispartition')::boolean, false) AND c.oid IN (SELECT relid FROM named),
  'isParent', c.relkind = 'r' AND EXISTS (SELECT 1 FROM pg_catalog.pg_inherits i WHERE i.inhparent = c.oid),
  'owns', pg_catalog.pg_has_role(c.relowner, 'USAGE'),
  'creates', has_schema_privilege(n.oid, 'CREATE'),
  'hides', row_security_active(c.oid),
  'rules', (SELECT string_agg(quote_ident(r.rulename), ', ' ORDER BY r.rulename) FROM pg_catalog.pg_rewrite r
    WHERE r.ev_class = c.oid AND r.ev_type = '2' AND r.ev_enabled IN ('O', 'A') AND c.relkind IN ('r', 'p')),
  'computed', (SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum)
    FROM places p JOIN pg_catalog.pg_attribute a ON a.attrelid = p.relid AND a.attnum = p.attnum
    WHERE p.relid = c.oid AND (coalesce(to_jsonb(a) ->> 'attgenerated', '') <> ''
      OR coalesce(to_jsonb(a) ->> 'attidentity', '') = 'a')),
  'deciding', (SELECT string_agg(DISTINCT quote_ident(p.attname), ', ')
    FROM places p JOIN pg_catalog.pg_partitioned_table t ON t.partrelid = p.relid
    WHERE p.relid = c.oid AND (p.attnum = ANY (t.partattrs::int[]) OR 0 = ANY (t.partattrs::int[]))),
  'makesTemporary', has_database_privilege(pg_catalog.current_database(), 'TEMP'))
FROM members m
JOIN pg_catalog.pg_class c ON c.oid = m.relid
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
ORDER BY n.nspname, c.relname`;

/** Indexes that keep values of the places different, those that hang on a parent's index left out. */
const GUARDS = `${PLACES}, guards AS (
  SELECT DISTINCT i.indexrelid, i.indrelid, i.indisclustered
  FROM places p JOIN pg_catalog.pg_index i ON i.indrelid = p.relid AND (i.indisunique OR i.indisexclusion)
  WHERE NOT EXISTS (SELECT 1 FROM pg_catalog.pg_inherits h WHERE h.inhrelid = i.indexrelid)
    AND (p.attnum = ANY (i.indkey::int[]) OR EXISTS (
      SELECT 1 FROM pg_catalog.pg_depend d
      WHERE d.classid = 'pg_class'::regclass AND d.objid = i.indexrelid
        AND d.refclassid = 'pg_class'::regclass AND d.refobjid = p.relid AND d.refobjsubid = p.attnum))
), constraints AS (
  SELECT k.oid, k.conname, k.conindid FROM pg_catalog.pg_constraint k
  JOIN guards g ON g.indexrelid = k.conindid AND k.conrelid = g.indrelid AND k.contype IN ('p', 'u', 'x')
), refs AS (
  SELECT DISTINCT f.oid FROM pg_catalog.pg_constraint f
  JOIN places p ON (p.relid = f.conrelid AND p.attnum = ANY (f.conkey))
    OR (p.relid = f.confrelid AND p.attnum = ANY (f.confkey))
  WHERE f.contype = 'f' AND coalesce(to_jsonb(f) ->> 'conparentid', '0') = '0'
)`;

/** Views whose GROUP BY relies on a primary key depend on it, and would have to go with it. */
export const DEPENDENT_VIEWS = `${GUARDS}
SELECT DISTINCT n.nspname, c.relname, k.conname
FROM constraints k
JOIN pg_catalog.pg_depend d ON d.refclassid = 'pg_constraint'::regclass AND d.refobjid = k.oid
  AND d.classid = 'pg_rewrite'::regclass
JOIN pg_catalog.pg_rewrite r ON r.oid = d.objid
JOIN pg_catalog.pg_class c ON c.oid = r.ev_class
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
ORDER BY 1, 2`;

/** Foreign keys over the places, or to them: owner's name, name, definition, remark. */
export const FOREIGN_KEYS = `${GUARDS}
SELECT n.nspname, c.relname, f.conname, pg_catalog.pg_get_constraintdef(f.oid),
  pg_catalog.obj_description(f.oid, 'pg_constraint')
FROM refs JOIN pg_catalog.pg_constraint f ON f.oid = refs.oid
JOIN pg_catalog.pg_class c ON c.oid = f.conrelid
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
ORDER BY n.nspname, c.relname, f.conname`;

/** JSON objects of the shape `UniqueIndex`. The definition on a partitioned table must reach its partitions again. */
export const UNIQUE_GUARDS = `${GUARDS}
SELECT json_build_object('schema', n.nspname, 'table', c.relname, 'indexSchema', xn.nspname,
  'index', x.relname, 'constraint', k.conname, 'definition', CASE WHEN k.oid IS NOT NULL THEN pg_catalog.pg_get_constraintdef(k.oid)
    ELSE replace(pg_catalog.pg_get_indexdef(g.indexrelid), 'INDEX ' || quote_ident(x.relname) || ' ON ONLY ',
      'INDEX ' || quote_ident(x.relname) || ' ON ') END,
  'options', array_to_string(x.reloptions, ', '), 'tablespace', s.spcname, 'clustered', g.indisclustered,
  'remark', pg_catalog.obj_description(g.indexrelid, 'pg_class'),
  'constraintRemark', pg_catalog.obj_description(k.oid, 'pg_constraint'))
FROM guards g
JOIN pg_catalog.pg_class c ON c.oid = g.indrelid
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
JOIN pg_catalog.pg_class x ON x.oid = g.indexrelid
JOIN pg_catalog.pg_namespace xn ON xn.oid = x.relnamespace
LEFT JOIN constraints k ON k.conindid = g.indexrelid
LEFT JOIN pg_catalog.pg_tablespace s ON s.oid = x.reltablespace
ORDER BY n.nspname, c.relname, x.relname`;

/**
 * Tables that are replicated by a key which goes away for a moment: an UPDATE would be refused meanwhile. Only those
 * whose way to identify rows is an index.
 */
export const REPLICATED = `${PLACES}
SELECT n.nspname, c.relname, c.relreplident, x.relname
FROM members m
JOIN pg_catalog.pg_class c ON c.oid = m.relid AND c.relkind = 'r' AND c.relreplident IN ('d', 'i')
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
LEFT JOIN pg_catalog.pg_index i ON i.indrelid = c.oid AND i.indisreplident
LEFT JOIN pg_catalog.pg_class x ON x.oid = i.indexrelid
WHERE c.relreplident = 'i' OR EXISTS (
  SELECT 1 FROM pg_catalog.pg_publication_tables t
  WHERE t.schemaname = n.nspname AND t.tablename = c.relname)
  OR EXISTS (SELECT 1 FROM pg_catalog.pg_publication p WHERE p.puballtables)
ORDER BY n.nspname, c.relname`;

/** Sequences behind the columns: owned by them, or asked by their default. */
export const SEQUENCES = `${PLACES}
SELECT DISTINCT n.nspname, c.relname, p.attname, sn.nspname, s.relname
FROM places p
JOIN named o ON o.relid = p.relid
JOIN pg_catalog.pg_class c ON c.oid = p.relid
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
JOIN pg_catalog.pg_depend d ON (d.classid = 'pg_class'::regclass AND d.refclassid = 'pg_class'::regclass
    AND d.refobjid = p.relid AND d.refobjsubid = p.attnum AND d.deptype IN ('a', 'i'))
  OR (d.classid = 'pg_attrdef'::regclass AND d.refclassid = 'pg_class'::regclass AND d.objid IN (
    SELECT f.oid FROM pg_catalog.pg_attrdef f WHERE f.adrelid = p.relid AND f.adnum = p.attnum))
JOIN pg_catalog.pg_class s ON s.relkind = 'S'
  AND s.oid = CASE WHEN d.classid = 'pg_class'::regclass THEN d.objid ELSE d.refobjid END
JOIN pg_catalog.pg_namespace sn ON sn.oid = s.relnamespace
JOIN pg_catalog.pg_attribute a ON a.attrelid = p.relid AND a.attnum = p.attnum
  AND a.atttypid IN ('smallint'::regtype, 'integer'::regtype, 'bigint'::regtype, 'numeric'::regtype)`;
