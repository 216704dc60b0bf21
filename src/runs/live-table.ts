import type {
  DatabaseSession,
  TableDescription,
  TableScan,
  TargetColumn,
} from '../adapters/databases/index.js';
import type { CompiledTableMask, MaskTableTask, TableShape } from '../engine/index.js';

/** A table as it is now in the target, seen as the engine wants to see it. */
export interface LiveTable {
  readonly description: TableDescription;
  readonly shape: TableShape;
  /** By the name as written in the ruleset. */
  find(written: string): TargetColumn | undefined;
}

/** Null: no such table. */
export async function readLiveTable(session: DatabaseSession, written: string): Promise<LiveTable | null> {
  const name = await session.resolveTable(written);
  if (name === null) {
    return null;
  }
  const description = await session.describeTable(name);
  const byName = new Map(description.columns.map((column) => [column.name, column]));
  const find = (text: string): TargetColumn | undefined => byName.get(session.foldIdentifier(text));
  return { description, shape: { columns: description.columns, find }, find };
}

/** The scan that feeds a compiled mask. */
export function scanFor(table: LiveTable, task: MaskTableTask, mask: CompiledTableMask): TableScan {
  return {
    table: table.description.name,
    readColumns: columnsOf(table, mask.readColumns),
    keyCount: mask.keyCount,
    where: task.where,
  };
}

/** A scan of the key columns alone, for splitting. Null: a key column does not exist. */
export function keyScan(table: LiveTable, task: MaskTableTask): TableScan | null {
  const key = task.key.map((written) => table.find(written));
  const known = key.filter((column) => column !== undefined);
  return known.length < key.length
    ? null
    : { table: table.description.name, readColumns: known, keyCount: known.length, where: task.where };
}

/** Columns by their catalog names. */
export function columnsOf(table: LiveTable, names: readonly string[]): readonly TargetColumn[] {
  return names.map((name) => {
    const column = table.description.columns.find((candidate) => candidate.name === name);
    if (column === undefined) {
      throw new Error('The compiled mask names a column that the table does not have.');
    }
    return column;
  });
}
