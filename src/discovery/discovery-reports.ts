import { csvLine } from '../common/http/csv.js';
import { columnKeys, dotted } from './column-keys.js';
import type { DiscoveredColumn, DiscoveredTable, DiscoveryMatch } from './discovered-table.js';
import type { SddFinding } from './sdd-finding.entity.js';

/** Columns of the report on all columns; `Selected` comes first where it is wanted. */
const RESULT_COLUMNS = [
  'Table schema',
  'Table name',
  'Column name',
  'Data Type',
  'Constraint',
  'Foreign Keys',
  'Max Length',
  'Numeric Precision',
  'Numeric Scale',
  'Reason for flag',
  'Flagged by',
  'Data classifications',
];
const SDD_COLUMNS = [
  'Table schema',
  'Table name',
  'Column name',
  'Reason for flag',
  'Data classifications',
  'Coverage',
  'Task line number',
];

export function resultHeader(withSelection: boolean): string {
  return csvLine(withSelection ? ['Selected', ...RESULT_COLUMNS] : RESULT_COLUMNS);
}

/** One line of the report on all columns. Sensitive columns are selected. */
export function resultLine(table: DiscoveredTable, column: DiscoveredColumn, withSelection: boolean): string {
  const isSensitive = column.matches.some(({ label }) => label !== null);
  const { references } = columnKeys(table, column.name);
  const links = references.map(({ name, column: referenced }) => [name, dotted(referenced)]);
  return csvLine([
    ...(withSelection ? [String(isSensitive)] : []),
    table.schema,
    table.table,
    column.name,
    column.dataType,
    constraintText(table, column.name),
    links.length === 0 ? '' : JSON.stringify(links),
    column.maxLength ?? '',
    column.numericPrecision ?? '',
    column.numericScale ?? '',
    reasons(column.matches),
    distinct(column.matches.map(({ flaggedBy }) => flaggedBy)),
    classifications(column.matches),
  ]);
}

/** Which sensitive columns a ruleset has rules for. */
export function sddReport(findings: readonly SddFinding[]): string {
  const lines = findings.map(({ schemaName, tableName, columnName, matches, lines: covered }) =>
    csvLine([
      schemaName,
      tableName,
      columnName,
      reasons(matches),
      classifications(matches),
      covered.length > 0 ? 'Covered' : 'Not covered',
      covered.join(', '),
    ]),
  );
  return csvLine(SDD_COLUMNS) + lines.join('');
}

function constraintText(table: DiscoveredTable, column: string): string {
  const named = (kind: string, keys: readonly { readonly columns: readonly string[] }[]): readonly string[] =>
    keys
      .filter(({ columns }) => columns.includes(column))
      .map(({ columns }) => `${kind}(${columns.join(', ')})`);
  return [
    ...named('Primary', table.primaryKey === null ? [] : [table.primaryKey]),
    ...named('Unique', table.uniqueKeys),
    ...named('Foreign', table.foreignKeys),
  ].join('; ');
}

function reasons(matches: readonly DiscoveryMatch[]): string {
  return distinct(matches.map(({ description }) => description));
}

function classifications(matches: readonly DiscoveryMatch[]): string {
  return [...new Set(matches.flatMap(({ categories }) => categories))].join(', ');
}

function distinct(texts: readonly string[]): string {
  return [...new Set(texts)].join('; ');
}
