import type { RowText } from '../../engine/index.js';
import type { PartitionClaim, TableName } from './target-names.js';

/** A foreign key that the database declares. Its columns stand in the constraint's order. */
export interface KeyReference {
  readonly constraint: string;
  readonly from: TableName;
  readonly fromColumns: readonly string[];
  readonly to: TableName;
  /** As many as `fromColumns`. */
  readonly toColumns: readonly string[];
}

/** Columns of one table that hold the values of a map; by their catalog names. */
export interface KeyPlace {
  readonly table: TableName;
  readonly columns: readonly string[];
}

/** Gives new texts for old ones; rows that are equal in every text stay as they are. May throw, which undoes all. */
export type KeyTranslator = (rows: readonly RowText[], firstOrdinal: number) => readonly RowText[];

/** One set of key values, and every place where they stand. */
export interface KeyMap {
  /** The owner of the key first: its columns' types are those of the map. All have equally many columns. */
  readonly places: readonly KeyPlace[];
  /**
   * Called once the number of different values over all places is known. The translator then gets every one of them
   * exactly once, in ascending order for the owner's, and none of them holds a NULL.
   */
  translator(values: number): KeyTranslator;
}

/** A join that must give as many rows after the change as before. */
export interface KeyLink {
  readonly from: KeyPlace;
  readonly to: KeyPlace;
}

export interface KeyRewrite {
  readonly maps: readonly KeyMap[];
  readonly links: readonly KeyLink[];
}

/** Rows that refer to nothing, as a part of their reference is NULL: their other parts stay as they are. */
export interface PartialKeys {
  readonly place: KeyPlace;
  readonly rows: number;
}

export interface RewrittenKeys {
  /** Different values over all maps. */
  readonly values: number;
  readonly tables: readonly { readonly table: TableName; readonly rowsWritten: number }[];
  readonly partial: readonly PartialKeys[];
  /** What somebody should look at, as sentences. */
  readonly notes: readonly string[];
}

/**
 * Rewrites keys together with all that refers to them. What `rewrite` promises, on every database:
 *
 * - All places of all maps change, or none does: whatever dies at whatever moment, joins hold for everybody who looks.
 *   Where that cannot be one transaction, the adapter must be able to go on, or to undo, when it is called again with
 *   the claim of the same partition.
 * - In-place permutations are no problem: that a new value of one row is still the old value of another row, or is
 *   referred to for a moment by nobody, is the adapter's business.
 * - What it switches off or takes away for that (constraints, indexes, replica identities) is as before at the end,
 *   after success, failure, a lost connection and a crash. Nothing else is left in the target.
 * - Every reference in `links` is counted before and after; a difference undoes everything (`joins_broken`).
 * - Values that no owner's row holds (orphans) are translated like the others.
 * - Memory is bounded, whatever the number of rows.
 */
export interface KeyRewriter {
  /** All foreign keys from and to the table, those of its partitions left out where the table's own say the same. */
  references(table: TableName): Promise<readonly KeyReference[]>;
  /** Why the columns of these places cannot be rewritten, as sentences: rights, kinds of tables, views … Only reads. */
  obstacles(places: readonly KeyPlace[]): Promise<readonly string[]>;
  /** What cannot be known about these places and would be wrong if it were so, as sentences. Only reads. */
  doubts(places: readonly KeyPlace[]): Promise<readonly string[]>;
  /**
   * Under the claim of a partition that is done already nothing is changed again; gives what was done then, or null where
   * the bookkeeping does not keep it. Also moves what generates values for the columns past the new values. Throws
   * `rows_vanished`, `joins_broken`, `constraint_violation` … and then has changed nothing.
   */
  rewrite(claim: PartitionClaim | null, change: KeyRewrite): Promise<RewrittenKeys | null>;
}
