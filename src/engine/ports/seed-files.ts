/**
 * One CSV of replacement values, read whole: each column has one cell for each of `rowCount` rows. A file that is no CSV
 * has no columns, no rows, and its bytes.
 */
export interface SeedTable {
  readonly name: string;
  readonly columnNames: readonly string[];
  readonly rowCount: number;
  /** SHA-256 of the file's bytes, hex: part of the draw's identity, so changing a file changes its outputs. */
  readonly digest: string;
  /** The whole file; absent: only its cells are known. */
  readonly bytes?: Uint8Array;
  /** Cells of one column in file order; undefined: no such column. */
  column(name: string): readonly string[] | undefined;
}

/** What the validator may know of seed files without loading them. */
export interface SeedCatalog {
  /** Header of the file, empty when it is no CSV; undefined: no such file. */
  columnNames(name: string): readonly string[] | undefined;
  /** All known file names, for near-miss suggestions. */
  names(): readonly string[];
}
