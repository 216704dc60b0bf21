import type { RowText } from '../../../engine/index.js';
import type { CatalogTable, ForeignKey, IncomingKey, UniqueKey } from '../schema-catalog.js';
import { groupRows } from './table-references.js';

/** What the catalog says of the keys of a few tables of one schema, by queries that name them all. */
export interface KeyRows {
  /**
   * Parts of unique indexes in their order, primary keys first: table, index, column (null: an expression), a mark where
   * it is not the whole column or not all rows, '1' where it is declared as a constraint.
   */
  readonly keys: readonly RowText[];
  /** Constraint, schema, table, column of the referring side, then schema, table, column that is referred to. */
  readonly foreignKeys: readonly RowText[];
}

/** The keys of one table. `isPrimary` knows the primary key by its rows. */
export function tableKeys(
  { schema, table }: { readonly schema: string; readonly table: string },
  { keys, foreignKeys }: KeyRows,
  isPrimary: (row: RowText) => boolean,
): Pick<CatalogTable, 'primaryKey' | 'uniqueKeys' | 'foreignKeys' | 'referencedBy'> {
  const own = keys.filter(([owner]) => owner === table);
  const primary = keysOf(own.filter(isPrimary))[0];
  const isOwn = (row: RowText): boolean => row[1] === schema && row[2] === table;
  const isToOwn = (row: RowText): boolean => row[4] === schema && row[5] === table;
  return {
    primaryKey: primary === undefined ? null : { name: primary.name, columns: primary.columns },
    uniqueKeys: keysOf(own.filter((row) => !isPrimary(row))),
    foreignKeys: groupRows(foreignKeys.filter(isOwn), [0]).map(toForeignKey),
    referencedBy: groupRows(foreignKeys.filter(isToOwn), [0, 1, 2]).map(toIncomingKey),
  };
}

/** Keys over a part of a column, or over an expression, identify nothing. */
function keysOf(rows: readonly RowText[]): readonly UniqueKey[] {
  return groupRows(rows, [1])
    .filter((parts) => parts.every(([, , column, part]) => column !== null && part === null))
    .map((parts) => ({
      name: parts[0]?.[1] ?? '',
      columns: parts.map((part) => part[2] ?? ''),
      isConstraint: parts[0]?.[4] === '1',
    }));
}

function toForeignKey(parts: readonly RowText[]): ForeignKey {
  const [name, , , , schema, table] = parts[0] ?? [];
  const references = {
    schema: schema ?? '',
    table: table ?? '',
    columns: parts.map((part) => part[6] ?? ''),
  };
  return { name: name ?? '', columns: parts.map((part) => part[3] ?? ''), references };
}

function toIncomingKey(parts: readonly RowText[]): IncomingKey {
  const [name, schema, table] = parts[0] ?? [];
  const from = { schema: schema ?? '', table: table ?? '', columns: parts.map((part) => part[3] ?? '') };
  return { name: name ?? '', columns: parts.map((part) => part[6] ?? ''), from };
}
