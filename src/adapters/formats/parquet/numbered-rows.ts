import { quoteName, quoteText } from './parquet-sql.js';
import type { ParquetColumn } from './parquet-facts.js';

/** How DuckDB names the number that it gives each row. */
const OWN_NUMBER = 'file_row_number';

/** SQL of the name under which `numberedRows` gives the position of a row. */
export function rowPosition(columns: readonly ParquetColumn[]): string {
  return ownName('position of the row', columns);
}

/** SQL of a name that no column of the file has. */
export function ownName(wanted: string, columns: readonly ParquetColumn[]): string {
  const taken = new Set(columns.map(({ name }) => name.toLowerCase()));
  let name = wanted;
  while (taken.has(name)) {
    name += '_';
  }
  return quoteName(name);
}

/** SQL of a table: the columns of the file, whose names DuckDB gives, and the position of each row in it, from 0. */
export function numberedRows(path: string, columns: readonly ParquetColumn[]): string {
  const file = quoteText(path);
  const position = rowPosition(columns);
  // DuckDB does not number the rows of a file that has a column of this name.
  return columns.some(({ name }) => name.toLowerCase() === OWN_NUMBER)
    ? `(SELECT *, row_number() OVER () - 1 AS ${position} FROM read_parquet(${file}))`
    : `(SELECT *, ${OWN_NUMBER} AS ${position} FROM read_parquet(${file}, ${OWN_NUMBER} = true))`;
}
