import type { TableName } from '../adapters/databases/index.js';

/** What was measured of one table on one side. Numbers alone: nothing of it is a value of the data. */
export interface AnonymityFigures {
  readonly rows: number;
  /** Different combinations of the quasi-identifiers. */
  readonly groups: number;
  /** Rows of the smallest group: with 1 somebody can be singled out. 0: the table is empty. */
  readonly k: number;
  /** Rows whose combination nobody shares. */
  readonly uniqueRows: number;
  /** Rows in groups smaller than the wanted k. */
  readonly rowsBelowK: number;
}

/** How different the values of a column are. */
export interface DiversityFigures {
  /** Rows with a value. */
  readonly values: number;
  readonly distinct: number;
  /** Values that occur once. */
  readonly unique: number;
}

export interface ColumnFigures {
  readonly column: string;
  readonly before: DiversityFigures | null;
  readonly after: DiversityFigures | null;
  /** Values of rows that are on both sides, and how many of them are the same; null: rows could not be matched. */
  readonly compared: number | null;
  readonly unchanged: number | null;
}

export interface TableFigures {
  /** As written. */
  readonly table: string;
  /** In the masked database; left out: it was not measured. */
  readonly name?: TableName | undefined;
  /** Row-level security hides rows of `after`. */
  readonly hidesRows?: boolean;
  readonly quasiIdentifiers: readonly string[];
  /** Null: there is nothing to compare with. */
  readonly before: AnonymityFigures | null;
  readonly after: AnonymityFigures | null;
  /** Rows that have the same key on both sides; null: they could not be matched. */
  readonly matchedRows: number | null;
  readonly columns: readonly ColumnFigures[];
  /** Why figures are missing, or are of a part of the rows. */
  readonly problem: string | null;
}
