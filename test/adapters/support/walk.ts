import type {
  BatchWrite,
  DatabaseSession,
  KeyRange,
  PartitionClaim,
  TableDescription,
  TableScan,
} from '../../../src/adapters/databases/index.js';
import type { RowText } from '../../../src/engine/index.js';

export function scanOf(
  description: TableDescription,
  key: readonly string[],
  others: readonly string[],
  where: string | null = null,
): TableScan {
  const readColumns = [...key, ...others].map((name) => {
    const column = description.columns.find((candidate) => candidate.name === name);
    if (column === undefined) {
      throw new Error(`no column ${name}`);
    }
    return column;
  });
  return { table: description.name, readColumns, keyCount: key.length, where };
}

/** All rows of a range, page by page. */
export async function readAll(
  session: DatabaseSession,
  scan: TableScan,
  range: KeyRange = { after: null, upTo: null },
  limit = 7,
): Promise<RowText[]> {
  const rows: RowText[] = [];
  let after = range.after;
  for (;;) {
    const page = await session.readPage(scan, { after, upTo: range.upTo }, limit);
    const last = page.at(-1);
    if (last === undefined) {
      return rows;
    }
    rows.push(...page);
    after = last.slice(0, scan.keyCount);
  }
}

/** A batch that rewrites the scan's other columns of these rows. */
export function batchOf(
  scan: TableScan,
  rows: readonly RowText[],
  change: (text: string | null) => string | null,
): BatchWrite {
  const columns = scan.readColumns.map((_, place) =>
    rows.map((row) => (place < scan.keyCount ? (row[place] ?? null) : change(row[place] ?? null))),
  );
  return {
    table: scan.table,
    keyColumns: scan.readColumns.slice(0, scan.keyCount),
    writeColumns: scan.readColumns.slice(scan.keyCount),
    columns,
    cursor: {
      lastKey: rows.at(-1)?.slice(0, scan.keyCount) ?? null,
      rowsRead: rows.length,
      rowsWritten: rows.length,
    },
  };
}

let claims = 0;

export function claimOf(name: string, partitionId = 1): PartitionClaim {
  claims += 1;
  return { progress: { name }, partitionId, token: `token-${claims}` };
}
