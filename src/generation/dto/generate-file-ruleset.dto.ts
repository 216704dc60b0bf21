import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Allow, IsString } from 'class-validator';
import { RgConfig } from './generate-ruleset.dto.js';

/** Which places of which files shall be masked. */
export function SelectedData(isRequired: boolean): PropertyDecorator {
  return applyDecorators(
    ApiProperty({
      required: isRequired,
      description:
        'For connections to files: groups of files of one type (paths relative to the base directory) with the columns or attributes to mask in them: names, or paths in documents as lists.',
      type: 'array',
      items: {
        type: 'object',
        required: ['files', 'locators'],
        properties: {
          files: { type: 'array', items: { type: 'string' } },
          locators: { type: 'array', items: { oneOf: [{ type: 'string' }, { type: 'array', items: {} }] } },
        },
      },
      example: [{ files: ['people/2024.json'], locators: [['employees', '*', 'email']] }],
    }),
    Allow(),
  );
}

/** What a ruleset for files is generated from. */
export class GenerateFileRulesetDto {
  @ApiProperty({
    description: 'A connection to files that has been discovered.',
    format: 'uuid',
    example: '0b9c9c9e-6a3c-4f57-9d8d-2f0f6a1f2a10',
  })
  @IsString({ message: 'Must be the id of a connection.' })
  connection: string;

  @SelectedData(true)
  selected_data: unknown;

  @RgConfig()
  rg_config?: string | null;
}
