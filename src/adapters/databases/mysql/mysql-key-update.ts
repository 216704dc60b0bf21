import { DatabaseError } from '../database-adapter.js';
import type { TableName } from '../database-adapter.js';
import type { RewrittenKeys } from '../key-rewriting.js';
import { selfUpdatingColumns } from './mysql-catalog.js';
import type { MysqlClient } from './mysql-client.js';
import type { BoundPlace } from './mysql-key-binding.js';
import type { MysqlKeyMap } from './mysql-key-map.js';
import type { MysqlReplacement } from './mysql-replacement.js';
import { quoteIdentifier, quoteTable } from './mysql-sql.js';

interface MappedPlace {
  readonly map: MysqlKeyMap;
  readonly bound: BoundPlace;
}

/** All places of one table. */
export interface KeyTable {
  readonly table: TableName;
  readonly places: readonly MappedPlace[];
  /** Where a unique index is over some place; null: rows are changed where they are. */
  readonly replacement: MysqlReplacement | null;
}

/** Changes the staged values wherever they stand in a table. */
export async function updateTable(
  client: MysqlClient,
  { table, places, replacement }: KeyTable,
): Promise<RewrittenKeys['tables'][number]> {
  const target = replacement?.copy ?? quoteTable(table);
  const rows = (await replacement?.fill(true)) ?? 0;
  const kept = (await client.query(selfUpdatingColumns(table))).map(([name]) => name ?? '');
  let rowsWritten = 0;
  for (const place of places) {
    rowsWritten = Math.max(rowsWritten, await updatePlace(client, place, { table, target, kept }));
  }
  if (rowsWritten > 0) {
    await replacement?.swap(rows, false);
  }
  return { table, rowsWritten };
}

async function updatePlace(
  client: MysqlClient,
  { map, bound }: MappedPlace,
  {
    table,
    target,
    kept,
  }: { readonly table: TableName; readonly target: string; readonly kept: readonly string[] },
): Promise<number> {
  const { table: values, on, news } = map.joinTo('t', bound);
  const own = new Set(bound.place.columns);
  const sets = [
    ...bound.place.columns.map((name, index) => `t.${quoteIdentifier(name)} = ${news[index] ?? 'NULL'}`),
    ...kept
      .filter((name) => !own.has(name))
      .map((name) => `t.${quoteIdentifier(name)} = t.${quoteIdentifier(name)}`),
  ];
  const joined = `${target} AS t STRAIGHT_JOIN ${values} AS m ON ${on}`;
  const [[expected = null] = []] = await client.query(`SELECT COUNT(*) FROM ${joined}`);
  const found = await client.execute(`UPDATE ${joined} SET ${sets.join(', ')}`);
  if (found !== Number(expected)) {
    const text = `${found} of ${expected ?? ''} rows of ${quoteTable(table)} were updated: a trigger kept the others`;
    throw new DatabaseError('rows_vanished', text, false);
  }
  return found;
}
