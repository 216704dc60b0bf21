import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsString, registerDecorator } from 'class-validator';

import { RULESET_TEXT_EXAMPLE } from './ruleset.examples.js';

/** Longest ruleset text, in bytes of UTF-8. */
export const MAX_RULESET_BYTES = 10 * 1024 * 1024;

interface TextShape {
  readonly maxBytes: number;
  readonly description: string;
  readonly example: string;
}

const RULESET: TextShape = {
  maxBytes: MAX_RULESET_BYTES,
  description: 'The ruleset as YAML text.',
  example: RULESET_TEXT_EXAMPLE,
};

/** The YAML of a ruleset. Only its size is checked here: what is wrong with the content is stored beside it. */
export function IsRulesetText({ maxBytes, description, example } = RULESET): PropertyDecorator {
  const bounded: PropertyDecorator = (target, property) => {
    registerDecorator({
      name: 'rulesetSize',
      target: target.constructor,
      propertyName: String(property),
      validator: {
        validate: (value: unknown) => typeof value !== 'string' || Buffer.byteLength(value) <= maxBytes,
        defaultMessage: () => `May have at most ${maxBytes / 1024 / 1024} MiB.`,
      },
    });
  };
  return applyDecorators(
    ApiProperty({ description, example }),
    IsString({ message: 'Must be a text.' }),
    bounded,
  );
}
