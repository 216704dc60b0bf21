import type { ColumnCounts, PartitionCursor } from '../../adapters/databases/index.js';
import type { MaskTally } from '../../engine/index.js';
import type { RowCounters } from '../ledger/partition-claims.js';
import type { RowWalkPlan } from './row-walk-plan.js';

/** Sums up, page by page, what one walk made of the values of each column. */
export class WalkCounts {
  private readonly columns: readonly { readonly name: string; readonly isRead: boolean }[];
  private sums: readonly ColumnCounts[] = [];
  /** False: a version before, which did not count, has done a part. Then these are the sums of this walk alone. */
  private isWhole = true;
  /** Of the batch that is being written, by column. */
  private altering: readonly number[] = [];

  constructor({ scan, writeColumns }: Pick<RowWalkPlan, 'scan' | 'writeColumns'>) {
    this.columns = writeColumns.map(({ name }) => ({
      name,
      isRead: scan.readColumns.some((column) => column.name === name && (column.join ?? null) === null),
    }));
  }

  /** Goes on from where a cursor stands. */
  begin({ rowsRead, columnCounts = [] }: PartitionCursor): void {
    const none = { changed: 0, skipped: 0, unchanged: 0, truncated: 0, altered: 0 };
    const known = new Map(columnCounts.map((counts) => [counts.column, counts]));
    const sums = this.columns.map(({ name }): ColumnCounts => ({
      column: name,
      ...none,
      ...known.get(name),
    }));
    this.isWhole = sums.every((counts) => rowsOf(counts) === rowsRead);
    this.sums = this.isWhole ? sums : sums.map(({ column }) => ({ column, ...none }));
  }

  /** After each page, in their order. */
  add(rows: number, { skipped, unchanged, truncated }: MaskTally): void {
    this.sums = this.sums.map((sum, place) => {
      const [left, same] = [skipped[place] ?? 0, unchanged[place] ?? 0];
      const isCompared = this.columns[place]?.isRead === true && sum.unchanged !== null;
      return {
        ...sum,
        changed: sum.changed + rows - left - (isCompared ? same : 0),
        skipped: sum.skipped + left,
        unchanged: isCompared ? sum.unchanged + same : null,
        truncated: (sum.truncated ?? 0) + (truncated[place] ?? 0),
      };
    });
  }

  /** As part of a cursor. */
  get ofCursor(): Pick<PartitionCursor, 'columnCounts'> {
    return this.isWhole ? { columnCounts: this.sums } : {};
  }

  /** What no cursor holds. */
  get untold(): readonly ColumnCounts[] {
    return this.isWhole ? [] : this.sums;
  }

  /**
   * A cursor as it is to be written now: with what triggers made of the batches before, which was not known when the
   * cursor was made, and with `altering` of its own batch.
   */
  altered(cursor: PartitionCursor, altering: readonly number[] = []): PartitionCursor {
    this.altering = altering;
    const columnCounts = cursor.columnCounts?.map((counts, place) => ({
      ...counts,
      altered: (this.sums[place]?.altered ?? 0) + (altering[place] ?? 0),
    }));
    return columnCounts === undefined ? cursor : { ...cursor, columnCounts };
  }

  /** The batch that was being written is committed. */
  commit(): void {
    const { altering } = this;
    this.altering = [];
    this.sums = this.sums.map((sum, place) => ({
      ...sum,
      altered: (sum.altered ?? 0) + (altering[place] ?? 0),
    }));
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
  return {
    skipped: new Uint32Array(columns),
    unchanged: new Uint32Array(columns),
    truncated: new Uint32Array(columns),
  };
}
