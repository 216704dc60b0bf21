import type { DiscoveredColumn, DiscoveredTable, DiscoveryMatch } from '../discovery/discovered-table.js';
import type { ColumnFinding, GenerationColumn, GenerationTable } from '../engine/index.js';

const OBSTACLES: Readonly<Record<DiscoveredTable['kind'], string | null>> = {
  table: null,
  partitioned_table: null,
  view: 'it is in a view: select the columns of its tables',
  materialized_view: 'it is in a materialized view: mask its tables, and refresh it afterwards',
  foreign_table: 'it is in a foreign table: mask it in the database where it is',
  other: 'it is in no table that can be masked',
};

/** A discovered table as the generator takes it. */
export function toGenerationTable(table: DiscoveredTable): GenerationTable {
  return {
    schema: table.schema,
    name: table.table,
    obstacle: OBSTACLES[table.kind],
    columns: table.columns.map(toColumn),
    primaryKey: table.primaryKey?.columns ?? [],
    uniqueKeys: table.uniqueKeys.map(({ columns }) => columns),
    foreignKeys: table.foreignKeys.map(({ columns, references }) => ({
      columns,
      schema: references.schema,
      table: references.table,
      referencedColumns: references.columns,
    })),
  };
}

function toColumn({ matches, ...column }: DiscoveredColumn): GenerationColumn {
  const { name, dataType, valueKind, maxLength, numericPrecision, numericScale, nullable, writable } = column;
  const findings = findingsOf(matches);
  return {
    name,
    dataType,
    valueKind,
    maxLength,
    numericPrecision,
    numericScale,
    nullable,
    writable,
    findings,
  };
}

/** What says that values are sensitive, the surest first. */
export function findingsOf(matches: readonly DiscoveryMatch[]): readonly ColumnFinding[] {
  return matches
    .flatMap(({ label, description, categories, score }) =>
      label === null ? [] : [{ label, description, categories, score }],
    )
    .sort((a, b) => b.score - a.score)
    .map(({ label, description, categories }) => ({ label, description, categories }));
}
