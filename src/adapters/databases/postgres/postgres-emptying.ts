import { DatabaseError } from '../database-adapter.js';
import type { EmptyingFacts, TableName, TableReference } from '../database-adapter.js';
import { EMPTYING_RIGHTS, REFERENCES, RULES } from './postgres-catalog.js';
import type { PostgresClient } from './postgres-client.js';
import { quoteIdentifier, quoteTable } from './postgres-sql.js';

/** By the catalog's letter. */
const ACTIONS: Readonly<Record<string, { readonly said: string; readonly changesRows: boolean }>> = {
  a: { said: 'ON DELETE NO ACTION', changesRows: false },
  r: { said: 'ON DELETE RESTRICT', changesRows: false },
  c: { said: 'ON DELETE CASCADE', changesRows: true },
  n: { said: 'ON DELETE SET NULL', changesRows: true },
  d: { said: 'ON DELETE SET DEFAULT', changesRows: true },
};

/** An action of a later server is taken for the worst. */
const UNKNOWN_ACTION = { said: 'an action on DELETE that is not known here', changesRows: true };

/** Finds out what emptying a table would meet. Reads, never writes. */
export async function describeEmptying(client: PostgresClient, table: TableName): Promise<EmptyingFacts> {
  const { rows } = await client.query(EMPTYING_RIGHTS, [table.schema, table.table]);
  const [oid = null, canTruncate, canDelete] = rows[0] ?? [];
  if (oid === null) {
    throw new DatabaseError('unknown_table', `there is no table ${quoteTable(table)}`, false);
  }
  const references: TableReference[] = [];
  for (const row of (await client.query(REFERENCES, [oid])).rows) {
    references.push(await toReference(client, row));
  }
  return {
    canTruncate: canTruncate === 't',
    canDelete: canDelete === 't',
    deleteRules: (await client.query(RULES, [oid, '4'])).rows.map((row) => row[0] ?? ''),
    references,
  };
}

/** Refuses a DELETE of all rows that would change rows of other tables, too. */
export async function refuseCascades(client: PostgresClient, table: TableName): Promise<void> {
  const { references } = await describeEmptying(client, table);
  const first = references.find(({ changesRows, isUsed }) => changesRows && isUsed !== false);
  if (first !== undefined) {
    const text = `${quoteTable(first.from)} refers to it by "${first.constraint}" with ${first.action}`;
    throw new DatabaseError('would_cascade', `emptying the table would change others: ${text}`, false);
  }
}

async function toReference(
  client: PostgresClient,
  [constraint, schema, table, letter, columns]: readonly (string | null)[],
): Promise<TableReference> {
  const from = { schema: schema ?? '', table: table ?? '' };
  const { said, changesRows } = ACTIONS[letter ?? ''] ?? UNKNOWN_ACTION;
  const isUsed = await refers(client, from, JSON.parse(columns ?? '[]') as string[]);
  return { constraint: constraint ?? '', from, changesRows, action: said, isUsed };
}

/** Rights are asked for first: an error would end the transaction that this may stand in. */
async function refers(
  client: PostgresClient,
  { schema, table }: TableName,
  columns: readonly string[],
): Promise<boolean | null> {
  const { rows } = await client.query(
    `SELECT has_schema_privilege(n.oid, 'USAGE') AND NOT row_security_active(c.oid) AND (
       SELECT bool_and(has_column_privilege(c.oid, a.attnum, 'SELECT'))
       FROM pg_catalog.pg_attribute a WHERE a.attrelid = c.oid AND a.attname::text = ANY ($3::text[]))
     FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname::text = $1::text AND c.relname::text = $2::text`,
    [schema, table, columns],
  );
  if (rows[0]?.[0] !== 't') {
    return null;
  }
  const present = columns.map((column) => `${quoteIdentifier(column)} IS NOT NULL`).join(' AND ');
  const found = await client.query(
    `SELECT EXISTS (SELECT 1 FROM ${quoteTable({ schema, table })} WHERE ${present})`,
  );
  return found.rows[0]?.[0] === 't';
}
