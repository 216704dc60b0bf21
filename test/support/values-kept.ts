import type { Queryable } from './people.js';

/**
 * Where PostgreSQL keeps values that match `pattern` for its plans, of these tables and their indexes: columns, whether of
 * the rows below, and statistics over several columns.
 */
export async function valuesKept(
  database: Queryable,
  tables: readonly string[],
  pattern: string,
): Promise<readonly string[]> {
  const names = tables.map((table) => `'${table}'::regclass`).join(', ');
  const rows = await database.query<{ place: string; kept: string }>(`
    SELECT concat_ws(' ', s.tablename, s.attname, CASE WHEN s.inherited THEN 'below' END) AS place,
      concat_ws(' ', s.most_common_vals, s.histogram_bounds, s.most_common_elems) AS kept
    FROM pg_stats s JOIN pg_class c ON c.relname = s.tablename AND c.relnamespace = s.schemaname::regnamespace
    WHERE c.oid IN (${names}) OR c.oid IN (SELECT indexrelid FROM pg_index WHERE indrelid IN (${names}))
    UNION ALL
    SELECT concat_ws(' ', s.tablename, s.statistics_name), s.most_common_vals::text FROM pg_stats_ext s
    WHERE format('%I.%I', s.schemaname, s.tablename)::regclass IN (${names})`);
  return rows.flatMap(({ place, kept }) => (new RegExp(pattern, 'i').test(kept) ? [place] : [])).sort();
}
