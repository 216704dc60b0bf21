import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsString, registerDecorator } from 'class-validator';

import { RULESET_TEXT_EXAMPLE } from './ruleset.examples.js';

/** Longest ruleset text, in bytes of UTF-8. */
export const MAX_RULESET_BYTES = 10 * 1024 * 1024;

/** The YAML of a ruleset. Only its size is checked here: what is wrong with the content is stored beside it. */
export function IsRulesetText(): PropertyDecorator {
  const bounded: PropertyDecorator = (target, property) => {
    registerDecorator({
      name: 'rulesetSize',
      target: target.constructor,
      propertyName: String(property),
      validator: {
        validate: (value: unknown) =>
          typeof value !== 'string' || Buffer.byteLength(value) <= MAX_RULESET_BYTES,
        defaultMessage: () => 'May have at most 10 MiB.',
      },
    });
  };
  return applyDecorators(
    ApiProperty({
      description: 'The ruleset as YAML text.',
      example: RULESET_TEXT_EXAMPLE,
    }),
    IsString({ message: 'Must be a text.' }),
    bounded,
  );
}
