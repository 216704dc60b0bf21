import type { EntityDetector } from '../ports/entity-detector.js';
import type { ValueKind } from '../values/value.js';
import type { SeedTable } from '../ports/seed-files.js';

/** A column as the adapter found it. */
export interface ColumnShape {
  /** The exact name in the catalog. */
  readonly name: string;
  /** How its text form is to be read; `other`: passed to masks as text (uuid, inet, enum …). */
  readonly kind: Exclude<ValueKind, 'null'> | 'other';
  readonly nullable: boolean;
  /** False for generated and identity-always columns: they may be read, not written. */
  readonly writable: boolean;
  /** Longest text the column holds, in characters; null: no limit or not a text column. */
  readonly maxLength: number | null;
  /**
   * Decimal columns: digits in all and after the point. Whole-number columns: digits of the largest value (5, 10, 19
   * for two, four and eight bytes), scale 0. Null where unknown or unlimited.
   */
  readonly numericPrecision: number | null;
  readonly numericScale: number | null;
  /** Are texts that differ only in case equal to the database? Absent: no, or unknown. */
  readonly caseInsensitive?: boolean;
  /** Says where a row lies, which masking changes: a key for one walk, and nothing to rely on otherwise. */
  readonly rowAddress?: boolean;
}

/** The live table, as one `mask_table` task sees it. */
export interface TableShape {
  readonly columns: readonly ColumnShape[];
  /** A column by the name as written in the ruleset (quotes and case folding are the adapter's business). */
  find(written: string): ColumnShape | undefined;
  /** The tables that the task joins, in the order of its `joins`; absent: the caller cannot read them. */
  readonly joined?: readonly TableShape[];
  /** It is a file: names of columns stand without any table before them. Absent: no. */
  readonly isFile?: boolean;
  /** Names that several columns have, so that no rule can use them; absent: none. */
  readonly repeated?: ReadonlySet<string>;
}

/** Everything that fixes what masks draw, besides the rows. */
export interface MaskingContext {
  /** From `deriveRunKey`. */
  readonly runKey: Uint8Array;
  /**
   * True when the caller gave the run secret: rules without hash columns then draw from the row's key, so that a
   * repeat repeats. False: they draw from the operating system.
   */
  readonly repeatable: boolean;
  /** `now` of the run: one instant for all rows, epoch milliseconds. */
  readonly nowMs: number;
  /** Loaded seed files by the name as written. */
  readonly seedFiles: ReadonlyMap<string, SeedTable>;
  /** Recognises entities in free text; absent: the built-in detector does. */
  readonly entityDetector?: EntityDetector;
  /** Absent: rows have no numbers, and masks that need them are a problem. */
  readonly rowOrdinals?: RowOrdinals;
  /** Are values that every rule replaces left out of `readColumns`? Absent: masked columns are read, one and all. */
  readonly readsNeededOnly?: boolean;
  /** Does the caller deal the values of columns out anew (`shuffles`)? Absent: `secure_shuffle` is a problem. */
  readonly dealsColumns?: boolean;
  /** Can the caller rewrite keys and what refers to them? Absent: rules that mask a key are a problem. */
  readonly rewritesKeys?: boolean;
  /** Keys for reversible masks, by the name that rulesets use: 16, 24 or 32 bytes. */
  readonly namedKeys?: ReadonlyMap<string, Uint8Array>;
}

/**
 * Numbers the rows of a task for masks that give every row a value of its own (`from_unique`). Over all partitions of
 * the task every row has another number, from 0, below the task's number of rows: a partition begins with the number
 * of rows in the partitions before it (counted in the same snapshot, by the same `where`) and counts on in key order;
 * one that is resumed goes on behind the rows that it has done. A row keeps its number when it is masked again.
 */
export interface RowOrdinals {
  /** Number of the row that is being masked. */
  current(): number;
}

/** Text of each read column, in `readColumns` order; null is SQL NULL. */
export type RowText = readonly (string | null)[];

/** A column under `secure_shuffle`, however many of its rules say so: whole columns are the caller's business. */
export interface ColumnShuffle {
  /** Catalog name. */
  readonly column: string;
  /** Place in `readColumns`. */
  readonly position: number;
  /** Place in `writeColumns`. */
  readonly target: number;
  /**
   * Rows with equal numbers give and get each other's values: those to which the same rule applies first. Null: a skip
   * list or a condition leaves the row alone, and it takes no part. Throws `MaskingError`.
   */
  readonly pool: (row: RowText) => number | null;
}

/** What one row is dealt, by the place of the column in `writeColumns`; undefined: it keeps its own value. */
export type DealtRow = readonly (string | null | undefined)[];

/** What masking made of values, by the place of their column in `writeColumns`. Numbers wrap: one for each page. */
export interface MaskTally {
  /** No rule applied: a skip list or a condition left them alone. */
  readonly skipped: Uint32Array;
  /** The masks gave back what was there; says nothing about columns that are not read. */
  readonly unchanged: Uint32Array;
  /** What the masks gave was longer than the column, and was cut (`on_overflow: truncate`), whatever came of it. */
  readonly truncated: Uint32Array;
}

/** A `mask_table` task compiled against the live table. Holds scratch buffers: use one per concurrent walk. */
export interface CompiledTableMask {
  /** Catalog names to select, keys first and in key order; each column of each table once. */
  readonly readColumns: readonly string[];
  /** Whose they are: for each of `readColumns` the place of its table in the task's joins; null: the masked table. */
  readonly readJoins: readonly (number | null)[];
  readonly keyCount: number;
  /** Catalog names that rules may change, each once. */
  readonly writeColumns: readonly string[];
  /**
   * Those of `writeColumns` that masks map one to one. Where such a column has a unique index, rows must not be updated
   * one after another: the new value of one row may still be the old value of another.
   */
  readonly uniqueColumns: readonly string[];
  /** Columns whose values are dealt out anew among the rows before they are masked, each once. */
  readonly shuffles: readonly ColumnShuffle[];
  /**
   * Masks one row: fills `out[i]` with the new text of `writeColumns[i]` (the old text where a value was skipped) and
   * returns true when at least one rule applied, false when the row stays as it is.
   * Counts its values in `tally`, where one is given. The masks of a column get its value of `dealt` in the place of
   * its own; all that asks about the row sees it as it is (see `ColumnMask`). Throws `MaskingError`.
   */
  maskRow(row: RowText, out: (string | null)[], tally?: MaskTally, dealt?: DealtRow): boolean;
}
