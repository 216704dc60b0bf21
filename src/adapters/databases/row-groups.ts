/** How the rows of a table fall into groups of equal values. Numbers alone, no values. */
export interface GroupCounts {
  readonly rows: number;
  readonly groups: number;
  /** Rows of the smallest group; 0: there are none. */
  readonly smallest: number;
  /** Groups of one row. */
  readonly singles: number;
  /** Rows in groups of fewer than `below` rows. */
  readonly rowsBelow: number;
}

export interface GroupOrder {
  /** Rows with equal texts in all of these are one group. */
  readonly columns: readonly string[];
  readonly below: number;
  /** Pass over rows whose columns are all NULL; else NULL is a value like others. */
  readonly passNulls: boolean;
}

/** What a query of groups selects, in the order that `readGroupCounts` wants. Both kinds of server know it. */
export function groupSelection(below: number): string {
  return (
    'COALESCE(SUM(n), 0), COUNT(*), COALESCE(MIN(n), 0), COALESCE(SUM(CASE WHEN n = 1 THEN 1 ELSE 0 END), 0), ' +
    `COALESCE(SUM(CASE WHEN n < ${Math.trunc(below)} THEN n ELSE 0 END), 0)`
  );
}

export function readGroupCounts(row: readonly (string | null)[] | undefined): GroupCounts {
  const [rows = 0, groups = 0, smallest = 0, singles = 0, rowsBelow = 0] = (row ?? []).map(Number);
  return { rows, groups, smallest, singles, rowsBelow };
}
