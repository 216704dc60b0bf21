import { DatabaseError } from '../database-adapter.js';
import type { TableName } from '../database-adapter.js';
import type { PostgresClient } from './postgres-client.js';
import { quoteTable } from './postgres-sql.js';

/** $1 table. Tables of others are passed over by the server, which only gives notice of it. */
const MAY_ANALYZE = `
SELECT pg_catalog.pg_has_role(c.relowner, 'USAGE') OR pg_catalog.pg_has_role(d.datdba, 'USAGE')
  OR CASE WHEN current_setting('server_version_num')::int >= 170000
    THEN pg_catalog.has_table_privilege(c.oid, 'MAINTAIN') ELSE false END
FROM pg_catalog.pg_class c, pg_catalog.pg_database d
WHERE c.oid = $1::regclass AND d.datname = pg_catalog.current_database()`;

/** Somebody who changes the table's shape, or looks at it as well, is not waited for. */
const WAIT = "SET LOCAL lock_timeout = '5s'";

export async function renewStatistics(client: PostgresClient, table: TableName): Promise<void> {
  const { rows } = await client.query(MAY_ANALYZE, [quoteTable(table)]);
  if (rows[0]?.[0] !== 't') {
    throw new DatabaseError('permission_denied', 'the database user does not own the table', false);
  }
  await client.transaction(async () => {
    await client.execute(`${WAIT}; ANALYZE ${quoteTable(table)}`);
  });
}
