import type { RowText } from '../../../src/engine/index.js';

/** What the server keeps for itself of a relation's storage: it changes with every VACUUM. */
const STORAGE_FACTS = `'{relfilenode,relpages,reltuples,relallvisible,relallfrozen,relfrozenxid,relminmxid}'::text[]`;

/**
 * Everything the catalog says of a schema, as texts: whole rows with their object ids, so that an object that was dropped
 * and made again shows. Foreign keys alone are told by what they are, as they and their triggers get new ids.
 */
export function catalogSnapshot(
  sql: (text: string) => Promise<readonly RowText[]>,
  schema: string,
): Promise<readonly RowText[]> {
  const named = (column: string): string => `(${column}::regclass)::text`;
  const classes = `SELECT oid FROM pg_class WHERE relnamespace = '${schema}'::regnamespace`;
  return sql(`
    WITH own AS (${classes})
    SELECT 'relation', (to_jsonb(c) - ${STORAGE_FACTS})::text FROM pg_class c WHERE oid IN (SELECT oid FROM own)
    UNION ALL SELECT 'column', to_jsonb(a)::text FROM pg_attribute a WHERE attrelid IN (SELECT oid FROM own)
    UNION ALL SELECT 'default', to_jsonb(d)::text FROM pg_attrdef d WHERE adrelid IN (SELECT oid FROM own)
    UNION ALL SELECT 'index', to_jsonb(i)::text FROM pg_index i WHERE indexrelid IN (SELECT oid FROM own)
    UNION ALL SELECT 'inheritance', to_jsonb(i)::text FROM pg_inherits i WHERE inhrelid IN (SELECT oid FROM own)
    UNION ALL SELECT 'partitioned', to_jsonb(p)::text FROM pg_partitioned_table p WHERE partrelid IN (SELECT oid FROM own)
    UNION ALL SELECT 'policy', to_jsonb(p)::text FROM pg_policy p WHERE polrelid IN (SELECT oid FROM own)
    UNION ALL SELECT 'rule', to_jsonb(r)::text FROM pg_rewrite r WHERE ev_class IN (SELECT oid FROM own)
    UNION ALL SELECT 'statistics', to_jsonb(s)::text FROM pg_statistic_ext s WHERE stxrelid IN (SELECT oid FROM own)
    UNION ALL SELECT 'publication', to_jsonb(p)::text FROM pg_publication_rel p WHERE prrelid IN (SELECT oid FROM own)
    UNION ALL SELECT 'sequence', to_jsonb(s)::text || pg_sequence_last_value(seqrelid)
      FROM pg_sequence s WHERE seqrelid IN (SELECT oid FROM own)
    UNION ALL SELECT 'comment', to_jsonb(d)::text FROM pg_description d
      WHERE objoid IN (SELECT oid FROM own) AND classoid = 'pg_class'::regclass
    UNION ALL SELECT 'trigger', to_jsonb(t)::text FROM pg_trigger t
      WHERE tgrelid IN (SELECT oid FROM own) AND (NOT tgisinternal OR tgconstraint = 0)
    UNION ALL SELECT 'key trigger', ${named('tgrelid')} || json_build_array(tgfoid, tgtype, tgenabled, tgdeferrable, tginitdeferred)
      FROM pg_trigger WHERE tgrelid IN (SELECT oid FROM own) AND tgconstraint <> 0
    UNION ALL SELECT 'constraint', to_jsonb(k)::text || coalesce(obj_description(oid, 'pg_constraint'), '')
      FROM pg_constraint k WHERE contype <> 'f' AND connamespace = '${schema}'::regnamespace
    UNION ALL SELECT 'foreign key', (to_jsonb(k) - '{oid,conparentid}'::text[])::text
        || coalesce((SELECT conname FROM pg_constraint p WHERE p.oid = k.conparentid), '')
        || coalesce(obj_description(oid, 'pg_constraint'), '')
      FROM pg_constraint k WHERE contype = 'f' AND connamespace = '${schema}'::regnamespace
    ORDER BY 1, 2`);
}
