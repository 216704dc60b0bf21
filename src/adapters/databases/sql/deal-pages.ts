import type { RowText } from '../../../engine/index.js';
import { DEALT_KEY, DEALT_VALUE } from '../database-adapter.js';
import type { DealOrder, TargetColumn } from '../database-adapter.js';
import type { PageReader } from './page-reader.js';

/** Rows looked at together: some megabytes, however long the texts are. */
const PAGE_ROWS = 2_000;

const NUMBER: TargetColumn = {
  ...{ id: 'nr', name: 'nr', typeName: 'bigint', kind: 'integer', nullable: false, writable: true },
  ...{ maxLength: null, numericPrecision: 19, numericScale: 0, generated: false, inForeignKey: false },
  ...{ inUniqueIndex: false, canSelect: true, canUpdate: true },
};

/** The rows that take part in a deal, in key order: their number, their pool, their key and the value. */
export class DealPages {
  /** Of the key and the value: columns of the table that is masked, and their names where they are staged. */
  readonly columns: readonly TargetColumn[];
  readonly names: readonly string[];

  constructor(
    private readonly reader: PageReader,
    private readonly order: DealOrder,
  ) {
    const { scan, position } = order;
    this.columns = [...scan.readColumns.slice(0, scan.keyCount), scan.readColumns[position]!];
    const keys = this.columns.slice(1).map((_, place) => `${DEALT_KEY}${place + 1}`);
    this.names = [...keys, DEALT_VALUE];
  }

  /** Texts by column: number, pool, then those of `columns`. */
  async each(
    stage: (
      columns: readonly TargetColumn[],
      texts: readonly (readonly (string | null)[])[],
    ) => Promise<void>,
  ): Promise<void> {
    const { scan, maxRows } = this.order;
    const columns = [NUMBER, { ...NUMBER, id: 'pool', name: 'pool', typeName: 'int' }, ...this.columns];
    let after: RowText | null = null;
    let number = 0;
    for (let left = maxRows ?? Infinity; left > 0;) {
      const range = { after, upTo: null };
      const page: readonly RowText[] = await this.reader.readPage(scan, range, Math.min(PAGE_ROWS, left));
      if (page.length === 0) {
        return;
      }
      left -= page.length;
      after = page.at(-1)!.slice(0, scan.keyCount);
      const taking = page.flatMap((row) => this.taking(row));
      const rows = taking.map((row, place) => [String(number + place + 1), ...row]);
      number += rows.length;
      if (rows.length > 0) {
        await stage(
          columns,
          columns.map((_, place) => rows.map((row) => row[place] ?? null)),
        );
      }
    }
  }

  private taking(row: RowText): readonly (readonly (string | null)[])[] {
    const { scan, position } = this.order;
    const pool = this.order.pool(row);
    return pool === null ? [] : [[String(pool), ...row.slice(0, scan.keyCount), row[position] ?? null]];
  }
}
