import { DatabaseError } from '../database-adapter.js';
import type { RewriteFacts, TableName } from '../database-adapter.js';
import { TRIGGERS } from './postgres-catalog.js';
import type { PostgresClient } from './postgres-client.js';
import { PUBLICATIONS, REWRITE_FACTS, REWRITE_KEYS } from './postgres-rewrite-catalog.js';
import { quoteIdentifier, quoteTable } from './postgres-sql.js';

/** A foreign key that has to go while its table is emptied. */
export interface TakenKey {
  readonly name: string;
  readonly from: TableName;
  readonly to: TableName;
  /** As `ADD CONSTRAINT` takes it. */
  readonly definition: string;
  readonly comment: string | null;
  /** Why it cannot be taken away; null: it can. */
  readonly obstacle: string | null;
}

/** Addresses are read in stretches, which younger servers can do without reading the whole table. */
const OLDEST_SERVER = 140_000;

/** Finds out whether a table can be written anew, and what that would touch. Reads, never writes. */
export async function describeRewrite(client: PostgresClient, table: TableName): Promise<RewriteFacts> {
  const keys = await keysOf(client, table);
  const { rows: triggers } = await client.query(TRIGGERS_OF, [table.schema, table.table]);
  return {
    refusals: [
      ...(await refusalsOf(client, table)),
      ...keys.flatMap(({ name, obstacle }) =>
        obstacle === null ? [] : [`the foreign key ${quoteIdentifier(name)} ${obstacle}`],
      ),
    ],
    locks: neighbours(keys, table),
    silentTriggers: triggers.map(([name]) => name ?? ''),
  };
}

/** In the order in which they were made, so that they come back in it. */
export async function keysOf(
  client: PostgresClient,
  { schema, table }: TableName,
): Promise<readonly TakenKey[]> {
  const { rows } = await client.query(REWRITE_KEYS, [schema, table]);
  return rows.map(toKey);
}

function toKey(row: readonly (string | null)[]): TakenKey {
  const text = (place: number): string => row[place] ?? '';
  const obstacles = [
    text(5) === 't' && 'belongs to a partitioned table above: name that table instead',
    text(6) === 't' && 'leads to or from a table that the database user does not own',
    text(7) === 't' && 'is not checked at present (its internal triggers are off)',
    text(8) === 't' && 'belongs to an extension',
  ];
  return {
    name: text(0),
    from: { schema: text(1), table: text(2) },
    to: { schema: text(3), table: text(4) },
    obstacle: obstacles.find((obstacle) => obstacle !== false) ?? null,
    definition: text(9),
    comment: row[10] ?? null,
  };
}

/** Each once, without the table itself. */
export function neighbours(keys: readonly TakenKey[], table: TableName): readonly TableName[] {
  const found = new Map(keys.flatMap(({ from, to }) => [from, to]).map((name) => [quoteTable(name), name]));
  found.delete(quoteTable(table));
  return [...found.values()];
}

const TRIGGERS_OF = TRIGGERS.replaceAll(
  '$1::oid',
  `(SELECT c.oid FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname::text = $1::text AND c.relname::text = $2::text)`,
);

async function refusalsOf(client: PostgresClient, table: TableName): Promise<readonly string[]> {
  const { rows } = await client.query(REWRITE_FACTS, [table.schema, table.table]);
  const facts = rows[0];
  if (facts === undefined) {
    throw new DatabaseError('unknown_table', `there is no table ${quoteTable(table)}`, false);
  }
  const [version, mayStage, hasChildren, hasForeign, isForeign, hidesRows] = facts;
  const refusals = [
    Number(version) < OLDEST_SERVER && 'the server is older than PostgreSQL 14',
    mayStage !== 't' && 'permission denied: the database user may not create temporary tables',
    hasChildren === 't' && 'other tables inherit from it, and their rows would be read as its own',
    hasForeign === 't' && 'one of its partitions is a foreign table',
    isForeign === 't' && 'permission denied: the database user does not own the table and its partitions',
    hidesRows === 't' && 'row-level security hides rows from the database user, which would be lost',
  ].filter((reason) => reason !== false);
  const published = await client.query(PUBLICATIONS, [table.schema, table.table]);
  return [
    ...refusals,
    ...published.rows.map(
      ([name]) =>
        `the publication ${quoteIdentifier(name ?? '')} passes on new rows but not that a table is emptied (TRUNCATE): subscribers would hold the old rows beside the new ones`,
    ),
  ];
}
