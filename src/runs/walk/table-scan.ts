import type { ScanColumn, ScanJoin, TableScan, TargetColumn } from '../../adapters/databases/index.js';
import type { CompiledTableMask, Join, MaskTableTask } from '../../engine/index.js';
import { columnsOf } from '../work/live-table.js';
import type { LiveTable } from '../work/live-table.js';
import { PartitionFailure } from '../work/partition-failure.js';

/** The scan that feeds a compiled mask. */
export function scanFor(table: LiveTable, task: MaskTableTask, mask: CompiledTableMask): TableScan {
  const readColumns = mask.readColumns.map((name, place): ScanColumn => {
    const join = mask.readJoins[place] ?? null;
    const [column] = columnsOf(join === null ? table : table.joined[join]!, [name]);
    return { ...column!, join };
  });
  return {
    table: table.description.name,
    readColumns,
    keyCount: mask.keyCount,
    where: task.where,
    joins: scanJoins(table, task),
  };
}

/** A scan of the key columns alone, for splitting: joins do not matter there. Null: a key column does not exist. */
export function keyScan(table: LiveTable, task: MaskTableTask): TableScan | null {
  const key = task.key.map((written) => table.find(written));
  const known = key.filter((column) => column !== undefined);
  return known.length < key.length
    ? null
    : { table: table.description.name, readColumns: known, keyCount: known.length, where: task.where };
}

/** The joins of a task as its scan wants them. Throws `PartitionFailure` where a column is missing. */
export function scanJoins(table: LiveTable, { joins }: MaskTableTask): readonly ScanJoin[] {
  return joins.map((join, place) => {
    const target = table.joined[place]!;
    const source = sourceOf(joins, join);
    return {
      table: target.description.name,
      targetKey: keyOf(target, join.targetTable, join.targetKey),
      source,
      sourceKey: keyOf(source === null ? table : table.joined[source]!, join.sourceTable, join.sourceKey),
      outer: join.outer,
      order: orderOf(target),
    };
  });
}

/** Null: the masked table itself. The ruleset's check has made sure that a source stands before what is joined to it. */
function sourceOf(joins: readonly Join[], { sourceTable }: Join): number | null {
  const place = joins.findIndex(({ targetTable }) => targetTable === sourceTable);
  return place === -1 ? null : place;
}

function keyOf(table: LiveTable, written: string, names: readonly string[]): readonly TargetColumn[] {
  return names.map((name) => {
    const column = table.find(name);
    if (column === undefined) {
      throw new PartitionFailure('unknown_column', `the table ${written} has no column "${name}" to join by`);
    }
    return column;
  });
}

/** By a key, where the table has one without NULLs; else by all columns, and rows that are equal in all are one. */
function orderOf({ description: { columns, primaryKey, uniqueKeys } }: LiveTable): readonly TargetColumn[] {
  const named = (key: readonly string[]): readonly TargetColumn[] =>
    columns.filter((column) => key.includes(column.name));
  const keys = [primaryKey, ...uniqueKeys].map(named);
  const certain = keys.find((key) => key.length > 0 && key.every((column) => !column.nullable));
  return certain ?? columns.filter((column) => column.canSelect);
}
