import { FormatError } from '../format-error.js';
import { packCell, packCells, unpackRow } from './packed-row.js';
import type { DuckDBDataChunk, DuckDBScalarMainFunction } from '@duckdb/node-api';
import type { FileCounts, TabularMasker } from '../format-adapter.js';
import type { RowText } from '../../../engine/index.js';

/** Masks the pages that DuckDB hands out, in any order. */
export class PageMasker {
  /** What a mask threw: DuckDB would pass on its message only. */
  fault: Error | null = null;
  private rows = 0;
  private rowsMasked = 0;
  private valuesMasked = 0;
  /** Places, among the cells that are read, of those that are written. */
  private readonly olds: readonly number[];
  private readonly hasMore: boolean;

  constructor(
    private readonly masker: TabularMasker,
    /** Positions of the columns that are handed in: those that the masker reads, then the other ones that it writes. */
    wanted: readonly number[],
    private readonly progress: (rows: number) => void,
  ) {
    this.olds = masker.write.map((column) => wanted.indexOf(column));
    this.hasMore = wanted.length > masker.read.length;
  }

  get counts(): FileCounts {
    return { rows: this.rows, rowsMasked: this.rowsMasked, valuesMasked: this.valuesMasked };
  }

  /** What `MASK_FUNCTION` is. */
  readonly function: DuckDBScalarMainFunction = (_info, input, output) => {
    try {
      this.mask(input).forEach((result, row) => {
        output.setItem(row, result);
      });
    } catch (error) {
      this.fault ??= error as Error;
      throw error;
    }
    output.flush();
  };

  /** For each row what is to be given back. */
  private mask(input: DuckDBDataChunk): readonly (string | null)[] {
    const first = firstRow(input);
    const cells = input.getColumnVector(1);
    const rows = Array.from({ length: input.rowCount }, (_, row) => unpackRow(cells.getItem(row) as string));
    const readCount = this.masker.read.length;
    const masked = this.masker.mask(this.hasMore ? rows.map((row) => row.slice(0, readCount)) : rows, first);
    if (masked instanceof Promise) {
      masked.catch(() => undefined);
      const message =
        'Masks that ask a service cannot be used where a list, map or struct of a Parquet file is masked.';
      throw new FormatError('unsupported', message);
    }
    this.rows += rows.length;
    this.progress(this.rows);
    return rows.map((row, index) => this.result(row, masked[index] ?? null));
  }

  private result(row: RowText, values: RowText | null): string | null {
    if (values === null) {
      return null;
    }
    let changed = 0;
    const cells = this.olds.map((place, column) => {
      const isSame = values[column] === row[place];
      changed += isSame ? 0 : 1;
      return packCell(isSame ? undefined : values[column]);
    });
    this.valuesMasked += changed;
    this.rowsMasked += Number(changed > 0);
    return changed === 0 ? null : packCells(cells);
  }
}

/** Position in the file of the page's first row. */
function firstRow(input: DuckDBDataChunk): number {
  const numbers = input.getColumnVector(0);
  const first = Number(numbers.getItem(0));
  const last = Number(numbers.getItem(input.rowCount - 1));
  if (last - first !== input.rowCount - 1) {
    throw new Error('DuckDB handed out a page with rows left out');
  }
  return first;
}
