import { ApiProperty } from '@nestjs/swagger';

import type { MaskDescription } from '../../engine/index.js';

/** One parameter of a mask. */
export class MaskParameterResponse {
  @ApiProperty({ example: 'seed_file' })
  name: string;

  @ApiProperty({ example: 'text' })
  type: string;

  @ApiProperty()
  required: boolean;

  @ApiProperty({ type: String, nullable: true })
  default: string | null;

  @ApiProperty({ description: 'Which values are accepted; empty: all of the type.' })
  constraints: string;

  @ApiProperty()
  description: string;
}

/** One mask, as a ruleset's `type` names it. */
export class MaskResponse {
  @ApiProperty({ example: 'from_file' })
  name: string;

  @ApiProperty({ example: 'generic' })
  family: string;

  @ApiProperty({ description: 'What the mask does with the value it gets.', example: 'source' })
  role: string;

  @ApiProperty()
  summary: string;

  @ApiProperty({ description: 'Kinds of values it takes.', example: ['all'] })
  accepts: string[];

  @ApiProperty({ description: 'Kind of value it gives.' })
  gives: string;

  @ApiProperty({ description: 'Do its results depend on chance, and so on `hash_columns` and secrets?' })
  uses_randomness: boolean;

  @ApiProperty({ type: [MaskParameterResponse] })
  parameters: MaskParameterResponse[];

  @ApiProperty({ description: 'A rule that uses it, as YAML.' })
  example: string;
}

export function toMaskResponse(mask: MaskDescription): MaskResponse {
  return {
    name: mask.name,
    family: mask.family,
    role: mask.role,
    summary: mask.summary,
    accepts: [...mask.accepts],
    gives: mask.gives,
    uses_randomness: mask.usesRandomness,
    parameters: mask.parameters.map(({ defaultValue, ...parameter }) => ({
      ...parameter,
      default: defaultValue,
    })),
    example: mask.example,
  };
}
