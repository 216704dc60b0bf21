const FAMILY = `
WITH RECURSIVE family AS (
  SELECT c.oid FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname::text = $1::text AND c.relname::text = $2::text AND c.relkind IN ('r', 'p')
  UNION
  SELECT i.inhrelid FROM family f JOIN pg_catalog.pg_inherits i ON i.inhparent = f.oid
)`;

/** Foreign keys from or to any of the family. */
const KEYS = `${FAMILY}, keys AS (
  SELECT k.*, coalesce(to_jsonb(k) ->> 'conparentid', '0') AS parent
  FROM pg_catalog.pg_constraint k
  WHERE k.contype = 'f' AND (k.conrelid IN (SELECT oid FROM family) OR k.confrelid IN (SELECT oid FROM family))
)`;

/** $1 schema, $2 table: the server, the table, and what this user may. */
export const REWRITE_FACTS = `${FAMILY}, root AS (
  SELECT c.* FROM family f JOIN pg_catalog.pg_class c USING (oid) JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname::text = $1::text AND c.relname::text = $2::text
)
SELECT current_setting('server_version_num')::int,
  pg_catalog.has_database_privilege(pg_catalog.current_database(), 'TEMPORARY'),
  r.relkind = 'r' AND EXISTS (SELECT 1 FROM pg_catalog.pg_inherits i WHERE i.inhparent = r.oid),
  EXISTS (SELECT 1 FROM family f JOIN pg_catalog.pg_class c USING (oid) WHERE c.relkind = 'f'),
  NOT (SELECT bool_and(pg_catalog.pg_has_role(c.relowner, 'USAGE')) FROM family f JOIN pg_catalog.pg_class c USING (oid)),
  pg_catalog.row_security_active(r.oid)
FROM root r`;

/** $1 schema, $2 table: each foreign key with its two tables, and what stands against taking it away for a while. */
export const REWRITE_KEYS = `${KEYS}
SELECT k.conname, n.nspname, c.relname, pn.nspname, p.relname,
  k.parent <> '0',
  NOT (pg_catalog.pg_has_role(c.relowner, 'USAGE') AND pg_catalog.pg_has_role(p.relowner, 'USAGE')),
  EXISTS (SELECT 1 FROM pg_catalog.pg_trigger t WHERE t.tgconstraint = k.oid AND t.tgenabled <> 'O'),
  EXISTS (SELECT 1 FROM pg_catalog.pg_depend d
    WHERE d.classid = 'pg_catalog.pg_constraint'::regclass AND d.objid = k.oid AND d.deptype = 'e'),
  pg_catalog.pg_get_constraintdef(k.oid), pg_catalog.obj_description(k.oid, 'pg_constraint')
FROM keys k
JOIN pg_catalog.pg_class c ON c.oid = k.conrelid JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
JOIN pg_catalog.pg_class p ON p.oid = k.confrelid JOIN pg_catalog.pg_namespace pn ON pn.oid = p.relnamespace
WHERE k.parent = '0' OR k.parent NOT IN (SELECT oid::text FROM keys)
ORDER BY k.oid`;

/** $1 schema, $2 table: everything about the foreign keys that can be seen, those of partitions too, as one text. */
export const KEYS_SEEN = `${KEYS}
SELECT coalesce(json_agg(json_build_array(
  k.conname, k.conrelid, k.confrelid, pg_catalog.pg_get_constraintdef(k.oid), k.convalidated, k.conislocal, k.coninhcount,
  pg_catalog.obj_description(k.oid, 'pg_constraint'),
  (SELECT p.conname FROM pg_catalog.pg_constraint p WHERE p.oid::text = k.parent),
  (SELECT count(*) FROM pg_catalog.pg_trigger t WHERE t.tgconstraint = k.oid)
) ORDER BY k.conrelid, k.conname, k.confrelid), '[]')::text
FROM keys k`;

/** $1 schema, $2 table: publications that would pass on the new rows but not that the old ones are gone. */
export const PUBLICATIONS = `${FAMILY}
SELECT DISTINCT p.pubname
FROM family f
JOIN pg_catalog.pg_class c USING (oid) JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
JOIN pg_catalog.pg_publication_tables t ON t.schemaname = n.nspname AND t.tablename = c.relname
JOIN pg_catalog.pg_publication p ON p.pubname = t.pubname
WHERE p.pubinsert AND NOT p.pubtruncate
ORDER BY 1`;

/** $1 schema, $2 table: triggers that would fire, and rules that would change, what is about to be written. */
export const WRITE_HOOKS = `${FAMILY}
SELECT 'TRIGGER', n.nspname, c.relname, t.tgname, t.tgenabled
FROM family f
JOIN pg_catalog.pg_class c USING (oid) JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
JOIN pg_catalog.pg_trigger t ON t.tgrelid = c.oid
WHERE NOT t.tgisinternal AND t.tgenabled <> 'D' AND t.tgtype & (4 | 32) <> 0
UNION ALL
SELECT 'RULE', n.nspname, c.relname, r.rulename, r.ev_enabled
FROM family f
JOIN pg_catalog.pg_class c USING (oid) JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
JOIN pg_catalog.pg_rewrite r ON r.ev_class = c.oid
WHERE r.ev_type = '3' AND r.ev_enabled <> 'D'
ORDER BY 1, 2, 3, 4`;

/** $1 schema, $2 table: columns in their order, whether they are computed, how long values are kept, and by what they are packed. */
export const STORED_COLUMNS = `
SELECT a.attname, a.attgenerated <> '', a.attstorage, t.typstorage, a.attcompression
FROM pg_catalog.pg_attribute a
JOIN pg_catalog.pg_class c ON c.oid = a.attrelid JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
WHERE n.nspname::text = $1::text AND c.relname::text = $2::text AND a.attnum > 0 AND NOT a.attisdropped
ORDER BY a.attnum`;
