import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { MatchResponse, toMatchResponse } from '../../dto/match.response.js';
import { locatorKey } from '../discovered-file.js';
import type { DiscoveredField } from '../discovered-file.js';
import type { DiscoveryFile } from '../discovery-file.entity.js';

const FILE_TYPES = ['csv', 'parquet', 'json', 'ndjson'];
const COUNT_STATES = ['counted', 'in_data_discovery_disabled', 'file_type_has_no_values', ''];

/** One file of a group. */
export class DiscoveredFileResponse {
  @ApiProperty({ description: 'Relative to the base directory.', example: 'people/2024.csv' })
  path: string;

  @ApiProperty({ enum: FILE_TYPES })
  file_type: string;

  @ApiPropertyOptional({ description: 'Of CSV files, as it was found.', example: ';' })
  delimiter?: string;

  @ApiPropertyOptional({ description: 'Of text files, as it was found.', example: 'utf-8' })
  encoding?: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer' },
    description:
      'Locator → values that were looked at, without nulls. A JSON path stands as compact JSON text.',
    example: { email: 1000, '["address","city"]': 998 },
  })
  value_counts: Record<string, number>;

  @ApiProperty({ enum: COUNT_STATES })
  value_count_status: string;

  @ApiPropertyOptional({ description: 'What was wrong with the file.' })
  problem?: string;
}

/** One place in the files of a group. */
export class DiscoveredFieldResponse {
  @ApiProperty({
    description: 'Name of a column, or the keys that lead to a value in a document, `*` for positions.',
    oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
    example: ['employees', '*', 'email'],
  })
  locator: string | readonly string[];

  @ApiProperty({ type: [MatchResponse] })
  matches: MatchResponse[];

  @ApiProperty({
    type: [String],
    enum: ['int', 'long', 'str', 'date', 'time', 'year', 'timestamp', 'boolean', 'float', 'decimal'],
    isArray: true,
  })
  data_types: readonly string[];

  @ApiProperty({ type: Number, nullable: true, description: 'Of all files of the group.' })
  value_count: number | null;

  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true })
  safe_data_preview: object | null;
}

/** Files of one type with the same places, and what was found in them. */
export class FileDiscoveryResultResponse {
  @ApiProperty({ example: 7 })
  id: number;

  @ApiProperty({
    type: 'object',
    properties: { id: { type: 'string', format: 'uuid' }, name: { type: 'string' } },
  })
  connection: { id: string; name: string };

  @ApiProperty({ enum: FILE_TYPES })
  file_type: string;

  @ApiProperty({ type: [DiscoveredFileResponse] })
  files: DiscoveredFileResponse[];

  @ApiProperty({ type: [DiscoveredFieldResponse] })
  results: DiscoveredFieldResponse[];
}

export function toFileResponse(file: DiscoveryFile): DiscoveredFileResponse {
  const { path, fileType, delimiter, encoding, fields, counted, problem } = file;
  const counts = fields.flatMap(({ locator, valueCount }): [string, number][] =>
    valueCount === null ? [] : [[locatorKey(locator), valueCount]],
  );
  return {
    ...{ path, file_type: fileType },
    ...(delimiter === null ? {} : { delimiter }),
    ...(encoding === null ? {} : { encoding }),
    value_counts: Object.fromEntries(counts),
    value_count_status: fields.length === 0 ? '' : counted ? 'counted' : 'in_data_discovery_disabled',
    ...(problem === null ? {} : { problem }),
  };
}

export function toFieldResponse(field: DiscoveredField): DiscoveredFieldResponse {
  return {
    locator: field.locator,
    matches: field.matches.map(toMatchResponse),
    data_types: field.dataTypes,
    value_count: field.valueCount,
    safe_data_preview: field.safeDataPreview,
  };
}
