import { DatabaseError } from '../database-adapter.js';
import type { BuildOrder, BuiltTable, PartitionClaim, TargetColumn } from '../database-adapter.js';
import type { PostgresClient } from './postgres-client.js';
import type { PostgresProgress } from './postgres-progress.js';
import { AWAIT_DISK, CREATABLE_SCHEMA } from './postgres-progress.js';
import { outlineSql } from './postgres-sql-scanner.js';
import { quoteIdentifier, quoteTable } from './postgres-sql.js';
import { limitsOf } from './postgres-values.js';

/** $1 name. Relations that a name without a schema means, the first one first, and what their comments say. */
const FIND = `
SELECT n.nspname, pg_catalog.obj_description(c.oid, 'pg_class')
FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE c.relname::text = $1::text AND n.nspname = ANY (pg_catalog.current_schemas(false))
ORDER BY array_position(pg_catalog.current_schemas(false), n.nspname)`;

/** $1 type oids, $2 their modifiers. Domains are followed to their base type. */
const TYPES = `
WITH RECURSIVE given AS (
  SELECT * FROM unnest($1::oid[], $2::int[]) WITH ORDINALITY AS g (oid, modifier, place)
), bases AS (
  SELECT g.place, t.oid, t.typtype, t.typbasetype, t.typname, t.typnamespace, g.modifier, t.typtypmod
  FROM given g JOIN pg_catalog.pg_type t ON t.oid = g.oid
  UNION ALL
  SELECT b.place, t.oid, t.typtype, t.typbasetype, t.typname, t.typnamespace,
    CASE WHEN b.modifier >= 0 THEN b.modifier ELSE b.typtypmod END, t.typtypmod
  FROM bases b JOIN pg_catalog.pg_type t ON t.oid = b.typbasetype WHERE b.typtype = 'd'
)
SELECT pg_catalog.format_type(g.oid, g.modifier), b.typname, n.nspname = 'pg_catalog', b.modifier
FROM given g JOIN bases b ON b.place = g.place AND b.typtype <> 'd'
JOIN pg_catalog.pg_namespace n ON n.oid = b.typnamespace
ORDER BY g.place`;

/** The server plans the query and reads no row. Tables that are not built yet stand for themselves as subqueries. */
export async function describeQuery(
  client: PostgresClient,
  select: string,
  built: readonly BuildOrder[],
): Promise<readonly TargetColumn[]> {
  const before = built.map((order) => `${quoteIdentifier(order.name)} AS (\n${oneQuery(order.select)}\n)`);
  const withBuilt = before.length === 0 ? '' : `WITH ${before.join(', ')} `;
  const { fields } = await client.query(`${withBuilt}SELECT * FROM (\n${oneQuery(select)}\n) AS q LIMIT 0`);
  const types = await client.query(TYPES, [
    fields.map(({ dataTypeID }) => dataTypeID),
    fields.map(({ dataTypeModifier }) => dataTypeModifier),
  ]);
  return fields.map(({ name }, place) => {
    const [typeName, baseName, inSystemSchema, modifier] = types.rows[place] ?? [];
    return {
      ...{ id: `query.${place + 1}`, name, typeName: typeName ?? '', nullable: true, writable: false },
      ...{ generated: false, inForeignKey: false, inUniqueIndex: false, canSelect: true, canUpdate: false },
      ...limitsOf({
        name: baseName ?? '',
        inSystemSchema: inSystemSchema === 't',
        modifier: Number(modifier),
      }),
    };
  });
}

/** An ordinary table: an unlogged one would be empty after a crash of the server, and its rows missed in silence. */
export function buildTable(
  client: PostgresClient,
  progress: PostgresProgress,
  claim: PartitionClaim | null,
  order: BuildOrder,
): Promise<number | null> {
  return buildOnce(client, progress, { claim, built: order }, (table) =>
    client.execute(`CREATE TABLE ${table} AS SELECT * FROM (\n${oneQuery(order.select)}\n) AS q`),
  );
}

/** Has `create` make the table, named and quoted, unless it is there; in one transaction with its marker. */
export function buildOnce(
  client: PostgresClient,
  progress: PostgresProgress,
  { claim, built }: { readonly claim: PartitionClaim | null; readonly built: BuiltTable },
  create: (table: string) => Promise<unknown>,
): Promise<number | null> {
  return client.transaction(async () => {
    await client.execute(AWAIT_DISK);
    if (claim !== null) {
      await progress.lock(claim);
    }
    const [found] = (await client.query(FIND, [built.name])).rows;
    if (found !== undefined) {
      if (found[1] === built.marker) {
        return null;
      }
      throw new DatabaseError('table_exists', `there is a table "${built.name}" already`, false);
    }
    const schema = (await client.query(CREATABLE_SCHEMA)).rows[0]?.[0] ?? null;
    if (schema === null) {
      throw new DatabaseError('permission_denied', 'the database user may not create tables', false);
    }
    const table = quoteTable({ schema, table: built.name });
    await create(table);
    await client.execute(`COMMENT ON TABLE ${table} IS '${built.marker.replaceAll("'", "''")}'`);
    await client.execute(`ANALYZE ${table}`);
    return Number((await client.query(`SELECT count(*) FROM ${table}`)).rows[0]?.[0] ?? 0);
  });
}

export async function dropBuiltTable(client: PostgresClient, { name, marker }: BuiltTable): Promise<void> {
  const { rows } = await client.query(FIND, [name]);
  for (const [schema] of rows.filter(([, comment]) => comment === marker)) {
    await client.execute(`DROP TABLE IF EXISTS ${quoteTable({ schema: schema ?? '', table: name })}`);
  }
}

/** The text without the semicolon that may end it. Throws where it is not one query. */
function oneQuery(select: string): string {
  const text = select.replace(/[;\s]+$/, '');
  const outline = outlineSql(text);
  if (outline.unterminated || outline.hasSemicolon || outline.statements.length !== 1 || !outline.balanced) {
    throw new DatabaseError('bad_query', 'it must be one query, whose quotes and parentheses pair up', false);
  }
  return text;
}
