import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsOptional,
  IsString,
  MaxLength,
  MinLength,
} from 'class-validator';

/** What a field says about itself in the documentation. */
export interface FieldText {
  readonly description: string;
  readonly example?: unknown;
  /** May be left out; null counts as left out. */
  readonly optional?: boolean;
}

export interface TextOptions extends FieldText {
  readonly min?: number;
  readonly max: number;
}

/** A text within bounds. */
export function IsText(options: TextOptions): PropertyDecorator {
  const { min = 1, max } = options;
  return applyDecorators(
    described(options, { type: String, minLength: min, maxLength: max }),
    IsString({ message: 'Must be a text.' }),
    MinLength(min, { message: min === 1 ? 'May not be empty.' : `Must have at least ${min} characters.` }),
    MaxLength(max, { message: `Must have at most ${max} characters.` }),
  );
}

/** `true` or `false`; texts and numbers do not count. */
export function IsFlag(options: FieldText): PropertyDecorator {
  return applyDecorators(
    described(options, { type: Boolean }),
    IsBoolean({ message: 'Must be true or false.' }),
  );
}

/** A list of at most `maxItems` texts, each of at most `max` characters. */
export function IsTextList(options: TextOptions & { readonly maxItems: number }): PropertyDecorator {
  const { max, maxItems } = options;
  return applyDecorators(
    described(options, { type: [String], maxItems }),
    IsArray({ message: 'Must be a list of texts.' }),
    ArrayMaxSize(maxItems, { message: `Must have at most ${maxItems} entries.` }),
    IsString({ each: true, message: 'Must be a list of texts.' }),
    MaxLength(max, { each: true, message: `Each entry must have at most ${max} characters.` }),
  );
}

/** The documentation of a field, and whether it may be absent. */
export function described(options: FieldText, schema: object): PropertyDecorator {
  const { description, example, optional = false } = options;
  const shown = ApiProperty({
    ...schema,
    description,
    required: !optional,
    ...(example === undefined ? {} : { example }),
  });
  return optional ? applyDecorators(shown, IsOptional()) : shown;
}
