import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { PageQuery } from '../../common/http/dto/page.dto.js';
import { RUN_STATUSES } from '../run-status.js';
import type { RunStatus } from '../run-status.js';

/** Several values: repeated parameters, or one with commas. Empty means no filter. */
const asList = ({ value }: { value: unknown }): unknown => {
  const values = (Array.isArray(value) ? value : [value]) as unknown[];
  const parts = values.flatMap((item) => (typeof item === 'string' ? item.split(',') : [item]));
  const given = parts.filter((item) => item !== '');
  return given.length === 0 ? undefined : given;
};

const emptyAsAbsent = ({ value }: { value: unknown }): unknown => (value === '' ? undefined : value);

/** Filters of the list of runs; all given ones must hold. The check nearest to a field speaks first. */
export class ListRunsQuery extends PageQuery {
  @ApiPropertyOptional({ enum: ['database', 'file', 'file_data_discovery'] })
  @IsOptional()
  @Transform(emptyAsAbsent)
  @IsIn(['database', 'file', 'file_data_discovery'], {
    message: 'Must be database, file or file_data_discovery.',
  })
  mask_type?: string;

  @ApiPropertyOptional({ description: 'Part of the name of the connection or of the ruleset, in any case.' })
  @IsOptional()
  @Transform(emptyAsAbsent)
  @MaxLength(255, { message: 'Must have at most 255 characters.' })
  @IsString({ message: 'Must be one text.' })
  connection_ruleset_name?: string;

  @ApiPropertyOptional({ description: 'Exact name of the ruleset.' })
  @IsOptional()
  @Transform(emptyAsAbsent)
  @MaxLength(255, { message: 'Must have at most 255 characters.' })
  @IsString({ message: 'Must be one text.' })
  ruleset_name?: string;

  @ApiPropertyOptional({ description: 'One status or several.', enum: RUN_STATUSES, isArray: true })
  @IsOptional()
  @Transform(asList)
  @IsIn(RUN_STATUSES, { each: true, message: `Must be one of ${RUN_STATUSES.join(', ')}.` })
  run_status?: RunStatus[];

  @ApiPropertyOptional({ description: 'See the field of the run.' })
  @IsOptional()
  @Transform(emptyAsAbsent)
  @MaxLength(64, { message: 'Must have at most 64 characters.' })
  @IsString({ message: 'Must be one text.' })
  run_hash?: string;
}
