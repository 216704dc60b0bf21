import { ApiProperty } from '@nestjs/swagger';
import { Page } from '../../common/http/dto/page.dto.js';
import type { AnonymityFigures, ColumnFigures, DiversityFigures, TableFigures } from '../privacy-figures.js';
import { PRIVACY_REPORT_STATUSES } from '../privacy-report-status.js';
import type { PrivacyReportStatus } from '../privacy-report-status.js';
import type { PrivacyReport } from '../privacy-report.entity.js';
import { shareOf } from '../share-of.js';

const NULLABLE_ID = { type: String, format: 'uuid', nullable: true } as const;

/** How well rows hide among each other. */
export class AnonymityResponse {
  @ApiProperty({ example: 12000 })
  rows: number;

  @ApiProperty({ description: 'Different combinations of the quasi-identifiers.', example: 11200 })
  groups: number;

  @ApiProperty({
    description:
      'Rows of the smallest group (k-anonymity): 1 means that somebody can be singled out; 0: the table is empty.',
    example: 1,
  })
  k: number;

  @ApiProperty({ description: 'Rows whose combination no other row has.', example: 10431 })
  unique_rows: number;

  @ApiProperty({
    description: 'The same as a part of all rows.',
    type: Number,
    nullable: true,
    example: 0.86925,
  })
  unique_share: number | null;

  @ApiProperty({ description: 'Rows in groups smaller than the wanted k.', example: 11904 })
  rows_below_k: number;
}

/** How different the values of a column are. */
export class DiversityResponse {
  @ApiProperty({ description: 'Rows with a value.', example: 11990 })
  values: number;

  @ApiProperty({ example: 8123 })
  distinct: number;

  @ApiProperty({ description: 'Values that occur once.', example: 6012 })
  unique: number;

  @ApiProperty({
    description: 'The same as a part of all values.',
    type: Number,
    nullable: true,
    example: 0.50142,
  })
  unique_share: number | null;
}

export class ColumnPrivacyResponse {
  @ApiProperty({ example: 'birth_date' })
  column: string;

  @ApiProperty({ type: DiversityResponse, nullable: true })
  before: DiversityResponse | null;

  @ApiProperty({ type: DiversityResponse, nullable: true })
  after: DiversityResponse | null;

  @ApiProperty({
    description: 'Values that were compared: of rows with the same key on both sides, not NULL before.',
    type: Number,
    nullable: true,
    example: 11990,
  })
  compared: number | null;

  @ApiProperty({
    description: 'How many of them are the same after masking.',
    type: Number,
    nullable: true,
    example: 3,
  })
  unchanged: number | null;

  @ApiProperty({ type: Number, nullable: true, example: 0.00025 })
  unchanged_share: number | null;
}

export class TablePrivacyResponse {
  @ApiProperty({ example: 'public.customers' })
  table: string;

  @ApiProperty({ type: [String], example: ['birth_date', 'postcode', 'gender'] })
  quasi_identifiers: readonly string[];

  @ApiProperty({
    type: AnonymityResponse,
    nullable: true,
    description: 'Null: there is nothing to compare with.',
  })
  before: AnonymityResponse | null;

  @ApiProperty({ type: AnonymityResponse, nullable: true })
  after: AnonymityResponse | null;

  @ApiProperty({
    description: 'Rows with the same key on both sides.',
    type: Number,
    nullable: true,
    example: 12000,
  })
  matched_rows: number | null;

  @ApiProperty({ type: [ColumnPrivacyResponse] })
  columns: ColumnPrivacyResponse[];

  @ApiProperty({
    description: 'Why figures are missing, or are of a part of the rows only.',
    type: String,
    nullable: true,
    example: null,
  })
  problem: string | null;
}

/** A privacy report, without its figures. */
export class PrivacyReportSummary {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  connection: string;

  @ApiProperty(NULLABLE_ID)
  original_connection: string | null;

  @ApiProperty(NULLABLE_ID)
  baseline: string | null;

  @ApiProperty({ example: 5 })
  k: number;

  @ApiProperty({ enum: PRIVACY_REPORT_STATUSES })
  status: PrivacyReportStatus;

  @ApiProperty({ example: 'Measured 3 tables.' })
  status_message: string;

  @ApiProperty({ description: 'Why it failed.', type: String, nullable: true, example: null })
  error_message: string | null;

  @ApiProperty({ format: 'date-time' })
  created_time: string;

  @ApiProperty({ format: 'date-time' })
  last_updated: string;
}

/** A privacy report. It holds numbers alone, no value of the data. */
export class PrivacyReportResponse extends PrivacyReportSummary {
  @ApiProperty({ type: [TablePrivacyResponse], description: 'Empty until the report is finished.' })
  tables: TablePrivacyResponse[];
}

export class PrivacyReportPage extends Page<PrivacyReportSummary> {
  @ApiProperty({ type: [PrivacyReportSummary] })
  declare results: PrivacyReportSummary[];
}

export function toPrivacyReportSummary(report: PrivacyReport): PrivacyReportSummary {
  return {
    id: report.id,
    connection: report.connectionId,
    original_connection: report.originalConnectionId,
    baseline: report.baselineId,
    k: report.wish.k,
    status: report.status,
    status_message: report.statusMessage,
    error_message: report.errorMessage,
    created_time: report.createdTime.toISOString(),
    last_updated: report.modifiedTime.toISOString(),
  };
}

export function toPrivacyReportResponse(report: PrivacyReport): PrivacyReportResponse {
  return Object.assign(toPrivacyReportSummary(report), { tables: (report.figures ?? []).map(toTable) });
}

function toTable(figures: TableFigures): TablePrivacyResponse {
  const { table, quasiIdentifiers, before, after, matchedRows, columns, problem } = figures;
  return {
    table,
    quasi_identifiers: quasiIdentifiers,
    before: toAnonymity(before),
    after: toAnonymity(after),
    matched_rows: matchedRows,
    columns: columns.map(toColumn),
    problem,
  };
}

function toAnonymity(figures: AnonymityFigures | null): AnonymityResponse | null {
  if (figures === null) {
    return null;
  }
  const { rows, groups, k, uniqueRows, rowsBelowK } = figures;
  return {
    ...{ rows, groups, k, unique_rows: uniqueRows, unique_share: shareOf(uniqueRows, rows) },
    rows_below_k: rowsBelowK,
  };
}

function toColumn({ column, before, after, compared, unchanged }: ColumnFigures): ColumnPrivacyResponse {
  return {
    column,
    before: toDiversity(before),
    after: toDiversity(after),
    compared,
    unchanged,
    unchanged_share: shareOf(unchanged, compared),
  };
}

function toDiversity(figures: DiversityFigures | null): DiversityResponse | null {
  if (figures === null) {
    return null;
  }
  const { values, distinct, unique } = figures;
  return { values, distinct, unique, unique_share: shareOf(unique, values) };
}
