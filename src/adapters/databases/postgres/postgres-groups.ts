import type { TableName } from '../database-adapter.js';
import { groupSelection, readGroupCounts } from '../row-groups.js';
import type { GroupCounts, GroupOrder } from '../row-groups.js';
import type { PostgresClient } from './postgres-client.js';
import { quoteIdentifier, quoteTable } from './postgres-sql.js';

/** Compared as texts, because not every type can be grouped; the server sorts on its disk what its memory does not hold. */
export async function countGroups(
  client: PostgresClient,
  table: TableName,
  { columns, below, passNulls }: GroupOrder,
): Promise<GroupCounts> {
  const names = columns.map(quoteIdentifier);
  const where = passNulls ? ` WHERE ${names.map((name) => `${name} IS NOT NULL`).join(' OR ')}` : '';
  const groups = names.map((name) => `${name}::text`).join(', ');
  const { rows } = await client.query(
    `SELECT ${groupSelection(below)} FROM (SELECT count(*) AS n FROM ${quoteTable(table)}${where} GROUP BY ${groups}) AS g`,
  );
  return readGroupCounts(rows[0]);
}
