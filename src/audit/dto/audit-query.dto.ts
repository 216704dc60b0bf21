import { ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsISO8601, IsOptional, IsString, MaxLength } from 'class-validator';
import { PageQuery } from '../../common/http/dto/page.dto.js';
import { StrictFields } from '../../common/validation/strict-fields.js';
import {
  AUDIT_ACTIONS,
  AUDIT_CATEGORIES,
  type AuditAction,
  type AuditCategory,
} from '../audit-vocabulary.js';

const MAX_TEXT = 255;
const TIME_TEXT = 'Must be one date or time, such as 2026-05-04 or 2026-05-04T09:30:00Z.';

/** Several values: repeated parameters, or one with commas. Empty means no filter. */
const asList = ({ value }: { value: unknown }): unknown => {
  const values = (Array.isArray(value) ? value : [value]) as unknown[];
  const given = values
    .flatMap((item) => (typeof item === 'string' ? item.split(',') : [item]))
    .filter((item) => item !== '');
  return given.length === 0 ? undefined : given;
};

const emptyAsAbsent = ({ value }: { value: unknown }): unknown => (value === '' ? undefined : value);

/** Which entries of the audit log are wanted, and which part of them. All given filters must hold. */
@StrictFields()
export class AuditQuery extends PageQuery {
  @ApiPropertyOptional({ description: 'Exact name of who caused it.', example: 'rosalind' })
  @IsOptional()
  @Transform(emptyAsAbsent)
  @MaxLength(MAX_TEXT, { message: `Must have at most ${MAX_TEXT} characters.` })
  @IsString({ message: 'Must be one text.' })
  username?: string;

  @ApiPropertyOptional({ description: 'One category or several.', enum: AUDIT_CATEGORIES, isArray: true })
  @IsOptional()
  @Transform(asList)
  @IsIn(AUDIT_CATEGORIES, { each: true, message: `Must be one of ${AUDIT_CATEGORIES.join(', ')}.` })
  category?: AuditCategory[];

  @ApiPropertyOptional({ description: 'One action or several.', enum: AUDIT_ACTIONS, isArray: true })
  @IsOptional()
  @Transform(asList)
  @IsIn(AUDIT_ACTIONS, { each: true, message: `Must be one of ${AUDIT_ACTIONS.join(', ')}.` })
  action?: AuditAction[];

  @ApiPropertyOptional({ description: 'Part of the description, in any case.', example: 'customers' })
  @IsOptional()
  @Transform(emptyAsAbsent)
  @MaxLength(MAX_TEXT, { message: `Must have at most ${MAX_TEXT} characters.` })
  @IsString({ message: 'Must be one text.' })
  search?: string;

  @ApiPropertyOptional({ description: 'Not before this date (of UTC) or time.', example: '2026-05-04' })
  @IsOptional()
  @Transform(emptyAsAbsent)
  @IsISO8601({ strict: true }, { message: TIME_TEXT })
  from?: string;

  @ApiPropertyOptional({ description: 'Before this date (of UTC) or time.', example: '2026-06-01' })
  @IsOptional()
  @Transform(emptyAsAbsent)
  @IsISO8601({ strict: true }, { message: TIME_TEXT })
  until?: string;
}

/** The same without paging: a download has all entries that fit. */
@StrictFields()
export class AuditDownloadQuery extends OmitType(AuditQuery, ['limit', 'offset'] as const) {}
