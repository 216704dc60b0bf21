import type { ColumnCounts, PartitionCursor } from '../../adapters/databases/index.js';
import type { MaskTally } from '../../engine/index.js';
import type { RowCounters } from '../ledger/partition-claims.js';
import type { RowWalkPlan } from './row-walk-plan.js';

/** Sums up, page by page, what one walk made of the values of each column. */
export class WalkCounts {
  private readonly columns: readonly { readonly name: string; readonly isRead: boolean }[];
  /** Null: a version before, which did not count, has done a part. */
  private sums: readonly ColumnCounts[] | null = [];

  constructor({ scan, writeColumns }: Pick<RowWalkPlan, 'scan' | 'writeColumns'>) {
    this.columns = writeColumns.map(({ name }) => ({
      name,
      isRead: scan.readColumns.some((column) => column.name === name && (column.join ?? null) === null),
    }));
  }

  /** Goes on from where a cursor stands. */
  begin({ rowsRead, columnCounts = [] }: PartitionCursor): void {
    const known = new Map(columnCounts.map((counts) => [counts.column, counts]));
    const sums = this.columns.map(({ name }): ColumnCounts => {
      const none = { column: name, changed: 0, skipped: 0, unchanged: 0 };
      return known.get(name) ?? none;
    });
    this.sums = sums.every((counts) => rowsOf(counts) === rowsRead) ? sums : null;
  }

  /** After each page, in their order. */
  add(rows: number, { skipped, unchanged }: MaskTally): void {
    this.sums =
      this.sums?.map((sum, place) => {
        const [left, same] = [skipped[place] ?? 0, unchanged[place] ?? 0];
        const isCompared = this.columns[place]?.isRead === true && sum.unchanged !== null;
        return {
          column: sum.column,
          changed: sum.changed + rows - left - (isCompared ? same : 0),
          skipped: sum.skipped + left,
          unchanged: isCompared ? sum.unchanged + same : null,
        };
      }) ?? null;
  }

  /** As part of a cursor. */
  get ofCursor(): Pick<PartitionCursor, 'columnCounts'> {
    return this.sums === null ? {} : { columnCounts: this.sums };
  }
}

/** What is done up to a cursor, as the ledger is told. */
export function countUpTo({ rowsRead, rowsWritten, columnCounts }: PartitionCursor, rows: RowCounters): void {
  rows.rowsRead = rowsRead;
  rows.rowsWritten = rowsWritten;
  rows.columnCounts = columnCounts ?? null;
}

function rowsOf({ changed, skipped, unchanged }: ColumnCounts): number {
  return changed + skipped + (unchanged ?? 0);
}

export function emptyTally(columns: number): MaskTally {
  return { skipped: new Uint32Array(columns), unchanged: new Uint32Array(columns) };
}
