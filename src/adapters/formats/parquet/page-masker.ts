import { FormatError } from '../format-error.js';
import { NEW_NULL, NEW_TEXT } from './copy-statement.js';
import type { DuckDBDataChunk, DuckDBScalarMainFunction } from '@duckdb/node-api';
import type { FileCounts, TabularMasker } from '../format-adapter.js';
import type { RowText } from '../../../engine/index.js';

/** Results of one page, until every masked column has been asked for. */
interface MaskedPage {
  readonly results: readonly (readonly (string | null)[])[];
  asked: number;
}

/**
 * Masks the pages that DuckDB hands out, in any order. There is one function for each masked column; the first one that
 * meets a page masks it, the others take their part of the result.
 */
export class PageMasker {
  /** What a mask threw: DuckDB would pass on its message only. */
  fault: Error | null = null;
  private readonly pages = new Map<number, MaskedPage>();
  private rows = 0;
  private rowsMasked = 0;
  private valuesMasked = 0;
  /** Places, among the cells that are read, of those that are written. */
  private readonly olds: readonly number[];

  constructor(
    private readonly masker: TabularMasker,
    /** Positions of the columns that are handed in: those that the masker reads, then the other ones that it writes. */
    wanted: readonly number[],
    private readonly progress: (rows: number) => void,
  ) {
    this.olds = masker.write.map((column) => wanted.indexOf(column));
  }

  get counts(): FileCounts {
    return { rows: this.rows, rowsMasked: this.rowsMasked, valuesMasked: this.valuesMasked };
  }

  /** The function of a masked column, by its place in the masker's `write`. */
  function(index: number): DuckDBScalarMainFunction {
    return (_info, input, output) => {
      const results = this.take(input, index);
      results.forEach((result, row) => {
        output.setItem(row, result);
      });
      output.flush();
    };
  }

  private take(input: DuckDBDataChunk, index: number): readonly (string | null)[] {
    const first = Number(input.getColumnVector(0).getItem(0));
    const known = this.pages.get(first);
    const page = known?.results[0]!.length === input.rowCount ? known : this.maskSafely(input, first);
    this.pages.set(first, page);
    page.asked++;
    if (page.asked === this.masker.write.length) {
      this.pages.delete(first);
    }
    return page.results[index]!;
  }

  private maskSafely(input: DuckDBDataChunk, first: number): MaskedPage {
    try {
      return this.mask(input, first);
    } catch (error) {
      this.fault ??= error as Error;
      throw error;
    }
  }

  private mask(input: DuckDBDataChunk, first: number): MaskedPage {
    const rows = readRows(input);
    const last = Number(input.getColumnVector(0).getItem(rows.length - 1));
    if (last - first !== rows.length - 1) {
      throw new Error('DuckDB handed out a page with rows left out');
    }
    const readCount = this.masker.read.length;
    const masked = this.masker.mask(
      rows.map((row) => (row.length === readCount ? row : row.slice(0, readCount))),
      first,
    );
    if (masked instanceof Promise) {
      masked.catch(() => undefined);
      const message = 'Masks that ask a service for each page cannot be used in Parquet files.';
      throw new FormatError('unsupported', message);
    }
    this.rows += rows.length;
    this.progress(this.rows);
    return { results: this.results(rows, masked), asked: 0 };
  }

  /** By column: what its function gives for each row. */
  private results(
    rows: readonly RowText[],
    masked: readonly (RowText | null)[],
  ): readonly (readonly (string | null)[])[] {
    const results: (string | null)[][] = this.olds.map(() => []);
    rows.forEach((row, index) => {
      const values = masked[index] ?? null;
      let changed = 0;
      this.olds.forEach((place, column) => {
        const isSame = values === null || values[column] === row[place];
        changed += isSame ? 0 : 1;
        results[column]!.push(isSame ? null : encode(values[column]!));
      });
      this.valuesMasked += changed;
      this.rowsMasked += Number(changed > 0);
    });
    return results;
  }
}

function encode(value: string | null): string {
  return value === null ? NEW_NULL : NEW_TEXT + value;
}

/** The cells of each row, without the row's number, which comes first. */
function readRows(input: DuckDBDataChunk): readonly RowText[] {
  const vectors = Array.from({ length: input.columnCount - 1 }, (_, index) =>
    input.getColumnVector(index + 1),
  );
  return Array.from({ length: input.rowCount }, (_, row) =>
    vectors.map((vector) => vector.getItem(row) as string | null),
  );
}
