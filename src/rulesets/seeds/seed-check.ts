import { CsvError } from '../csv-text.js';

const MAX_COLUMNS = 10_000;

/** What a checked seed file is made of. */
export interface SeedShape {
  readonly header: readonly string[];
  readonly rowCount: number;
}

/** Checks the records of a seed file as they come: a header with a different name for each column, and rows below it. */
export class SeedCheck {
  private header: readonly string[] | null = null;
  private rowCount = 0;

  /** The records without the header. Throws `CsvError`. */
  rows(records: string[][]): string[][] {
    let rows = records;
    const [first] = records;
    if (this.header === null && first !== undefined) {
      checkHeader(first);
      this.header = first;
      rows = records.slice(1);
    }
    this.rowCount += rows.length;
    return rows;
  }

  /** Call it after the last record. Throws `CsvError`. */
  finish(): SeedShape {
    if (this.header === null) {
      throw new CsvError('A column has no name', 1);
    }
    if (this.rowCount === 0) {
      throw new CsvError('There is no row below the header', 1);
    }
    return { header: this.header, rowCount: this.rowCount };
  }
}

function checkHeader(header: readonly string[]): void {
  if (header.some((column) => column.trim() === '')) {
    throw new CsvError('A column has no name', 1);
  }
  if (header.length > MAX_COLUMNS) {
    throw new CsvError(`There are more than ${MAX_COLUMNS} columns`, 1);
  }
  if (new Set(header).size < header.length) {
    throw new CsvError('Two columns have the same name', 1);
  }
  if (header.some((column) => column.includes('\0'))) {
    throw new CsvError('The name of a column holds NUL', 1);
  }
}
