import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { LOG_LEVELS, type IfmLogLevel } from '../../ifm-plans/log-levels.js';

/** Describes the body; it is read by `readMaskRequest`, which keeps every digit of its values. */
export class MaskRequestDto {
  @ApiProperty({
    description:
      'The values to mask, of any JSON type. The rules of the plan act on each whole value; parts of objects are reached with the `json` mask. Numbers keep all their digits.',
    type: 'array',
    items: {},
    example: ['Ada Lovelace', 'Grace Hopper'],
  })
  data: unknown[];

  @ApiPropertyOptional({
    description:
      'For rules with `hash_sources: [{source: from_request}]`: equal hash values give equal results. A list has one for each value of `data`, in the same order; anything else holds for all of them.',
    example: ['customer-17', 'customer-18'],
  })
  hash_values?: unknown;

  @ApiPropertyOptional({
    description:
      'Fixes the results: the same secret gives the same results again, here and in runs on databases. Without it a random one is made for this request.',
    minLength: 20,
    maxLength: 128,
    example: 'a-secret-of-at-least-20-characters',
  })
  run_secret?: string;

  @ApiPropertyOptional({
    description:
      'Leaves the secret of this installation out, so that another installation gives the same results for the same `run_secret`. Needs a `run_secret`.',
    default: false,
  })
  disable_instance_secret?: boolean;

  @ApiPropertyOptional({
    description: 'The least important messages wanted in `logs`. Default: that of the plan.',
    enum: LOG_LEVELS,
  })
  log_level?: IfmLogLevel;

  @ApiPropertyOptional({
    description: 'Comes back in the answer. Default: a new UUID.',
    example: 'import-2031-04-07',
  })
  request_id?: string;

  @ApiPropertyOptional({
    description:
      'Address of the engine that recognises entities in free text (mask `unstructured_text`). Only addresses that the operator allows. Default: the one that the service is configured with, or the built-in one.',
    example: 'https://analyzer.example.com',
  })
  ai_engine_url?: string;

  @ApiPropertyOptional({ enum: ['utf-8'], default: 'utf-8' })
  charset?: string;

  @ApiPropertyOptional({ enum: ['json'], default: 'json' })
  encoding?: string;
}
