import { ApiProperty } from '@nestjs/swagger';

import type { Preview, TaskPreview } from '../preview/preview.js';
import { toErrorResponse, ValidationErrorResponse } from './ruleset.response.js';

const TEXT_OR_NULL = { type: String, nullable: true } as const;

/** One column of one row, before and after. */
export class PreviewColumnResponse {
  @ApiProperty({ example: 'email', description: '`document`: the whole document of a `mask_file` task.' })
  column: string;

  @ApiProperty({
    ...TEXT_OR_NULL,
    description: 'Text of the value as the database or the file writes it; null is NULL.',
  })
  before: string | null;

  @ApiProperty(TEXT_OR_NULL)
  after: string | null;
}

/** Why a row could not be masked: a run would fail on it. */
export class PreviewErrorResponse {
  @ApiProperty({ description: 'Stable word for programs.', example: 'impossible_cast' })
  code: string;

  @ApiProperty()
  message: string;

  @ApiProperty({ example: 'email' })
  column: string;

  @ApiProperty({ description: 'Place of the mask in the ruleset.', example: 'tasks[0].rules[0].masks[0]' })
  path: string;
}

export class PreviewRowResponse {
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string', nullable: true },
    description: 'Values of the key columns; none of files.',
  })
  key: Record<string, string | null>;

  @ApiProperty({ description: 'Does any rule apply to the row?' })
  masked: boolean;

  @ApiProperty({ type: [PreviewColumnResponse] })
  columns: PreviewColumnResponse[];

  @ApiProperty({ type: PreviewErrorResponse, nullable: true })
  error: PreviewErrorResponse | null;
}

/** What one masking task makes of the rows. */
export class PreviewTaskResponse {
  @ApiProperty({ description: 'Place in the ruleset, from 0.', example: '0' })
  path: string;

  @ApiProperty({ ...TEXT_OR_NULL, example: 'app.customers', description: 'Null: the task masks files.' })
  table: string | null;

  @ApiProperty({ type: [ValidationErrorResponse], description: 'Why the task does not fit the rows.' })
  validation_errors: ValidationErrorResponse[];

  @ApiProperty({ type: [ValidationErrorResponse] })
  validation_warnings: ValidationErrorResponse[];

  @ApiProperty({ type: [PreviewRowResponse] })
  rows: PreviewRowResponse[];
}

/** Originals and masked values side by side. */
export class PreviewResponse {
  @ApiProperty({ description: 'False: `validation_errors` says why there is nothing to show.' })
  is_valid: boolean;

  @ApiProperty({ type: [ValidationErrorResponse] })
  validation_errors: ValidationErrorResponse[];

  @ApiProperty({ type: [ValidationErrorResponse] })
  validation_warnings: ValidationErrorResponse[];

  @ApiProperty({ type: [PreviewTaskResponse] })
  tasks: PreviewTaskResponse[];
}

export function toPreviewResponse({ findings, tasks }: Preview): PreviewResponse {
  return {
    is_valid: findings.validationStatus === 'valid',
    ...toFindings(findings),
    tasks: tasks.map(toTaskResponse),
  };
}

function toTaskResponse({ path, table, findings, rows }: TaskPreview): PreviewTaskResponse {
  return {
    ...{ path, table },
    ...toFindings(findings),
    rows: rows.map(({ key, masked, columns, error }) => ({
      key: { ...key },
      masked,
      columns: columns.map((column) => ({ ...column })),
      error: error === null ? null : { ...error },
    })),
  };
}

function toFindings({
  validationErrors,
  validationWarnings,
}: Preview['findings']): Pick<PreviewResponse, 'validation_errors' | 'validation_warnings'> {
  return {
    validation_errors: validationErrors.map((finding) => toErrorResponse(finding, 'error')),
    validation_warnings: validationWarnings.map((finding) => toErrorResponse(finding, 'warning')),
  };
}
