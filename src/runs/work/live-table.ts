import type { DatabaseSession, TableDescription, TargetColumn } from '../../adapters/databases/index.js';
import type { MaskTableTask, TableShape } from '../../engine/index.js';
import { PartitionFailure } from './partition-failure.js';

/** A table as it is now in the target, seen as the engine wants to see it. */
export interface LiveTable {
  readonly description: TableDescription;
  readonly shape: TableShape;
  /** The tables that the task joins, in its order. */
  readonly joined: readonly LiveTable[];
  /** See `DatabaseSession`. */
  readonly rowAddress: TargetColumn | null;
  /** By the name as written in the ruleset. */
  find(written: string): TargetColumn | undefined;
}

/** What of a task decides which tables are read. */
export type NamedTables = Pick<MaskTableTask, 'table' | 'joins'>;

/** Tables that a run will build before they are read, by their names. */
export type BuiltDescriptions = ReadonlyMap<string, TableDescription>;

/** Null: no such table. Throws `PartitionFailure` where a joined one is missing. */
export async function readLiveTable(
  session: DatabaseSession,
  { table, joins }: NamedTables,
  built: BuiltDescriptions = new Map(),
): Promise<LiveTable | null> {
  const own = await readOne(session, table);
  if (own === null) {
    return null;
  }
  const joined: LiveTable[] = [];
  for (const { targetTable } of joins) {
    const helper = built.get(session.foldTableName(targetTable));
    const found = helper === undefined ? await readOne(session, targetTable) : liveTable(session, helper);
    if (found === null) {
      throw new PartitionFailure('unknown_table', `there is no table ${targetTable} to join to`);
    }
    joined.push(found);
  }
  return { ...own, shape: { ...own.shape, joined: joined.map(({ shape }) => shape) }, joined };
}

async function readOne(session: DatabaseSession, written: string): Promise<LiveTable | null> {
  const name = await session.resolveTable(written);
  return name === null ? null : liveTable(session, await session.describeTable(name));
}

function liveTable(session: DatabaseSession, description: TableDescription): LiveTable {
  const byName = new Map(description.columns.map((column) => [session.foldColumnName(column.name), column]));
  const address = session.rowAddress;
  const find = (text: string): TargetColumn | undefined => {
    const name = session.foldIdentifier(text);
    return byName.get(name) ?? (address?.name === name ? address : undefined);
  };
  return {
    description,
    shape: { columns: description.columns, find },
    joined: [],
    rowAddress: address,
    find,
  };
}

/** Columns by their catalog names. */
export function columnsOf(table: LiveTable, names: readonly string[]): readonly TargetColumn[] {
  return names.map((name) => {
    const own = table.description.columns.find((candidate) => candidate.name === name);
    const column = own ?? (table.rowAddress?.name === name ? table.rowAddress : undefined);
    if (column === undefined) {
      throw new Error('The compiled mask names a column that the table does not have.');
    }
    return column;
  });
}
