import { DatabaseError } from '../database-adapter.js';
import type { PostgresClient } from './postgres-client.js';
import { ServerError } from './postgres-client.js';
import { constraintOf } from './postgres-errors.js';
import { quoteIdentifier } from './postgres-sql.js';

/** $1 schema, $2 table, $3 name: columns of a constraint, or of a unique index that belongs to none. */
const COLUMNS_OF_CONSTRAINT = `
WITH relation AS (
  SELECT c.oid FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname::text = $1::text AND c.relname::text = $2::text
), found AS (
  SELECT r.oid, k.conkey::int[] AS keys
  FROM relation r JOIN pg_catalog.pg_constraint k ON k.conrelid = r.oid AND k.conname::text = $3::text
  UNION ALL
  SELECT r.oid, i.indkey::int[]
  FROM relation r
  JOIN pg_catalog.pg_index i ON i.indrelid = r.oid
  JOIN pg_catalog.pg_class x ON x.oid = i.indexrelid AND x.relname::text = $3::text
  LIMIT 1
)
SELECT a.attname
FROM found CROSS JOIN unnest(found.keys) WITH ORDINALITY AS k (attnum, place)
JOIN pg_catalog.pg_attribute a ON a.attrelid = found.oid AND a.attnum = k.attnum
ORDER BY k.place`;

/** Adds to an error about a constraint which columns it is on: the server says that only beside their values. */
export async function explainConstraint(
  client: PostgresClient,
  error: DatabaseError,
): Promise<DatabaseError> {
  const constraint = constraintOf(ServerError.faultOf(error));
  if (constraint === null) {
    return error;
  }
  const { schema, table, name } = constraint;
  const columns = await client.query(COLUMNS_OF_CONSTRAINT, [schema, table, name]).then(
    ({ rows }) => rows.map(([column]) => quoteIdentifier(column ?? '')),
    () => [],
  );
  const message = `${error.message}: column${columns.length > 1 ? 's' : ''} ${columns.join(', ')}`;
  return columns.length === 0
    ? error
    : new DatabaseError(error.code, message, error.transient, error.engineCode);
}
