import { ApiProperty } from '@nestjs/swagger';

import type { SeedFile } from '../seed-files.service.js';

/** A CSV file of replacement values. */
export class SeedFileResponse {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ description: 'The name that rulesets write.', example: 'first_names_mixed.csv' })
  name: string;

  @ApiProperty({ example: 'first_names_mixed.csv' })
  filename: string;

  @ApiProperty({ description: 'Free text.', example: '' })
  description: string;

  @ApiProperty({ description: 'Where the file lies.', example: 'seeds/first_names_mixed.csv' })
  seed_file: string;

  @ApiProperty({ description: 'Came with the program; cannot be deleted.' })
  is_built_in: boolean;

  @ApiProperty({
    description:
      'Columns, the first is the default; empty: the file is no CSV, and only its bytes can be used.',
    example: ['first_name'],
  })
  columns: string[];

  @ApiProperty()
  row_count: number;

  @ApiProperty({ description: 'Other names under which rulesets find the file.' })
  aliases: string[];

  @ApiProperty({ format: 'date-time' })
  created_date: string;

  @ApiProperty({ format: 'date-time' })
  modified_date: string;
}

export function toSeedFileResponse(file: SeedFile): SeedFileResponse {
  const created = file.createdTime.toISOString();
  return {
    id: file.id,
    name: file.name,
    filename: file.filename,
    description: file.description,
    seed_file: `seeds/${file.name}`,
    is_built_in: file.isBuiltIn,
    columns: [...file.columnNames],
    row_count: file.rowCount,
    aliases: [...file.aliases],
    created_date: created,
    modified_date: created,
  };
}
