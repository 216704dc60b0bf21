import type { RowText } from '../../../engine/index.js';
import type { TableName, TableScan } from '../database-adapter.js';
import type { PostgresClient } from './postgres-client.js';
import { STORED_COLUMNS } from './postgres-rewrite-catalog.js';
import { quoteIdentifier, quoteTable } from './postgres-sql.js';
import { ROW_PLACE } from './postgres-whole-table.js';

const STORAGE: Readonly<Record<string, string>> = {
  p: 'PLAIN',
  m: 'MAIN',
  e: 'EXTERNAL',
  x: 'EXTENDED',
};

const PACKING: Readonly<Record<string, string>> = { p: 'pglz', l: 'lz4' };

const OLD_ROWS = 'pg_temp.vizard_old_rows';

/** A copy of the rows of a table, which only this session sees and which goes with its transaction. */
export interface OldRows {
  /** Quoted. */
  readonly name: string;
  /** Columns of the table that can be written. */
  readonly columns: readonly string[];
  /** Quoted name of the column that says whether a row is to be masked; null: all are. */
  readonly picked: string | null;
  /** Quoted name of the column that says where a row lay in the table; null: nobody asks. */
  readonly place: string | null;
  readonly rows: number;
}

/**
 * The condition is answered here, while the table is what it was. Values keep the form in which they are stored, so that
 * what nobody masks is not packed anew.
 */
export async function copyRows(
  client: PostgresClient,
  { table, where, readColumns }: TableScan,
  inParts: boolean,
): Promise<OldRows> {
  const { rows } = await client.query(STORED_COLUMNS, [table.schema, table.table]);
  const names = rows.map(([name]) => name ?? '');
  const select = names.map(quoteIdentifier);
  const free = unusedName(names);
  const picked = where === null ? null : quoteIdentifier(`${free}_picked`);
  const place = readColumns.some(({ rowAddress }) => rowAddress === true)
    ? quoteIdentifier(`${free}_place`)
    : null;
  if (picked !== null) {
    select.push(`(\n${where}\n) IS TRUE AS ${picked}`);
  }
  if (place !== null) {
    select.push(`${ROW_PLACE[inParts ? 'inParts' : 'alone']} AS ${place}`);
  }
  const query = `SELECT ${select.join(', ')} FROM ${inParts ? '' : 'ONLY '}${quoteTable(table)}`;
  await client.execute(`CREATE TEMPORARY TABLE vizard_old_rows ON COMMIT DROP AS ${query} WITH NO DATA`);
  for (const change of rows.flatMap(keepForm)) {
    await client.execute(`ALTER TABLE ${OLD_ROWS} ${change}`);
  }
  const copied = await client.execute(`INSERT INTO ${OLD_ROWS} ${query}`);
  const columns = rows.flatMap(([column, computed]) => (computed === 't' ? [] : [column ?? '']));
  return { name: OLD_ROWS, columns, picked, place, rows: copied };
}

/** What makes a column of the copy keep its values as the table does. */
function keepForm([column, , storage, usual, packing]: RowText): readonly string[] {
  const change = `ALTER COLUMN ${quoteIdentifier(column ?? '')} SET`;
  const method = PACKING[packing ?? ''];
  return [
    ...(storage === usual ? [] : [`${change} STORAGE ${STORAGE[storage ?? ''] ?? 'EXTENDED'}`]),
    ...(method === undefined ? [] : [`${change} COMPRESSION ${method}`]),
  ];
}

export function emptyTable(client: PostgresClient, table: TableName, inParts: boolean): Promise<number> {
  return client.execute(`TRUNCATE TABLE ${inParts ? '' : 'ONLY '}${quoteTable(table)}`);
}

/** Begins a name that no column has. */
function unusedName(names: readonly string[]): string {
  let name = 'vizard';
  while (names.some((known) => known.startsWith(name))) {
    name += '_';
  }
  return name;
}
