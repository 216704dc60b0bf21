import type { DiscoveredTable } from './discovered-table.js';

interface ColumnAddress {
  readonly schema: string;
  readonly table: string;
  readonly column: string;
}

interface KeyLink {
  readonly name: string;
  readonly column: ColumnAddress;
}

/** The part that one column has in the keys of its table. */
export interface ColumnKeys {
  readonly constraint: 'Primary' | 'Unique' | '';
  /** All columns of that constraint. */
  readonly constraintColumns: readonly string[];
  readonly isPrimary: boolean;
  readonly isUnique: boolean;
  readonly primaryName: string | null;
  readonly uniqueName: string | null;
  readonly uniqueIndexNames: readonly string[];
  readonly references: readonly KeyLink[];
  readonly referencedBy: readonly KeyLink[];
}

/** Composite foreign keys pair their columns by place. */
export function columnKeys(table: DiscoveredTable, column: string): ColumnKeys {
  const { primaryKey, uniqueKeys } = table;
  const isPrimary = primaryKey?.columns.includes(column) === true;
  const unique = uniqueKeys.filter(({ columns }) => columns.includes(column));
  const declared = unique.find(({ isConstraint }) => isConstraint);
  const first = declared ?? unique[0];
  return {
    constraint: isPrimary ? 'Primary' : first === undefined ? '' : 'Unique',
    constraintColumns: isPrimary ? primaryKey.columns : (first?.columns ?? []),
    isPrimary,
    isUnique: unique.length > 0,
    primaryName: isPrimary ? primaryKey.name : null,
    uniqueName: declared?.name ?? null,
    uniqueIndexNames: unique.map(({ name }) => name),
    references: table.foreignKeys.flatMap(({ name, columns, references }) =>
      pairs(columns, references, column).map((pair) => ({ name, column: pair })),
    ),
    referencedBy: table.referencedBy.flatMap(({ name, columns, from }) =>
      pairs(columns, from, column).map((pair) => ({ name, column: pair })),
    ),
  };
}

export function dotted({ schema, table, column }: ColumnAddress): string {
  return `${schema}.${table}.${column}`;
}

function pairs(
  columns: readonly string[],
  other: { readonly schema: string; readonly table: string; readonly columns: readonly string[] },
  column: string,
): readonly ColumnAddress[] {
  return columns.flatMap((name, place) =>
    name === column ? [{ schema: other.schema, table: other.table, column: other.columns[place] ?? '' }] : [],
  );
}
