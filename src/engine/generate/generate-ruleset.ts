import { chooseColumns } from './choose-columns.js';
import { isInUniqueKey } from './column-facts.js';
import { KeyOwners } from './key-owners.js';
import { tableIdentity } from './row-identity.js';
import { foldsSpellings, writeRule } from './write-rule.js';
import { writtenName, writtenTable } from './written-name.js';
import type { GenerationRequest, GenerationTable, LeftOut } from './generation-input.js';
import type { PlacedColumn } from './key-owners.js';
import type { WrittenRule } from './write-rule.js';
import type { WrittenTask } from './write-ruleset.js';

export interface GeneratedRuleset {
  /** By schema and table; empty: nothing of the selection can be masked. */
  readonly tasks: readonly WrittenTask[];
  readonly leftOut: readonly LeftOut[];
}

/** Chooses masks for the selected columns: one `mask_table` task for each table. The same request, the same result. */
export function generateRuleset(request: GenerationRequest): GeneratedRuleset {
  const owners = new KeyOwners(request.tables);
  const { columns, leftOut } = chooseColumns(request, owners);
  const more: LeftOut[] = [...leftOut];
  const folds = foldsSpellings(columns, request);
  const tasks = [...byTable(columns)].flatMap(([table, chosen]) => {
    const task = taskFor(table, chosen, { request, owners, folds, leftOut: more });
    return task === null ? [] : [task];
  });
  return { tasks: tasks.sort(byPlace), leftOut: more };
}

interface TaskOptions {
  readonly request: GenerationRequest;
  readonly owners: KeyOwners;
  readonly folds: boolean;
  readonly leftOut: LeftOut[];
}

function taskFor(
  table: GenerationTable,
  columns: readonly PlacedColumn[],
  options: TaskOptions,
): WrittenTask | null {
  const { request, leftOut } = options;
  const key = rowKey(table, columns, request);
  const { schema, name } = table;
  const leave = (column: string, reason: string): void => {
    leftOut.push({ schema, table: name, column, reason, masked: false });
  };
  if (key === null) {
    columns.forEach(({ column }) =>
      leave(column.name, 'nothing identifies a row of this table: give it a primary key'),
    );
    return null;
  }
  const wish = request.selection.find((item) => item.schema === schema && item.table === name)?.hashColumns;
  const rules = columns.flatMap((place): readonly WrittenRule[] => {
    const isReferenced = options.owners.isReferenced(place);
    const isRowKey = key.includes(writtenName(place.column.name, request.dialect));
    const rule = writeRule(place, { ...request, isReferenced, isRowKey, wish, folds: options.folds });
    if (typeof rule === 'string') {
      leave(place.column.name, rule);
      return [];
    }
    return [rule];
  });
  const identity = tableIdentity(table, wish, request.dialect);
  const isFollowed = rules.some(({ followsTable }) => followsTable);
  return rules.length === 0
    ? null
    : {
        ...{ schema, table: name, rules },
        title: [schema, name].filter((part) => part !== '').join('.'),
        task: {
          type: 'mask_table',
          table: writtenTable(schema, name, request.dialect),
          key: key.length === 1 ? key[0] : key,
          ...(identity.length === 0 || !isFollowed ? {} : { hash_columns: identity }),
        },
      };
}

/**
 * What tells rows apart: the primary key, else a unique key without NULLs, best one that is not masked itself, else where a
 * row lies; null: nothing does.
 */
function rowKey(
  table: GenerationTable,
  masked: readonly PlacedColumn[],
  { dialect }: GenerationRequest,
): readonly string[] | null {
  const nullable = new Set(table.columns.filter((column) => column.nullable).map(({ name }) => name));
  const isMasked = new Set(masked.map(({ column }) => column.name));
  const keys = [table.primaryKey, ...table.uniqueKeys].filter(
    (key) => key.length > 0 && !(key !== table.primaryKey && key.some((name) => nullable.has(name))),
  );
  const key = keys.find((columns) => !columns.some((name) => isMasked.has(name))) ?? keys[0];
  if (key !== undefined) {
    return key.map((name) => writtenName(name, dialect));
  }
  const holdsUnique = masked.some(({ column }) => isInUniqueKey(table, column.name));
  return dialect.rowAddress === null || holdsUnique ? null : [dialect.rowAddress];
}

function byTable(columns: readonly PlacedColumn[]): ReadonlyMap<GenerationTable, readonly PlacedColumn[]> {
  const tables = new Map<GenerationTable, PlacedColumn[]>();
  for (const place of columns) {
    tables.set(place.table, [...(tables.get(place.table) ?? []), place]);
  }
  for (const [table, places] of tables) {
    places.sort((a, b) => table.columns.indexOf(a.column) - table.columns.indexOf(b.column));
  }
  return tables;
}

function byPlace(a: WrittenTask, b: WrittenTask): number {
  const [one, other] = [a, b].map(({ schema, table }) => JSON.stringify([schema, table]));
  return one! < other! ? -1 : 1;
}
