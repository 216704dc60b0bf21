/** One CSV of replacement values, read whole: `columns[i]` has one cell for each of `rowCount` rows. */
export interface SeedTable {
  readonly name: string;
  readonly columnNames: readonly string[];
  readonly rowCount: number;
  /** SHA-256 of the file's bytes, hex: part of the draw's identity, so changing a file changes its outputs. */
  readonly digest: string;
  /** Cells of one column in file order; undefined: no such column. */
  column(name: string): readonly string[] | undefined;
}

/** What the validator may know of seed files without loading them. */
export interface SeedCatalog {
  /** Header of the file; undefined: no such file. */
  columnNames(name: string): readonly string[] | undefined;
  /** All known file names, for near-miss suggestions. */
  names(): readonly string[];
}
