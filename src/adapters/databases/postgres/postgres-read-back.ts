import { DatabaseError } from '../database-adapter.js';
import type { BatchWrite, PartitionCursor } from '../database-adapter.js';
import type { ColumnBinding } from './postgres-bindings.js';
import type { PostgresClient } from './postgres-client.js';
import { cursorAfter } from '../sql/read-back-verdict.js';
import { quoteTable } from './postgres-sql.js';
import { arrayLiteral } from './postgres-arrays.js';

/**
 * In the transaction that wrote a batch: looks at what triggers made of it, also those that fire after the statement.
 * Throws `value_put_back` when rows hold their old value again where another was written. Gives where the batch leads.
 */
export async function readBack(
  client: PostgresClient,
  batch: BatchWrite,
  bindings: readonly ColumnBinding[],
): Promise<PartitionCursor> {
  if (batch.readBack === undefined) {
    return batch.cursor;
  }
  const texts = [...batch.columns, ...batch.readBack.before];
  const { rows } = await client.query(compareSql(batch, bindings), texts.map(arrayLiteral));
  const counts = (rows[0] ?? []).map(Number);
  const putBack = batch.writeColumns.flatMap(({ name }, place) => {
    const count = counts[2 * place] ?? 0;
    return count > 0 ? [`column "${name}" of ${count} rows`] : [];
  });
  if (putBack.length > 0) {
    throw new DatabaseError(
      'value_put_back',
      `a trigger put the old value back into ${putBack.join(', ')}: let auto_manage_triggers switch the triggers off`,
      false,
    );
  }
  const altered = counts.filter((_, place) => place % 2 === 1);
  return cursorAfter(batch, batch.readBack, altered);
}

/** Two counts for each written column: old values that are back, and values that are neither that nor what was written. */
function compareSql(batch: BatchWrite, bindings: readonly ColumnBinding[]): string {
  const keys = bindings.slice(0, batch.keyColumns.length);
  const written = batch.writeColumns.map(({ typeName }, index) => ({
    stored: `t.${bindings[keys.length + index]!.column}::text`,
    sent: `x.n${index + 1}::${typeName}::text`,
    before: `x.b${index + 1}`,
  }));
  const counts = written.flatMap(({ stored, sent, before }) => [
    `count(*) FILTER (WHERE ${stored} IS NOT DISTINCT FROM ${before} AND ${sent} IS DISTINCT FROM ${before})`,
    `count(*) FILTER (WHERE ${stored} IS DISTINCT FROM ${sent} AND ${stored} IS DISTINCT FROM ${before})`,
  ]);
  const arrays = [
    ...keys.map(({ unnestable, type }) => `${unnestable ? type : 'text'}[]`),
    ...written.map(() => 'text[]'),
    ...written.map(() => 'text[]'),
  ].map((type, index) => `$${index + 1}::${type}`);
  const names = [
    ...keys.map((_, index) => `k${index + 1}`),
    ...written.map((_, index) => `n${index + 1}`),
    ...written.map((_, index) => `b${index + 1}`),
  ];
  const matches = keys.map(
    ({ column, operators, collate, unnestable, type }, index) =>
      `t.${column} ${operators['=']} x.k${index + 1}${unnestable ? '' : `::${type}`}${collate}`,
  );
  return (
    `SELECT ${counts.join(', ')} FROM ${quoteTable(batch.table)} AS t ` +
    `JOIN unnest(${arrays.join(', ')}) AS x (${names.join(', ')}) ON ${matches.join(' AND ')}`
  );
}
