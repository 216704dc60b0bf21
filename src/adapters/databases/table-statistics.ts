import type { TableName } from './target-names.js';

/** What a server keeps about the values of tables, for its plans. */
export interface TableStatistics {
  /**
   * Has the server look at a table and all tables below it again: what it keeps holds values from before. Throws when this
   * user may not, or others are in the way for some seconds.
   */
  renew(table: TableName): Promise<RenewedStatistics>;
  /** The same for a table that was emptied, and those below it: there is nothing to look at, so nothing must be kept. */
  forget(table: TableName): Promise<RenewedStatistics>;
  /** Has the server look again at the rows that a table has from those below it. */
  renewAbove(table: TableName): Promise<RenewedStatistics>;
}

export interface RenewedStatistics {
  /** Tables above, of whose rows the server may keep something, too: `renewAbove` when none of these rows changes any more. */
  readonly above: readonly TableName[];
  /** Tables of which values from before may be kept all the same. */
  readonly kept: readonly KeptStatistics[];
}

export interface KeptStatistics {
  readonly table: TableName;
  /** As the rest of a sentence in brackets. */
  readonly reason: string;
}
