import type { DatabaseSession, TableName } from '../adapters/databases/index.js';
import { maskTableTasks, tablesOf } from '../engine/index.js';
import type { Ruleset, Task } from '../engine/index.js';

/** A column that a ruleset names. */
export interface NamedColumn {
  /** As written. */
  readonly table: string;
  readonly column: string;
  readonly line: number;
  /** What the name means in the database; null: there is no such table. */
  readonly place: TableName | null;
}

/** Which columns a ruleset has rules for. */
export interface RulesetCover {
  /** Schemas of the tables that the ruleset masks. */
  readonly schemas: ReadonlySet<string>;
  readonly named: readonly NamedColumn[];
  /** Lines of the ruleset with a rule for the column, ascending. */
  linesOf(schema: string, table: string, column: string): readonly number[];
  /** Does the ruleset take all rows away? */
  isEmptied(schema: string, table: string): boolean;
  /** Does a name as written stand for this column? */
  means(written: string, column: string): boolean;
}

/** Looks the ruleset's tables up in the database: names are written there as the database reads them. */
export async function coverOf(ruleset: Ruleset, session: DatabaseSession): Promise<RulesetCover> {
  const lines = new Map<string, number[]>();
  const places = new Map<string, TableName | null>();
  const placeOf = async (written: string): Promise<TableName | null> => {
    if (!places.has(written)) {
      places.set(written, await session.resolveTable(written));
    }
    return places.get(written) ?? null;
  };
  const named: NamedColumn[] = [];
  for (const { table, column, line } of ruledColumns(ruleset)) {
    const place = await placeOf(table);
    named.push({ table, column, line, place });
    if (place !== null) {
      const key = keyOf(place.schema, place.table, session.foldIdentifier(column));
      lines.set(key, [...(lines.get(key) ?? []), line]);
    }
  }
  const emptied = new Set<string>();
  for (const { table } of truncations(ruleset.tasks).flatMap(tablesOf)) {
    const place = await placeOf(table);
    emptied.add(place === null ? '' : keyOf(place.schema, place.table, ''));
  }
  return {
    schemas: new Set(named.flatMap(({ place }) => (place === null ? [] : [place.schema]))),
    named,
    linesOf: (schema, table, column) =>
      [...new Set(lines.get(keyOf(schema, table, session.foldColumnName(column))))].sort((a, b) => a - b),
    isEmptied: (schema, table) => emptied.has(keyOf(schema, table, '')),
    means: (written, column) => session.foldIdentifier(written) === session.foldColumnName(column),
  };
}

function keyOf(schema: string, table: string, folded: string): string {
  return JSON.stringify([schema, table, folded]);
}

function ruledColumns(ruleset: Ruleset): readonly Omit<NamedColumn, 'place'>[] {
  const rules = maskTableTasks(ruleset.tasks).flatMap(({ table, rules: all }) =>
    all.map(({ column, at }) => ({ table, column, line: at.line })),
  );
  const keys = leaves(ruleset.tasks).flatMap((task) =>
    task.kind === 'mask_unique_key'
      ? task.targetKey.map(({ column }) => ({ table: task.table, column, line: task.at.line }))
      : [],
  );
  return [...rules, ...keys];
}

function truncations(tasks: readonly Task[]): readonly Task[] {
  return leaves(tasks).filter(({ kind }) => kind === 'truncate_table');
}

function leaves(tasks: readonly Task[]): readonly Task[] {
  return tasks.flatMap((task) =>
    task.kind === 'parallel' || task.kind === 'serial' ? leaves(task.tasks) : [task],
  );
}
