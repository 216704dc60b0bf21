import type { TableName } from '../database-adapter.js';
import { groupSelection, readGroupCounts } from '../row-groups.js';
import type { GroupCounts, GroupOrder } from '../row-groups.js';
import type { SqlDialect } from './sql-dialect.js';
import type { TextClient } from './text-client.js';

/**
 * Compared by hashes of the texts: collations take different texts for equal, and servers sort long ones by their
 * beginnings alone. They group on their disk what their memory does not hold.
 */
export async function countGroups(
  { client, dialect }: { readonly client: TextClient; readonly dialect: SqlDialect },
  table: TableName,
  { columns, below, passNulls }: GroupOrder,
): Promise<GroupCounts> {
  const names = columns.map((name) => dialect.quoteIdentifier(name));
  const where = passNulls ? ` WHERE ${names.map((name) => `${name} IS NOT NULL`).join(' OR ')}` : '';
  const groups = names.map((name) => dialect.hash(name)).join(', ');
  const rows = await client.query(
    `SELECT ${groupSelection(below)} FROM (SELECT COUNT(*) AS n FROM ${dialect.quoteTable(table)}${where} GROUP BY ${groups}) g`,
  );
  return readGroupCounts(rows[0]);
}
