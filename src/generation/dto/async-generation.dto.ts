import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import type { Generation } from '../generation.entity.js';
import { GENERATION_STATUSES } from '../generation-status.js';
import type { GenerationStatus } from '../generation-status.js';
import { SelectedData } from './generate-file-ruleset.dto.js';
import { RgConfig, SelectedColumnsDto } from './generate-ruleset.dto.js';

const SIZE = { least: 1, most: 100_000_000, usual: 512_000 };
const SIZE_TEXT = `Must be a whole number of bytes from ${SIZE.least} to ${SIZE.most}.`;
const FLAG_TEXT = 'Must be true or false.';

const trimmed = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);
const absent = (value: unknown): unknown => (trimmed(value) === '' ? undefined : trimmed(value));

/** What a worker shall generate for a connection. */
export class AsyncGenerationDto extends SelectedColumnsDto {
  @SelectedData(false)
  selected_data?: unknown;
}

/** The same, by a generation config. */
export class AsyncGenerationV2Dto extends AsyncGenerationDto {
  @RgConfig()
  rg_config?: string | null;
}

/** The parts of a form beside the report: all arrive as texts. */
export class FromCsvDto {
  @ApiPropertyOptional({
    description: 'Size of each ruleset, about.',
    default: SIZE.usual,
    minimum: SIZE.least,
  })
  @IsOptional()
  @Transform(({ value }) => (/^\d{1,12}$/.test(String(absent(value))) ? Number(value) : absent(value)))
  @IsInt({ message: SIZE_TEXT })
  @Min(SIZE.least, { message: SIZE_TEXT })
  @Max(SIZE.most, { message: SIZE_TEXT })
  target_size_bytes: number = SIZE.usual;

  @ApiPropertyOptional({
    description: 'Cancel a generation that is under way, and start again.',
    default: false,
  })
  @IsOptional()
  @Transform(({ value }) => flagOf(absent(value)))
  @IsBoolean({ message: FLAG_TEXT })
  force_run = false;

  @ApiPropertyOptional({ description: 'Id of a ruleset generation config; empty: the built-in masks.' })
  @IsOptional()
  @Transform(({ value }) => absent(value))
  @IsString({ message: 'Must be the id of a ruleset generation config.' })
  rg_config?: string;
}

function flagOf(value: unknown): unknown {
  switch (String(value).toLowerCase()) {
    case 'true':
    case '1':
      return true;
    case 'false':
    case '0':
      return false;
    default:
      return value;
  }
}

/** How far a generation is, and what came of it. */
export class GenerationResponse {
  @ApiProperty({ description: 'Id of the connection.', format: 'uuid' })
  connection: string;

  @ApiPropertyOptional({
    description:
      'The ruleset as YAML text, as soon as there is one. Left out when it was started from a CSV.',
  })
  generated_ruleset?: string;

  @ApiProperty({ enum: GENERATION_STATUSES })
  status: GenerationStatus;

  @ApiProperty({ example: 'Generated rules for 12 tables.' })
  status_message: string;

  @ApiProperty({ description: 'Why it failed.', type: String, nullable: true, example: null })
  error_message: string | null;

  @ApiProperty({ format: 'date-time' })
  last_updated: string;
}

export function toGenerationResponse(generation: Generation): GenerationResponse {
  const { rulesetText } = generation;
  return {
    connection: generation.connectionId,
    ...(rulesetText === null ? {} : { generated_ruleset: rulesetText }),
    status: generation.status,
    status_message: generation.statusMessage,
    error_message: generation.errorMessage,
    last_updated: generation.modifiedTime.toISOString(),
  };
}
