import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { registerDecorator } from 'class-validator';

/** What is wrong with a value, for the caller; null: nothing. Never repeats the value. */
type Check = (value: unknown) => string | null;

interface TextOptions {
  readonly max?: number;
  readonly example?: string;
  /** May the text be empty? */
  readonly empty?: boolean;
}

const REQUIRED = 'This field is required.';
const MAX_OBJECT = 20_000;
const MAX_SECRET = 10_000;
const CONTROL = /\p{Cc}/u;

/** A text that has to be given. */
export function RequiredText(description: string, options: TextOptions = {}): PropertyDecorator {
  return field({ description, type: String, ...example(options) }, true, textCheck(options));
}

/** A text with a default, or without a value. */
export function OptionalText(description: string, options: TextOptions = {}): PropertyDecorator {
  return field(
    { description, type: String, ...example(options) },
    false,
    textCheck({ empty: true, ...options }),
  );
}

/** A text that replies never show, of any characters. */
export function SecretText(description: string): PropertyDecorator {
  return field({ description, type: String, writeOnly: true }, false, secretCheck);
}

/** A TCP port as a number or as its digits. */
export function TcpPort(description: string, required: boolean): PropertyDecorator {
  const shape = { description: `${description} Digits as text will do, too.`, type: Number, example: 5432 };
  return field(shape, required, portCheck);
}

/** Without a default, what it means to leave it out stands in the description. */
export function Flag(description: string, byDefault?: boolean): PropertyDecorator {
  const shape = { description, type: Boolean, ...(byDefault === undefined ? {} : { default: byDefault }) };
  return field(shape, false, (value) => (typeof value === 'boolean' ? null : 'Must be true or false.'));
}

/** One of a closed list of words. */
export function Choice(description: string, words: readonly string[]): PropertyDecorator {
  return field({ description, enum: [...words] }, false, (value) =>
    typeof value === 'string' && words.includes(value) ? null : `Must be one of ${words.join(', ')}.`,
  );
}

/** A small JSON object whose content the kind of connection defines. */
export function JsonObject(
  description: string,
  check: (value: Readonly<Record<string, unknown>>) => string | null = () => null,
): PropertyDecorator {
  return field(
    { description, type: 'object', additionalProperties: true },
    false,
    (value) => objectCheck(value) ?? check(value as Record<string, unknown>),
  );
}

/** What is wrong with the name of a stored thing. */
export function nameProblem(value: unknown): string | null {
  return textCheck({ max: 255 })(value) ?? (String(value).trim() === '' ? 'May not be blank.' : null);
}

/** A name under which users find the thing again. */
export function Name(description: string): PropertyDecorator {
  return field({ description, type: String, minLength: 1, maxLength: 255 }, true, nameProblem);
}

function field(shape: ApiPropertyOptions, required: boolean, check: Check): PropertyDecorator {
  const problem: Check = (value) => (value === undefined ? (required ? REQUIRED : null) : check(value));
  const validated: PropertyDecorator = (target, property) => {
    registerDecorator({
      name: 'wireField',
      target: target.constructor,
      propertyName: String(property),
      validator: {
        validate: (value: unknown) => problem(value) === null,
        defaultMessage: (found) => problem(found?.value) ?? '',
      },
    });
  };
  return applyDecorators(required ? ApiProperty(shape) : ApiPropertyOptional(shape), validated);
}

function example(options: TextOptions): { example?: string } {
  return options.example === undefined ? {} : { example: options.example };
}

function textCheck({ max = 1_000, empty = false }: TextOptions): Check {
  return (value) => {
    if (typeof value !== 'string') {
      return 'Must be a text.';
    }
    if (value === '' && !empty) {
      return 'May not be empty.';
    }
    if (value.length > max) {
      return `May have at most ${max} characters.`;
    }
    return CONTROL.test(value) ? 'May not contain control characters.' : null;
  };
}

function secretCheck(value: unknown): string | null {
  if (typeof value !== 'string') {
    return 'Must be a text.';
  }
  return value.length > MAX_SECRET ? `May have at most ${MAX_SECRET} characters.` : null;
}

function portCheck(value: unknown): string | null {
  const port = portNumber(value);
  return port !== null && port >= 1 && port <= 65_535 ? null : 'Must be a port number from 1 to 65535.';
}

/** The number behind a port as sent; null: it is none. */
export function portNumber(value: unknown): number | null {
  if (typeof value === 'string' && /^\s*\d{1,5}\s*$/.test(value)) {
    return Number(value);
  }
  return typeof value === 'number' && Number.isInteger(value) ? value : null;
}

function objectCheck(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return 'Must be an object.';
  }
  return JSON.stringify(value).length > MAX_OBJECT ? `May have at most ${MAX_OBJECT} characters.` : null;
}
