import type { RowText } from '../../engine/index.js';
import type { PartitionCursor, TableScan, TargetColumn } from './database-adapter.js';
import type { PartitionClaim, TableName } from './target-names.js';

/** What it would mean to write a table anew. */
export interface RewriteFacts {
  /** Why it cannot be done, as sentences. */
  readonly refusals: readonly string[];
  /** Tables that are locked with it until the end: those that it has foreign keys from or to. */
  readonly locks: readonly TableName[];
  /** Triggers that would fire in place, and do not when the table is written anew. */
  readonly silentTriggers: readonly string[];
}

export interface RewriteWork {
  readonly writeColumns: readonly TargetColumn[];
  /** Rows of the next page. */
  pageRows(): number;
  /**
   * What of a page changes; null: stop. Each row of the page ends with an address, and the first of the arrays given
   * back holds the addresses of the rows that change, the others their new texts by write column.
   */
  mask(page: readonly RowText[]): Promise<readonly (readonly (string | null)[])[] | null>;
}

/**
 * Writes a whole table anew, which leaves no dead rows behind. The table stays the one it was, with all that hangs on
 * it. Everybody else waits until the end; whatever dies, the table is the old one or the new one.
 */
export interface TableRewriter {
  /** Only reads. */
  describe(table: TableName): Promise<RewriteFacts>;
  /**
   * One transaction. Rows that the scan's condition leaves out are carried over as they are; joins are not possible. Gives
   * the cursor, which the claim keeps too, with a `lastKey` that is not null; null when `work.mask` asked to stop.
   * Throws `not_rewritable` with the reasons, `rows_vanished`, `constraint_violation` … and then has changed nothing.
   */
  rewrite(claim: PartitionClaim | null, scan: TableScan, work: RewriteWork): Promise<PartitionCursor | null>;
}
