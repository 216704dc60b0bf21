import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Allow, IsEmpty, IsIn, IsOptional, IsString } from 'class-validator';
import { IsFlag, IsText } from '../../common/validation/text.decorators.js';
import { COVERAGE_WISHES, RUN_OPTION_LIMITS, WEIGHTY_OPTIONS, WRITE_MODES } from '../run-options.js';
import type { CoverageWish, WriteMode } from '../run-options.js';

const { batchSize, runSecret } = RUN_OPTION_LIMITS;
const UUID_EXAMPLE = '0b9c9c9e-6a3c-4f57-9d8d-2f0f6a1f2a10';

const DISCOVERS = 'For tasks `run_schema_discovery`:';
const TEXTS = { type: String, isArray: true, default: [] as string[] } as const;

/** What may be chosen for one run. Names that are not listed are refused, so that no wish is silently ignored. */
export class RunOptionsDto {
  @ApiPropertyOptional({
    description: 'Rows read, masked and written together.',
    minimum: batchSize.min,
    maximum: batchSize.max,
    default: batchSize.default,
  })
  batch_size?: number;

  @ApiPropertyOptional({ description: 'Read and mask everything, change nothing.', default: false })
  dry_run?: boolean;

  @ApiPropertyOptional({
    description: 'Most rows masked per `mask_table` task; the rest stays as it is.',
    type: Number,
    nullable: true,
    minimum: 1,
  })
  max_rows?: number | null;

  @ApiPropertyOptional({
    description: 'Go on with other tasks after one has failed. The run still ends as failed.',
    default: false,
  })
  continue_on_failure?: boolean;

  @ApiPropertyOptional({
    description:
      'The same secret on the same installation gives the same values for the same input. Without one a secret is ' +
      'generated, and shown once in this reply.',
    minLength: runSecret.min,
    maxLength: runSecret.max,
  })
  run_secret?: string;

  @ApiPropertyOptional({
    description: 'Draw from the run secret alone, so that another installation gives the same values.',
    default: false,
  })
  disable_instance_secret?: boolean;

  @ApiPropertyOptional({ description: 'Write more details to the log of the run.', default: false })
  diagnostic_logging?: boolean;

  @ApiPropertyOptional({
    description:
      'What to do where the ruleset leaves columns as they are that the last schema discovery, or the name of a newer column, ' +
      'says are sensitive: nothing, `warn` (the run ends as finished_with_warnings), or `fail` (nothing is changed). ' +
      'For databases; see `GET /api/connections/{id}/coverage/` (extension).',
    enum: COVERAGE_WISHES,
    default: 'off',
  })
  require_coverage?: CoverageWish;

  @ApiPropertyOptional({
    description:
      'How tables are written. `in_place` changes their rows batch by batch, so that a run can go on where it broke off. `rewrite` ' +
      'writes each table anew in one transaction (PostgreSQL 14 and later): it leaves no dead rows behind and is faster on very ' +
      'large tables, but the table, and those it has foreign keys from or to, are locked for everybody until then, and it needs ' +
      'twice the space of the table meanwhile. Not together with `max_rows`.',
    enum: WRITE_MODES,
    default: 'in_place',
  })
  write_mode?: WriteMode;

  @ApiPropertyOptional({ description: 'Older name of `batch_size`.', deprecated: true })
  buffer_size?: number;

  @ApiPropertyOptional({
    ...TEXTS,
    description: `${DISCOVERS} column names that are flagged, besides the keywords of the task and of the settings.`,
    example: ['loyalty no'],
  })
  custom_keywords?: string[];

  @ApiPropertyOptional({
    ...TEXTS,
    description: `${DISCOVERS} column names that are never flagged.`,
    example: ['file_name'],
  })
  ignored_keywords?: string[];

  @ApiPropertyOptional({
    description: `${DISCOVERS} pass over the custom keywords of the settings.`,
    default: false,
  })
  disable_global_custom_keywords?: boolean;

  @ApiPropertyOptional({
    description: `${DISCOVERS} pass over the ignored keywords of the settings.`,
    default: false,
  })
  disable_global_ignored_keywords?: boolean;

  @ApiPropertyOptional({
    description: `${DISCOVERS} pass over the keywords that are built in.`,
    default: false,
  })
  disable_built_in_keywords?: boolean;

  @ApiPropertyOptional({
    ...TEXTS,
    description: `${DISCOVERS} schemas to look at (for MySQL and MariaDB: databases). Empty: those of the task, else the connection's own.`,
    example: ['public'],
  })
  schemas?: string[];
}

/** What starts a run. */
export class CreateRunDto {
  @IsText({ description: 'How users find the run again.', optional: true, max: 255, example: 'Nightly' })
  name?: string;

  @ApiProperty({ description: 'The connection whose data is masked.', format: 'uuid', example: UUID_EXAMPLE })
  @IsOptional()
  @IsString()
  source_connection?: string;

  @ApiPropertyOptional({
    description: 'Older name of `source_connection`; a request that uses it alone is answered with 201.',
    deprecated: true,
    format: 'uuid',
  })
  @IsOptional()
  @IsString()
  connection?: string;

  @ApiPropertyOptional({
    description: 'Where masked files are written; needed for connections to files, and only for them.',
    type: String,
    format: 'uuid',
    nullable: true,
  })
  @IsOptional()
  @IsString()
  destination_connection?: string | null;

  @ApiProperty({ format: 'uuid', example: UUID_EXAMPLE })
  @IsString()
  ruleset: string;

  @ApiPropertyOptional({ description: 'Checked against the connection.', enum: ['database', 'file'] })
  @IsOptional()
  @IsIn(['database', 'file'], { message: 'Must be database or file.' })
  mask_type?: 'database' | 'file';

  @ApiProperty({ type: RunOptionsDto, description: 'May be empty; names that are not known are refused.' })
  @Allow()
  options: unknown;

  @IsFlag({
    description: 'Tell me by e-mail how the run ends; needs a mail server in the settings.',
    optional: true,
    example: true,
  })
  is_user_subscribed?: boolean;
}

for (const name of WEIGHTY_OPTIONS) {
  IsEmpty({ message: 'Belongs inside "options".' })(CreateRunDto.prototype, name);
}

/** Clients that use the older name of the connection expect 201, those that use the newer one 200. */
export function creationStatus(body: CreateRunDto): 200 | 201 {
  return body.source_connection === undefined ? 201 : 200;
}
