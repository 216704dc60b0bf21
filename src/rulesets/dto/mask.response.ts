import { ApiProperty } from '@nestjs/swagger';

import type { MaskDescription, ParameterDescription } from '../../engine/index.js';

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

  @ApiProperty({ type: [String], description: 'Further names that it may be given by.' })
  aliases: string[];

  @ApiProperty({
    type: () => [MaskParameterResponse],
    description: 'What is in the mapping that it is, or in each mapping that it lists.',
  })
  fields: MaskParameterResponse[];
}

/** One mask, as a ruleset's `type` names it. */
export class ListedMaskResponse {
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

  @ApiProperty({ description: 'The mask as YAML.' })
  example: string;

  @ApiProperty({ description: 'Is it no mask of the public language, but an addition of this product?' })
  is_extension: boolean;

  @ApiProperty({ type: [String], description: 'What rulesets must know of it besides, one sentence each.' })
  traits: string[];

  @ApiProperty({
    type: [String],
    description: 'What this product chose where the public language is silent, one sentence each.',
  })
  choices: string[];
}

export function toMaskResponse(mask: MaskDescription): ListedMaskResponse {
  return {
    name: mask.name,
    family: mask.family,
    role: mask.role,
    summary: mask.summary,
    accepts: [...mask.accepts],
    gives: mask.gives,
    uses_randomness: mask.usesRandomness,
    parameters: mask.parameters.map(toParameterResponse),
    example: mask.example,
    is_extension: mask.isExtension,
    traits: [...mask.traits],
    choices: [...mask.choices],
  };
}

function toParameterResponse({
  defaultValue,
  aliases,
  fields,
  ...parameter
}: ParameterDescription): MaskParameterResponse {
  return {
    ...parameter,
    default: defaultValue,
    aliases: [...aliases],
    fields: fields.map(toParameterResponse),
  };
}
