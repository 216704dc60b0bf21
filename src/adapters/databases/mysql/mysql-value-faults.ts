import { DatabaseError } from '../database-adapter.js';
import type { BatchWrite, TableName } from '../database-adapter.js';
import { withColumns } from '../sql/server-error.js';
import type { MysqlClient } from './mysql-client.js';
import { faultOf } from './mysql-client.js';
import { duplicateKey, refusedColumn } from './mysql-errors.js';
import { quoteText } from './mysql-sql.js';
import { stagedNames } from './mysql-staging.js';

/** What a refused batch is told by: the names of the target's columns, never their values. */
export async function explainRefusal(
  client: MysqlClient,
  error: unknown,
  batch: BatchWrite,
): Promise<unknown> {
  const fault = faultOf(error);
  if (!(error instanceof DatabaseError) || fault === null) {
    return error;
  }
  const refused = refusedColumn(fault);
  if (refused !== null) {
    return withColumns(error, [targetName(refused, batch)]);
  }
  const key = duplicateKey(fault);
  return key === null ? error : withColumns(error, await columnsOfKey(client, batch.table, key));
}

/** The server names the staging table's column. */
function targetName(refused: string, batch: BatchWrite): string {
  const place = stagedNames(batch).indexOf(refused);
  return [...batch.keyColumns, ...batch.writeColumns][place]?.name ?? refused;
}

/** Newer servers put the table before the key's name. */
async function columnsOfKey(
  client: MysqlClient,
  { schema, table }: TableName,
  key: string,
): Promise<readonly string[]> {
  const names = [key, key.startsWith(`${table}.`) ? key.slice(table.length + 1) : key];
  const rows = await client
    .query(
      `SELECT COLUMN_NAME FROM information_schema.STATISTICS
       WHERE TABLE_SCHEMA = ${quoteText(schema)} AND TABLE_NAME = ${quoteText(table)}
         AND INDEX_NAME IN (${names.map(quoteText).join(', ')}) ORDER BY SEQ_IN_INDEX`,
    )
    .catch(() => []);
  return rows.flatMap(([column]) => column ?? []);
}
