import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';

const UUID_EXAMPLE = '0b9c9c9e-6a3c-4f57-9d8d-2f0f6a1f2a10';
const MAX_OPTIONS = 10_000;

/** The run that somebody may wish to start. */
export class ValidateRunQuery {
  @ApiProperty({ description: 'The connection whose data would be masked.', example: UUID_EXAMPLE })
  @IsOptional()
  @IsString({ message: 'Must be one text.' })
  source_connection?: string;

  @ApiPropertyOptional({ description: 'Older name of `source_connection`.', deprecated: true })
  @IsOptional()
  @IsString({ message: 'Must be one text.' })
  connection?: string;

  @ApiPropertyOptional({ description: 'Only for connections to files.' })
  @IsOptional()
  @IsString({ message: 'Must be one text.' })
  destination_connection?: string;

  @ApiProperty({ description: 'The ruleset that would be run.', example: UUID_EXAMPLE })
  @IsString({ message: 'Must be one text.' })
  ruleset: string;

  @ApiPropertyOptional({ enum: ['database', 'file'] })
  @IsOptional()
  @IsIn(['database', 'file'], { message: 'Must be database or file.' })
  mask_type?: 'database' | 'file';

  @ApiPropertyOptional({
    description: 'The options of the run as JSON text.',
    example: '{"dry_run": true, "batch_size": 5000}',
  })
  @IsOptional()
  @IsString({ message: 'Must be one text.' })
  @MaxLength(MAX_OPTIONS, { message: `Must have at most ${MAX_OPTIONS} characters.` })
  options?: string;
}

/** Could the run be started? */
export class RunValidationResponse {
  @ApiProperty({ description: 'Could such a run be started now?' })
  valid: boolean;

  @ApiProperty({
    description: 'Why not, by the field that is at fault.',
    type: 'object',
    additionalProperties: { type: 'array', items: { type: 'string' } },
    example: { source_connection: ['There is no such connection.'] },
  })
  errors: Readonly<Record<string, readonly string[]>>;
}
