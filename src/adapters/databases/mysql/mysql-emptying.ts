import { DatabaseError } from '../database-adapter.js';
import type { EmptyingFacts, TableName, TableReference } from '../database-adapter.js';
import type { RowText } from '../../../engine/index.js';
import * as catalog from './mysql-catalog.js';
import type { MysqlClient } from './mysql-client.js';
import { hasRights } from './mysql-rights.js';
import { quoteIdentifier, quoteTable } from './mysql-sql.js';

/** Finds out what emptying a table would meet. Reads, never writes. */
export async function describeEmptying(client: MysqlClient, table: TableName): Promise<EmptyingFacts> {
  const [canDrop = false, canDelete = false, canRead = false] = await hasRights(
    client,
    ['DROP', 'DELETE', 'SELECT'].map((right) => ({ table, right })),
  );
  return {
    canTruncate: canDrop,
    canDelete: canDelete && canRead,
    deleteRules: [],
    references: await referencesTo(client, table),
  };
}

/** Refuses a DELETE of all rows that would change rows of other tables, too. */
export async function refuseCascades(client: MysqlClient, table: TableName): Promise<void> {
  const first = (await referencesTo(client, table)).find(
    ({ changesRows, isUsed }) => changesRows && isUsed !== false,
  );
  if (first !== undefined) {
    const text = `${quoteTable(first.from)} refers to it by "${first.constraint}" with ${first.action}`;
    throw new DatabaseError('would_cascade', `emptying the table would change others: ${text}`, false);
  }
}

async function referencesTo(client: MysqlClient, table: TableName): Promise<readonly TableReference[]> {
  const byConstraint = new Map<string, RowText[]>();
  for (const row of await client.query(catalog.references(table))) {
    const constraint = JSON.stringify(row.slice(0, 3));
    byConstraint.set(constraint, [...(byConstraint.get(constraint) ?? []), row]);
  }
  const references: TableReference[] = [];
  for (const rows of byConstraint.values()) {
    references.push(await toReference(client, rows));
  }
  return references;
}

async function toReference(client: MysqlClient, rows: readonly RowText[]): Promise<TableReference> {
  const [constraint, schema, table, rule] = rows[0] ?? [];
  const from = { schema: schema ?? '', table: table ?? '' };
  const columns = rows.map((row) => row[4] ?? '');
  return {
    constraint: constraint ?? '',
    from,
    changesRows: rule !== 'NO ACTION' && rule !== 'RESTRICT',
    action: `ON DELETE ${rule ?? ''}`,
    isUsed: await refers(client, from, columns),
  };
}

/** Null: this user may not read them. */
async function refers(
  client: MysqlClient,
  from: TableName,
  columns: readonly string[],
): Promise<boolean | null> {
  const present = columns.map((column) => `${quoteIdentifier(column)} IS NOT NULL`).join(' AND ');
  try {
    const rows = await client.query(`SELECT EXISTS (SELECT 1 FROM ${quoteTable(from)} WHERE ${present})`);
    return rows[0]?.[0] === '1';
  } catch (error) {
    if (error instanceof DatabaseError && error.code === 'permission_denied') {
      return null;
    }
    throw error;
  }
}
