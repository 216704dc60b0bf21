import { CsvError } from '../csv-text.js';

const MAX_COLUMNS = 10_000;
/** Rows times columns: every process that masks by a seed file holds it in memory. */
const MOST_CELLS = 5_000_000;
/** Longer cells would make up for fewer of them. */
const MOST_CHARACTERS = 200_000_000;

/** What a checked seed file is made of. */
export interface SeedShape {
  readonly header: readonly string[];
  readonly rowCount: number;
}

/** Checks the records of a seed file as they come: a header with a different name for each column, and rows below it. */
export class SeedCheck {
  private header: readonly string[] | null = null;
  private rowCount = 0;
  private characters = 0;

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
    this.refuseTooMuch(rows);
    return rows;
  }

  private refuseTooMuch(rows: readonly (readonly string[])[]): void {
    for (const row of rows) {
      for (const cell of row) {
        this.characters += cell.length;
      }
    }
    const width = this.header?.length ?? 0;
    if (this.rowCount * width > MOST_CELLS || this.characters > MOST_CHARACTERS) {
      const limit = `${MOST_CELLS} cells (rows times columns) and ${MOST_CHARACTERS} characters`;
      const advice = 'leave out the columns that no mask draws from, and rows that say nothing new';
      throw new CsvError(`Masks hold it in memory, so there may be at most ${limit}: ${advice}`, this.rowCount + 1);
    }
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
