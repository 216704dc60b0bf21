import { quoteName, quoteText } from './parquet-sql.js';
import type { ParquetColumn } from './parquet-facts.js';

/** How DuckDB names the number that it gives each row. */
const OWN_NUMBER = 'file_row_number';

/** Name for the position of a row, which no column is likely to have. */
export const ROW_POSITION = quoteName('position of the row');

/** SQL of a table: the columns of the file, whose names DuckDB gives, and the position of each row in it, from 0. */
export function numberedRows(path: string, columns: readonly ParquetColumn[]): string {
  const file = quoteText(path);
  // DuckDB does not number the rows of a file that has a column of this name.
  return columns.some(({ name }) => name.toLowerCase() === OWN_NUMBER)
    ? `(SELECT *, row_number() OVER () - 1 AS ${ROW_POSITION} FROM read_parquet(${file}))`
    : `(SELECT *, ${OWN_NUMBER} AS ${ROW_POSITION} FROM read_parquet(${file}, ${OWN_NUMBER} = true))`;
}
