/** What masking made of the values of one column: changed, skipped and unchanged together are the rows that were read. */
export interface ColumnCounts {
  readonly column: string;
  readonly changed: number;
  /** Left alone by a skip list or a condition. */
  readonly skipped: number;
  /** The masks gave back what was there. Null: nobody read it to compare, and these count as changed. */
  readonly unchanged: number | null;
  /** What the masks gave was cut to the column. Absent, like `altered`, in what earlier versions kept: 0. */
  readonly truncated?: number;
  /** Triggers made something else of it, neither what was written nor what was there. */
  readonly altered?: number;
}

/** As kept in bookkeeping tables. */
export function countsToText(counts: readonly ColumnCounts[] | null | undefined): string | null {
  return counts === undefined || counts === null ? null : JSON.stringify(counts);
}

/** As part of a cursor. */
export function countsFromText(text: string | null | undefined): {
  readonly columnCounts?: readonly ColumnCounts[];
} {
  return text === null || text === undefined
    ? {}
    : { columnCounts: JSON.parse(text) as readonly ColumnCounts[] };
}
