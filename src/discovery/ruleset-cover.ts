import type { DatabaseSession } from '../adapters/databases/index.js';
import { maskTableTasks } from '../engine/index.js';
import type { Ruleset } from '../engine/index.js';

/** Which columns a ruleset has rules for. */
export interface RulesetCover {
  /** Schemas of the tables that the ruleset masks. */
  readonly schemas: ReadonlySet<string>;
  /** Lines of the ruleset with a rule for the column, ascending. */
  linesOf(schema: string, table: string, column: string): readonly number[];
}

/** Looks the ruleset's tables up in the database: names are written there as the database reads them. */
export async function coverOf(ruleset: Ruleset, session: DatabaseSession): Promise<RulesetCover> {
  const lines = new Map<string, number[]>();
  const schemas = new Set<string>();
  const keyOf = (schema: string, table: string, folded: string): string =>
    JSON.stringify([schema, table, folded]);
  for (const task of maskTableTasks(ruleset.tasks)) {
    const name = await session.resolveTable(task.table);
    if (name === null) {
      continue;
    }
    schemas.add(name.schema);
    for (const { column, at } of task.rules) {
      const key = keyOf(name.schema, name.table, session.foldIdentifier(column));
      lines.set(key, [...(lines.get(key) ?? []), at.line]);
    }
  }
  return {
    schemas,
    linesOf: (schema, table, column) =>
      [...new Set(lines.get(keyOf(schema, table, session.foldColumnName(column))))].sort((a, b) => a - b),
  };
}
