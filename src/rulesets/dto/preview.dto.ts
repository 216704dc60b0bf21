import { ApiProperty } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  Max,
  Min,
} from 'class-validator';

import { described, IsFlag, IsText, IsTextList } from '../../common/validation/text.decorators.js';

/** Most rows that one preview shows. */
export const MAX_PREVIEW_ROWS = 100;
/** Longest ruleset text that is previewed, in characters: it is compiled while the caller waits. */
const MAX_PREVIEW_TEXT = 512 * 1024;
/** Longest document that a preview masks, in characters. */
const MAX_PREVIEW_DOCUMENT = 16 * 1024;

const SECRET = { min: 16, max: 256 };

/** What is to be shown: a ruleset, and rows to try it on. */
export class PreviewDto {
  @IsText({
    description: 'The ruleset as YAML text. Give this or `ruleset`.',
    optional: true,
    max: MAX_PREVIEW_TEXT,
  })
  config_yaml?: string | null;

  @IsText({ description: 'Id of a stored ruleset. Give this or `config_yaml`.', optional: true, max: 36 })
  ruleset?: string | null;

  @ApiProperty({
    required: false,
    type: 'array',
    maxItems: MAX_PREVIEW_ROWS,
    items: { type: 'object', additionalProperties: true },
    description:
      'Rows made up for the preview: column → value. Every `mask_table` and `mask_tabular_file` task is tried on them; for ' +
      '`mask_file` each is a JSON document. `mask_tabular_file` sees every value as text, as in a CSV file; on Parquet ' +
      'columns of numbers, booleans and dates, which keep their kinds, a run may draw otherwise. Give this, `documents` or ' +
      '`connection`.',
    example: [{ id: 1, email: 'anna@example.com' }],
  })
  @IsOptional()
  @IsArray({ message: 'Must be a list of objects.' })
  @ArrayMinSize(1, { message: 'Must have at least one entry.' })
  @ArrayMaxSize(MAX_PREVIEW_ROWS, { message: `Must have at most ${MAX_PREVIEW_ROWS} entries.` })
  @IsObject({ each: true, message: 'Must be a list of objects.' })
  records?: Record<string, unknown>[] | null;

  @IsTextList({
    description:
      'Whole files made up for the preview: JSON, XML or any text. Every `mask_file` task is tried on them. Give this or `records`.',
    optional: true,
    max: MAX_PREVIEW_DOCUMENT,
    maxItems: MAX_PREVIEW_ROWS,
  })
  documents?: string[] | null;

  @IsText({
    description: 'Id of a database connection whose real rows are read and shown. Nothing is written.',
    optional: true,
    max: 36,
  })
  connection?: string | null;

  @described(
    { description: 'Rows read of each table.', optional: true },
    {
      type: 'integer',
      minimum: 1,
      maximum: MAX_PREVIEW_ROWS,
      default: 10,
    },
  )
  @Min(1, { message: 'Must be at least 1.' })
  @Max(MAX_PREVIEW_ROWS, { message: `Must be at most ${MAX_PREVIEW_ROWS}.` })
  @IsInt({ message: 'Must be a whole number.' })
  row_limit?: number | null;

  @ApiProperty({
    required: false,
    enum: ['database', 'file'],
    description: 'What `config_yaml` is for: `database` if it is left out. A stored ruleset knows its own.',
  })
  @IsOptional()
  @IsIn(['database', 'file'], { message: 'Must be database or file.' })
  mask_type?: 'database' | 'file' | null;

  @IsText({
    description: 'As the run option of this name; without it every preview draws afresh.',
    optional: true,
    ...SECRET,
  })
  run_secret?: string | null;

  @IsFlag({ description: 'As the run option of this name.', optional: true })
  disable_instance_secret?: boolean | null;
}
