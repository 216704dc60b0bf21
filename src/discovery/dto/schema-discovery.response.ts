import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { columnKeys, dotted } from '../column-keys.js';
import type { DiscoveredColumn, DiscoveredTable } from '../discovered-table.js';
import { toMatchResponse } from './match.response.js';

/** One column of a discovery, flat. */
export class SchemaResultResponse {
  @ApiProperty({ example: 7 })
  id: number;

  @ApiProperty({ example: 'public' })
  schema: string;

  @ApiProperty({ example: 'customers' })
  table: string;

  @ApiProperty({ example: 'email' })
  column: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description:
      'Type, lengths, keys and matches of the column. `constraint` is `Primary`, `Unique` or empty; `discovery_matches` have a `label`, a `description`, `categories` (PII, PHI, PCI, Custom), `flagged_by`, a `hit_ratio` in percent (null: by the name) and a `score`; `foreign_keys` say what the column refers to, `referencing_foreign_keys` what refers to it.',
  })
  data: Record<string, unknown>;
}

/** One page of columns, and the keys of their tables. */
export class SchemaResultsPage {
  @ApiProperty({ description: 'Columns in all.', example: 1 })
  count: number;

  @ApiProperty({ type: String, nullable: true })
  next: string | null;

  @ApiProperty({ type: String, nullable: true })
  previous: string | null;

  @ApiProperty({ type: [SchemaResultResponse] })
  results: SchemaResultResponse[];

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description:
      'Schema → table → `primary_keys`, `unique_keys`, `foreign_keys`, `row_count`, of the tables on this page.',
  })
  table_metadata: Record<string, Record<string, unknown>>;
}

/** What the last discovery of a connection found. */
export class ConnectionDiscoveryResponse {
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'Options of the discovery, and its schemas with their tables and columns.',
  })
  data: Record<string, unknown>;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    description: 'The run that discovered.',
  })
  last_sdd_run: unknown;
}

/** A column as the paged list shows it. */
export function toResultResponse(table: DiscoveredTable, column: DiscoveredColumn): SchemaResultResponse {
  const keys = columnKeys(table, column.name);
  return {
    id: column.id,
    schema: table.schema,
    table: table.table,
    column: column.name,
    data: {
      data_type: column.dataType,
      max_length: column.maxLength,
      numeric_precision: column.numericPrecision,
      numeric_scale: column.numericScale,
      constraint: keys.constraint,
      constraint_columns: keys.constraintColumns,
      pk_constraint_name: keys.primaryName,
      uk_constraint_name: keys.uniqueName,
      unique_index_names: keys.uniqueIndexNames,
      foreign_keys: keys.references.map(({ name, column: referenced }) => ({
        name,
        referenced_column: dotted(referenced),
      })),
      referencing_foreign_keys: keys.referencedBy.map(({ name, column: referencing }) => ({
        name,
        referencing_column: dotted(referencing),
      })),
      discovery_matches: column.matches.map(toMatchResponse),
      safe_data_preview: column.safeDataPreview,
    },
  };
}

/** A column as the nested document of a connection shows it. */
export function toNestedColumn(table: DiscoveredTable, column: DiscoveredColumn): Record<string, unknown> {
  const keys = columnKeys(table, column.name);
  const byValues = column.matches.filter(({ flaggedBy }) => flaggedBy === 'In-Data Discovery');
  const sensitive = column.matches.filter(({ label }) => label !== null);
  return {
    name: column.name,
    data_type: column.dataType,
    categories: [...new Set(column.matches.flatMap(({ categories }) => categories))],
    max_length: column.maxLength,
    description: column.matches.map(({ description }) => description).join('; '),
    foreign_keys: keys.references.map(({ name, column: referenced }) => ({
      name,
      referenced_column: dotted(referenced),
    })),
    is_unique_key: keys.isUnique,
    numeric_scale: column.numericScale,
    ruleset_match: sensitive.length > 0,
    in_data_result: byValues.map(toMatchResponse),
    is_primary_key: keys.isPrimary,
    numeric_precision: column.numericPrecision,
    constraint_columns: keys.constraintColumns,
    pk_constraint_name: keys.primaryName,
    uk_constraint_name: keys.uniqueName,
    unique_index_names: keys.uniqueIndexNames,
    allow_in_data_override: byValues.length === 0,
    referencing_foreign_keys: keys.referencedBy.map(({ column: referencing }) => dotted(referencing)),
  };
}

export function toTableMetadata(table: DiscoveredTable): Record<string, unknown> {
  const columnsOf = ({ columns }: { readonly columns: readonly string[] }): object => ({ columns });
  return {
    primary_keys: table.primaryKey === null ? [] : [columnsOf(table.primaryKey)],
    unique_keys: table.uniqueKeys.map(columnsOf),
    foreign_keys: table.foreignKeys.map(columnsOf),
    row_count: table.rowEstimate,
    kind: table.kind,
    problem: table.problem,
  };
}
