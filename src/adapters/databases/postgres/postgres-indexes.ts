import { DatabaseError } from '../database-adapter.js';
import type { IndexChanges, IndexState, TableName } from '../database-adapter.js';
import type { PostgresClient } from './postgres-client.js';
import { quoteIdentifier, quoteTable } from './postgres-sql.js';

/**
 * $1 table, $2 masked columns, $3 key columns. Not those of partitions: what they belong to cannot be dropped alone. Nor
 * those that run what users wrote (functions, operators, checks of domains): that may refuse masked values, or another
 * session. The catalog notes no dependency on what is the server's own. Operators of extensions stand for themselves.
 */
const INDEXES = `
SELECT x.relname, pg_catalog.pg_get_indexdef(i.indexrelid), coalesce(s.spcname, ''),
  pg_catalog.obj_description(i.indexrelid, 'pg_class'),
  (SELECT json_agg(json_build_array(a.attnum, a.attstattarget) ORDER BY a.attnum)::text
   FROM pg_catalog.pg_attribute a WHERE a.attrelid = i.indexrelid AND a.attstattarget >= 0),
  (SELECT json_agg(DISTINCT a.attname)::text FROM pg_catalog.pg_depend d
   JOIN pg_catalog.pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
   WHERE d.classid = 'pg_class'::regclass AND d.objid = i.indexrelid AND d.refobjid = i.indrelid)
FROM pg_catalog.pg_index i
JOIN pg_catalog.pg_class x ON x.oid = i.indexrelid
JOIN pg_catalog.pg_class t ON t.oid = i.indrelid
LEFT JOIN pg_catalog.pg_tablespace s ON s.oid = x.reltablespace
WHERE i.indrelid = $1::regclass AND t.relkind = 'r' AND x.relkind = 'i'
  AND NOT (i.indisunique OR i.indisprimary OR i.indisexclusion OR i.indisreplident OR i.indisclustered)
  AND i.indisvalid AND i.indisready AND i.indislive
  AND pg_catalog.pg_has_role(t.relowner, 'USAGE')
  AND pg_catalog.has_schema_privilege(t.relnamespace, 'CREATE')
  AND (s.oid IS NULL OR pg_catalog.has_tablespace_privilege(s.oid, 'CREATE'))
  AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_inherits h WHERE h.inhrelid = i.indexrelid)
  AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_constraint k WHERE k.conindid = i.indexrelid)
  AND NOT EXISTS (
    SELECT 1 FROM pg_catalog.pg_depend d
    WHERE d.refclassid = 'pg_class'::regclass AND d.refobjid = i.indexrelid)
  AND NOT EXISTS (
    SELECT 1 FROM pg_catalog.pg_depend d
    WHERE d.classid = 'pg_class'::regclass AND d.objid = i.indexrelid AND d.deptype IN ('e', 'x', 'i'))
  AND NOT EXISTS (
    SELECT 1 FROM pg_catalog.pg_depend d
    WHERE d.classid = 'pg_class'::regclass AND d.objid = i.indexrelid AND (
      d.refclassid = 'pg_proc'::regclass
      OR d.refclassid = 'pg_type'::regclass AND EXISTS (
        SELECT 1 FROM pg_catalog.pg_type y WHERE y.oid = d.refobjid AND y.typtype = 'd')
      OR d.refclassid IN ('pg_operator'::regclass, 'pg_opclass'::regclass) AND NOT EXISTS (
        SELECT 1 FROM pg_catalog.pg_depend m
        WHERE m.classid = d.refclassid AND m.objid = d.refobjid AND m.deptype = 'e')))
  AND EXISTS (
    SELECT 1 FROM pg_catalog.pg_depend d
    JOIN pg_catalog.pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
    WHERE d.classid = 'pg_class'::regclass AND d.objid = i.indexrelid AND d.refobjid = i.indrelid
      AND a.attname::text = ANY ($2::text[]))
  AND NOT EXISTS (
    SELECT 1 FROM pg_catalog.pg_attribute a
    WHERE a.attrelid = i.indrelid AND a.attnum = i.indkey[0] AND a.attname::text = ANY ($3::text[]))
ORDER BY x.relname`;

/** Others may wait behind a run that waits for the table: not for long. */
const DROP_WAIT = "SET LOCAL lock_timeout = '5s'";

/** $1 schema, $2 table, $3 columns. What the catalog says: an error may be about something else that has gone. */
const HAS_COLUMNS = `
SELECT 1 FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname::text = $1::text AND c.relname::text = $2::text AND NOT EXISTS (
  SELECT 1 FROM unnest($3::text[]) AS needed (name) WHERE NOT EXISTS (
    SELECT 1 FROM pg_catalog.pg_attribute a
    WHERE a.attrelid = c.oid AND a.attname::text = needed.name AND NOT a.attisdropped))`;

export class PostgresIndexes implements IndexChanges {
  constructor(private readonly client: PostgresClient) {}

  readIndexes(
    table: TableName,
    columns: readonly string[],
    key: readonly string[],
  ): Promise<readonly IndexState[]> {
    return this.client.transaction(async () => {
      // definitions then name the schema of all that is not the server's own
      await this.client.execute('SET LOCAL search_path = pg_catalog');
      const { rows } = await this.client.query(INDEXES, [quoteTable(table), columns, key]);
      return rows.map(([name, definition, tablespace, comment, targets, needed]) => ({
        ...{ table, name: name ?? '', definition: definition ?? '', tablespace: tablespace ?? '' },
        comment: comment ?? null,
        statisticsTargets: JSON.parse(targets ?? '[]') as IndexState['statisticsTargets'],
        columns: JSON.parse(needed ?? '[]') as string[],
      }));
    });
  }

  dropIndexes(indexes: readonly IndexState[]): Promise<void> {
    return this.client.transaction(async () => {
      await this.client.execute(`${DROP_WAIT}; DROP INDEX ${indexes.map(quoteIndex).join(', ')}`);
    });
  }

  async putIndexBack(index: IndexState): Promise<void> {
    try {
      await this.client.transaction(() => this.build(index));
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.transient || (await this.hasColumns(index))) {
        throw error;
      }
    }
  }

  private async hasColumns({ table, columns = [] }: IndexState): Promise<boolean> {
    const { rows } = await this.client.query(HAS_COLUMNS, [table.schema, table.table, columns]);
    return rows.length > 0;
  }

  /** A worker that was lost may still be building it: the lock makes this one wait, and then find it. */
  private async build(index: IndexState): Promise<void> {
    const { client } = this;
    await client.execute(`LOCK TABLE ONLY ${quoteTable(index.table)} IN SHARE ROW EXCLUSIVE MODE`);
    const found = await client.query(
      `SELECT 1 FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class x ON x.oid = i.indexrelid
       WHERE i.indrelid = $1::regclass AND x.relname::text = $2::text`,
      [quoteTable(index.table), index.name],
    );
    if (found.rows.length > 0) {
      return;
    }
    await client.query("SELECT pg_catalog.set_config('default_tablespace', $1::text, true)", [
      index.tablespace,
    ]);
    await client.execute(index.definition);
    for (const [column, target] of index.statisticsTargets) {
      await client.execute(
        `ALTER INDEX ${quoteIndex(index)} ALTER COLUMN ${column} SET STATISTICS ${target}`,
      );
    }
    await this.lookAtExpressions(index);
    if (index.comment !== null) {
      // the server quotes the text: this kind of statement takes no parameters
      const { rows } = await client.query('SELECT pg_catalog.quote_literal($1::text)', [index.comment]);
      await client.execute(`COMMENT ON INDEX ${quoteIndex(index)} IS ${rows[0]?.[0] ?? 'NULL'}`);
    }
  }

  /** What the server knows about the values of expressions went with the index. */
  private async lookAtExpressions(index: IndexState): Promise<void> {
    const { rows } = await this.client.query(
      'SELECT indexprs IS NOT NULL FROM pg_catalog.pg_index WHERE indexrelid = $1::regclass',
      [quoteIndex(index)],
    );
    if (rows[0]?.[0] === 't') {
      await this.client.execute(`ANALYZE ${quoteTable(index.table)}`);
    }
  }
}

function quoteIndex({ table, name }: IndexState): string {
  return `${quoteIdentifier(table.schema)}.${quoteIdentifier(name)}`;
}
