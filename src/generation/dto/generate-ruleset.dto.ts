import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Allow, IsOptional, IsString } from 'class-validator';

const CONNECTION = '0b9c9c9e-6a3c-4f57-9d8d-2f0f6a1f2a10';
const SELECTED = { public: { customers: ['first_name', 'email'], orders: ['ship_to'] } };

/** Which columns of a database shall be masked. */
export class SelectedColumnsDto {
  @ApiProperty({
    description: 'Schema → table → names of columns. For MySQL and MariaDB the schema is the database.',
    type: 'object',
    additionalProperties: {
      type: 'object',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
    example: SELECTED,
  })
  @Allow()
  selected_columns: unknown;

  @ApiPropertyOptional({
    description:
      'Schema → table → the columns that stand for the person behind a row: `table` for all rules of the table, `columns` ' +
      'for single ones; null or an empty list: none. Left out: found out by what discovery says (extension).',
    type: 'object',
    additionalProperties: { type: 'object', additionalProperties: { type: 'object' } },
    example: { public: { customers: { table: ['email'], columns: { phone: null } } } },
  })
  @Allow()
  hash_columns?: unknown;
}

/** What a ruleset is generated from. */
export class GenerateRulesetDto extends SelectedColumnsDto {
  @ApiProperty({
    description: 'A connection to a database that has been discovered.',
    format: 'uuid',
    example: CONNECTION,
  })
  @IsString({ message: 'Must be the id of a connection.' })
  connection: string;

  @RgConfig()
  rg_config?: string | null;
}

/** Names a generation config. */
export function RgConfig(): PropertyDecorator {
  const documented = ApiPropertyOptional({
    description: 'Id of a ruleset generation config; null or left out: the built-in masks (extension).',
    type: String,
    format: 'uuid',
    nullable: true,
  });
  return (target, property) => {
    documented(target, property);
    IsOptional()(target, property);
    IsString({ message: 'Must be the id of a ruleset generation config.' })(target, property);
  };
}
