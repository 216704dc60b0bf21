import type { EmptyingFacts, TableName } from '../database-adapter.js';
import type { TableReferences } from '../sql/table-references.js';
import type { MysqlClient } from './mysql-client.js';
import { hasRights } from './mysql-rights.js';

/** Finds out what emptying a table would meet. Reads, never writes. */
export async function describeEmptying(
  client: MysqlClient,
  references: TableReferences,
  table: TableName,
): Promise<EmptyingFacts> {
  const [canDrop = false, canDelete = false, canRead = false] = await hasRights(
    client,
    ['DROP', 'DELETE', 'SELECT'].map((right) => ({ table, right })),
  );
  return {
    canTruncate: canDrop,
    canDelete: canDelete && canRead,
    deleteRules: [],
    references: await references.to(table),
  };
}
