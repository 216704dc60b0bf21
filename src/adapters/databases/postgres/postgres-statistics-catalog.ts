/** May this user have table `c` analysed? Tables of others are passed over by the server, which only gives notice of it. */
const MAY_ANALYSE = `(pg_catalog.pg_has_role(c.relowner, 'USAGE') OR EXISTS (
    SELECT 1 FROM pg_catalog.pg_database d
    WHERE d.datname = pg_catalog.current_database() AND pg_catalog.pg_has_role(d.datdba, 'USAGE'))
  OR CASE WHEN pg_catalog.current_setting('server_version_num')::int >= 170000
    THEN pg_catalog.has_table_privilege(c.oid, 'MAINTAIN') ELSE false END)`;

/** $1 table: it and all that is below. */
const FAMILY = `
WITH RECURSIVE family AS (
  SELECT $1::text::regclass::oid AS oid
  UNION
  SELECT i.inhrelid FROM family f JOIN pg_catalog.pg_inherits i ON i.inhparent = f.oid
)`;

/**
 * $1 table: it, what is below and, of what is above, what was ever looked at: the table, its place and kind, whether this user
 * may have it analysed, the server, whether there are columns of which nothing more is to be kept, and a superuser.
 */
export const RELATIVES = `${FAMILY}, above AS (
  SELECT i.inhparent AS oid FROM pg_catalog.pg_inherits i WHERE i.inhrelid = $1::text::regclass
  UNION
  SELECT i.inhparent FROM above a JOIN pg_catalog.pg_inherits i ON i.inhrelid = a.oid
), relatives AS (
  SELECT oid, CASE WHEN oid = $1::text::regclass THEN 'own' ELSE 'below' END AS place FROM family
  UNION ALL
  SELECT oid, 'above' FROM above
)
SELECT n.nspname, c.relname, r.place, c.relkind, ${MAY_ANALYSE},
  pg_catalog.current_setting('server_version_num')::int,
  EXISTS (SELECT 1 FROM pg_catalog.pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND a.attstattarget = 0),
  pg_catalog.current_setting('is_superuser') = 'on'
FROM relatives r
JOIN pg_catalog.pg_class c USING (oid) JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE r.place <> 'above' OR c.reltuples <> -1`;

/**
 * What is kept and was not renewed, of tables of this family that the user may have analysed and of their indexes: about
 * tables without rows, and columns that the server was told to keep nothing more about. $2: about all of them.
 */
const STALE = `${FAMILY}, tables AS (
  SELECT c.oid AS table_oid, c.relkind = 'p' AS is_partitioned, c.reltuples = 0 AS is_empty
  FROM family JOIN pg_catalog.pg_class c USING (oid) WHERE ${MAY_ANALYSE}
), relations AS (
  SELECT t.table_oid AS oid, t.* FROM tables t
  UNION ALL
  SELECT i.indexrelid, t.* FROM tables t JOIN pg_catalog.pg_index i ON i.indrelid = t.table_oid WHERE i.indexprs IS NOT NULL
), stale AS (
  SELECT r.oid, n.nspname, x.relname, a.attname, a.attnum, s.inherited
  FROM relations r
  JOIN pg_catalog.pg_class x USING (oid) JOIN pg_catalog.pg_namespace n ON n.oid = x.relnamespace
  JOIN pg_catalog.pg_stats s ON s.schemaname = n.nspname AND s.tablename = x.relname
  JOIN pg_catalog.pg_attribute a ON a.attrelid = r.oid AND a.attname = s.attname
  WHERE $2::boolean OR a.attstattarget = 0 OR CASE WHEN s.inherited AND NOT r.is_partitioned
    THEN NOT EXISTS (SELECT 1 FROM tables t WHERE NOT t.is_empty) ELSE r.is_empty END
), extended AS (
  SELECT x.oid FROM tables t JOIN pg_catalog.pg_statistic_ext x ON x.stxrelid = t.table_oid WHERE $2::boolean OR t.is_empty
)`;

export const FORGET_BY_FUNCTION = `${STALE}
SELECT pg_catalog.pg_clear_attribute_stats(nspname::text, relname::text, attname::text, inherited) FROM stale`;

/** For superusers. */
export const FORGET_BY_DELETE = `${STALE}
DELETE FROM pg_catalog.pg_statistic k USING stale s
WHERE k.starelid = s.oid AND k.staattnum = s.attnum AND k.stainherit = s.inherited`;

/** For superusers: what is kept about several columns together. */
export const FORGET_EXTENDED = `${STALE}
DELETE FROM pg_catalog.pg_statistic_ext_data k USING extended e WHERE k.stxoid = e.oid`;

/** Is there something left about columns, and about several together? */
export const LEFT = `${STALE}
SELECT EXISTS (SELECT 1 FROM stale), EXISTS (
  SELECT 1 FROM extended e JOIN pg_catalog.pg_statistic_ext x USING (oid)
  JOIN pg_catalog.pg_namespace n ON n.oid = x.stxnamespace
  JOIN pg_catalog.pg_stats_ext s ON s.statistics_schemaname = n.nspname AND s.statistics_name = x.stxname)`;
