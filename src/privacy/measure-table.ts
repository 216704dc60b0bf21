import { DatabaseError } from '../adapters/databases/index.js';
import type { DatabaseSession, TableDescription, TargetColumn } from '../adapters/databases/index.js';
import { compareRows } from './compare-rows.js';
import type { Comparison } from './compare-rows.js';
import type { AnonymityFigures, ColumnFigures, DiversityFigures, TableFigures } from './privacy-figures.js';
import type { TableWish } from './privacy-wish.js';

/** Without a list of columns so many are measured at most: each takes a scan of the table. */
const MOST_UNASKED = 200;

/** Sessions to both sides; a null one: nothing to look at there. */
export interface Sides {
  readonly before: DatabaseSession | null;
  readonly after: DatabaseSession;
}

interface Side {
  readonly where: string;
  readonly session: DatabaseSession;
  readonly description: TableDescription;
}

/** Something about the table is not as it must be; the message is for the report. */
class CannotMeasure extends Error {}

/** Measures one table; what goes wrong with it stands in its `problem`, and the other tables go on. */
export async function measureTable(sides: Sides, wish: TableWish, k: number): Promise<TableFigures> {
  try {
    return await measure(sides, wish, k);
  } catch (error) {
    if (error instanceof CannotMeasure || (error instanceof DatabaseError && !error.transient)) {
      return { ...nothing(wish), problem: error.message };
    }
    throw error;
  }
}

function nothing({ table, quasiIdentifiers }: TableWish): TableFigures {
  return {
    table,
    quasiIdentifiers,
    before: null,
    after: null,
    matchedRows: null,
    columns: [],
    problem: null,
  };
}

async function measure(sides: Sides, wish: TableWish, k: number): Promise<TableFigures> {
  const after = await sideOf(sides.after, wish.table, 'the masked database');
  const before =
    sides.before === null ? null : await sideOf(sides.before, wish.table, 'the original database');
  const both = before === null ? [after] : [before, after];
  const quasiIdentifiers = wish.quasiIdentifiers.map((name) => columnOf(after, name).name);
  both.forEach((side) => quasiIdentifiers.forEach((name) => columnOf(side, name)));
  const columns = columnsOf(wish, both);
  const { comparison, problem } = before === null ? NOT_COMPARED : await compare(before, after, columns);
  const problems = [...both.map(hiddenRows), problem].filter((one) => one !== null);
  return {
    ...{ table: wish.table, name: after.description.name, quasiIdentifiers },
    ...{ hidesRows: after.description.rowSecurityApplies, matchedRows: comparison?.matchedRows ?? null },
    problem: problems.length === 0 ? null : problems.join(' '),
    columns: await columnFigures({ before, after }, columns, comparison),
    before: before === null ? null : await anonymityOf(before, quasiIdentifiers, k),
    after: await anonymityOf(after, quasiIdentifiers, k),
  };
}

async function columnFigures(
  { before, after }: { readonly before: Side | null; readonly after: Side },
  columns: readonly string[],
  comparison: Comparison | null,
): Promise<readonly ColumnFigures[]> {
  const figures: ColumnFigures[] = [];
  for (const [place, column] of columns.entries()) {
    figures.push({
      column,
      before: before === null ? null : await diversityOf(before, column),
      after: await diversityOf(after, column),
      compared: comparison?.compared[place] ?? null,
      unchanged: comparison?.unchanged[place] ?? null,
    });
  }
  return figures;
}

async function sideOf(session: DatabaseSession, written: string, where: string): Promise<Side> {
  const name = await session.resolveTable(written);
  if (name === null) {
    throw new CannotMeasure(`There is no table ${written} in ${where}.`);
  }
  return { where, session, description: await session.describeTable(name) };
}

function hiddenRows({ where, description }: Side): string | null {
  return description.rowSecurityApplies
    ? `Row-level security hides rows from the database user of ${where}: the figures are of the visible rows only. Use one with BYPASSRLS.`
    : null;
}

function columnOf({ session, description }: Side, written: string): TargetColumn {
  const { columns } = description;
  const found =
    columns.find(({ name }) => name === written) ??
    columns.find(({ name }) => session.foldColumnName(name) === session.foldIdentifier(written));
  if (found?.canSelect !== true) {
    throw new CannotMeasure(
      `The table has no column ${written}${found === undefined ? '' : ' that this user may read'}.`,
    );
  }
  return found;
}

/** As the masked table calls them. */
function columnsOf({ columns }: TableWish, sides: readonly Side[]): readonly string[] {
  const after = sides.at(-1)!;
  const names =
    columns ??
    after.description.columns
      .filter(({ name, canSelect }) => canSelect && !after.description.primaryKey.includes(name))
      .map(({ name }) => name);
  if (columns === null && names.length > MOST_UNASKED) {
    throw new CannotMeasure(
      `The table has ${names.length} columns; say in \`columns\` which of them to measure.`,
    );
  }
  const found = names.map((name) => columnOf(after, name).name);
  sides.forEach((side) => found.forEach((name) => columnOf(side, name)));
  return found;
}

async function anonymityOf(
  { session, description }: Side,
  columns: readonly string[],
  k: number,
): Promise<AnonymityFigures> {
  const counts = await session.countGroups(description.name, { columns, below: k, passNulls: false });
  return {
    ...{ rows: counts.rows, groups: counts.groups, k: counts.smallest },
    ...{ uniqueRows: counts.singles, rowsBelowK: counts.rowsBelow },
  };
}

async function diversityOf({ session, description }: Side, column: string): Promise<DiversityFigures> {
  const order = { columns: [column], below: 0, passNulls: true };
  const { rows, groups, singles } = await session.countGroups(description.name, order);
  return { values: rows, distinct: groups, unique: singles };
}

const NOT_COMPARED = { comparison: null, problem: null };

async function compare(
  before: Side,
  after: Side,
  columns: readonly string[],
): Promise<{ readonly comparison: Comparison | null; readonly problem: string | null }> {
  const key = await keyOf(before, after);
  if (key === null) {
    const problem =
      'The table has no key of the same columns on both sides, so rows could not be matched: there is no share of values unchanged.';
    return { comparison: null, problem };
  }
  const side = (one: Side): Parameters<typeof compareRows>[0] => ({
    session: one.session,
    table: one.description.name,
    key: key.map((name) => columnOf(one, name)),
    columns: columns.map((name) => columnOf(one, name)),
  });
  return { comparison: await compareRows(side(before), side(after)), problem: null };
}

/** A key that both sides have, free of NULL; null: none. */
async function keyOf(before: Side, after: Side): Promise<readonly string[] | null> {
  const keys = [after.description.primaryKey, ...after.description.uniqueKeys];
  for (const key of keys) {
    const isShared = [before.description.primaryKey, ...before.description.uniqueKeys].some(
      (other) => JSON.stringify(other) === JSON.stringify(key),
    );
    if (key.length > 0 && isShared && (await isWhole(before, key)) && (await isWhole(after, key))) {
      return key;
    }
  }
  return null;
}

async function isWhole({ session, description }: Side, key: readonly string[]): Promise<boolean> {
  return !(await session.checkKey(description.name, key)).nulls;
}
