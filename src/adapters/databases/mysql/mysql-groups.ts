import type { TableName } from '../database-adapter.js';
import { groupSelection, readGroupCounts } from '../row-groups.js';
import type { GroupCounts, GroupOrder } from '../row-groups.js';
import type { MysqlClient } from './mysql-client.js';
import { quoteIdentifier, quoteTable } from './mysql-sql.js';

/**
 * Compared by hashes of the texts: collations take different texts for equal, and the servers sort long ones by their
 * beginnings alone. They group on their disk what their memory does not hold.
 */
export async function countGroups(
  client: MysqlClient,
  table: TableName,
  { columns, below, passNulls }: GroupOrder,
): Promise<GroupCounts> {
  const names = columns.map(quoteIdentifier);
  const where = passNulls ? ` WHERE ${names.map((name) => `${name} IS NOT NULL`).join(' OR ')}` : '';
  const groups = names.map((name) => `SHA2(${name}, 256)`).join(', ');
  const rows = await client.query(
    `SELECT ${groupSelection(below)} FROM (SELECT COUNT(*) AS n FROM ${quoteTable(table)}${where} GROUP BY ${groups}) AS g`,
  );
  return readGroupCounts(rows[0]);
}
