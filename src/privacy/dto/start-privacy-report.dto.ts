import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { Allow, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import { StrictFields } from '../../common/validation/strict-fields.js';

const ID_TEXT = 'Must be the id of a connection.';
const K = { usual: 5, least: 2, most: 1_000_000 };
const K_TEXT = `Must be a whole number from ${K.least} to ${K.most}.`;

/** What is to be measured. */
@StrictFields()
export class StartPrivacyReportDto {
  @ApiProperty({
    description:
      'Connection to the masked database; or to one that is not masked yet, to measure it for `baseline`.',
    format: 'uuid',
    example: '0b9c9c9e-6a3c-4f57-9d8d-2f0f6a1f2a10',
  })
  @IsString({ message: ID_TEXT })
  connection: string;

  @ApiPropertyOptional({
    description:
      'Connection to a copy of the database as it was before masking: its figures are those of `before`, and its rows are compared with the masked ones. Another one than `connection`.',
    format: 'uuid',
    nullable: true,
    type: String,
  })
  @IsOptional()
  @IsString({ message: ID_TEXT })
  original_connection?: string | null;

  @ApiPropertyOptional({
    description:
      'Id of a privacy report that was made on the same tables, with the same quasi-identifiers, before they were masked in place: its figures are those of `before`. Rows cannot be compared then. Not together with `original_connection`.',
    format: 'uuid',
    nullable: true,
    type: String,
  })
  @IsOptional()
  @IsString({ message: 'Must be the id of a privacy report.' })
  baseline?: string | null;

  @ApiProperty({
    description:
      'Name of a table, as rulesets write it → `quasi_identifiers`: columns by which, taken together, somebody could be recognised who knows a few facts; `columns`: those whose values are counted and compared (left out: all but the primary key).',
    type: 'object',
    additionalProperties: {
      type: 'object',
      properties: {
        quasi_identifiers: { type: 'array', items: { type: 'string' } },
        columns: { type: 'array', items: { type: 'string' } },
      },
      required: ['quasi_identifiers'],
    },
    example: { 'public.customers': { quasi_identifiers: ['birth_date', 'postcode', 'gender'] } },
  })
  @Allow()
  tables: unknown;

  @ApiPropertyOptional({
    description: 'Rows in groups smaller than this are counted in `rows_below_k`.',
    default: K.usual,
    minimum: K.least,
    maximum: K.most,
  })
  // Null is what is left out, too.
  @Transform(({ value }: { value: unknown }) => value ?? K.usual)
  @IsInt({ message: K_TEXT })
  @Min(K.least, { message: K_TEXT })
  @Max(K.most, { message: K_TEXT })
  k: number = K.usual;
}
