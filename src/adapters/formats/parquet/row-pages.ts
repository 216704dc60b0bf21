import { numberedRows, rowPosition } from './numbered-rows.js';
import { quoteName } from './parquet-sql.js';
import { toTextSql } from './column-text.js';
import type { DuckDBDataChunk } from '@duckdb/node-api';
import type { ParquetColumn } from './parquet-facts.js';
import type { ParquetSession } from './parquet-session.js';

/** Their values are told as numbers: that is cheaper than texts. */
const WHOLE = /^U?(TINYINT|SMALLINT|INTEGER|BIGINT)$/;

/** Cells of some columns, as texts; null for nulls. */
export type TextRow = (string | null)[];

/** Rows of the file page by page, in order; of each the cells of `wanted`. */
export async function* rowPages(
  session: ParquetSession,
  path: string,
  { all, wanted }: { readonly all: readonly ParquetColumn[]; readonly wanted: readonly ParquetColumn[] },
): AsyncGenerator<readonly TextRow[], void, void> {
  const cells = wanted.map((column) =>
    WHOLE.test(column.type) ? quoteName(column.name) : toTextSql(column),
  );
  const selected = [rowPosition(all), ...cells].join(', ');
  let next = 0;
  for await (const page of session.pages(`SELECT ${selected} FROM ${numberedRows(path, all)}`)) {
    assertInOrder(page, next);
    next += page.rowCount;
    yield rowsOf(page, wanted.length);
  }
}

function rowsOf(page: DuckDBDataChunk, width: number): readonly TextRow[] {
  const rows = Array.from({ length: page.rowCount }, (): TextRow =>
    new Array<string | null>(width).fill(null),
  );
  for (let column = 0; column < width; column++) {
    const cells = page.getColumnVector(column + 1);
    for (let row = 0; row < rows.length; row++) {
      const cell = cells.getItem(row) as string | number | bigint | null;
      rows[row]![column] = cell === null ? null : String(cell);
    }
  }
  return rows;
}

function assertInOrder(page: DuckDBDataChunk, first: number): void {
  const numbers = page.getColumnVector(0);
  const ends = [numbers.getItem(0), numbers.getItem(page.rowCount - 1)].map(Number);
  if (ends[0] !== first || ends[1] !== first + page.rowCount - 1) {
    throw new Error('DuckDB handed out rows in another order than they have in the file');
  }
}
