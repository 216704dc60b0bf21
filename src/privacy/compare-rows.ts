import type { DatabaseSession, TableName, TargetColumn } from '../adapters/databases/index.js';

const PAGE = 1_000;

/** The same table on one side. */
export interface ComparedSide {
  readonly session: DatabaseSession;
  readonly table: TableName;
  readonly key: readonly TargetColumn[];
  readonly columns: readonly TargetColumn[];
}

/** In the order of the columns. */
export interface Comparison {
  readonly matchedRows: number;
  readonly compared: readonly number[];
  readonly unchanged: readonly number[];
}

type Row = readonly (string | null)[];

/**
 * Walks both sides in key order, a page of rows at a time, and compares the texts of rows that have the same key. Memory
 * is that of two pages.
 */
export async function compareRows(before: ComparedSide, after: ComparedSide): Promise<Comparison> {
  const compared = before.columns.map(() => 0);
  const unchanged = before.columns.map(() => 0);
  let matchedRows = 0;
  let from: Row | null = null;
  for (;;) {
    const page = await pageOf(before, from, null);
    const last = page.at(-1);
    if (last === undefined) {
      return { matchedRows, compared, unchanged };
    }
    const upTo = last.slice(0, before.key.length);
    const partners = new Map(page.map((row) => [keyOf(before, row), row]));
    for await (const row of rowsOf(after, from, upTo)) {
      const partner = partners.get(keyOf(after, row));
      if (partner !== undefined) {
        matchedRows++;
        countEqual({ partner: valuesOf(before, partner), row: valuesOf(after, row) }, compared, unchanged);
      }
    }
    from = upTo;
  }
}

function countEqual(
  { partner, row }: { readonly partner: Row; readonly row: Row },
  compared: number[],
  unchanged: number[],
): void {
  partner.forEach((value, place) => {
    if (value !== null) {
      compared[place] = (compared[place] ?? 0) + 1;
      unchanged[place] = (unchanged[place] ?? 0) + (row[place] === value ? 1 : 0);
    }
  });
}

async function* rowsOf(side: ComparedSide, after: Row | null, upTo: Row): AsyncGenerator<Row> {
  let from = after;
  for (;;) {
    const page = await pageOf(side, from, upTo);
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) {
      return;
    }
    from = last.slice(0, side.key.length);
  }
}

function pageOf(
  { session, table, key, columns }: ComparedSide,
  after: Row | null,
  upTo: Row | null,
): Promise<readonly Row[]> {
  const scan = { table, readColumns: [...key, ...columns], keyCount: key.length, where: null };
  return session.readPage(scan, { after, upTo }, PAGE);
}

const keyOf = ({ key }: ComparedSide, row: Row): string => JSON.stringify(row.slice(0, key.length));
const valuesOf = ({ key }: ComparedSide, row: Row): Row => row.slice(key.length);
