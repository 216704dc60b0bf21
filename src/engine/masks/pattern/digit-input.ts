import { kindOf } from '../../values/kinds.js';
import type { MaskCompileContext } from '../mask-definition.js';
import type { Value, ValueKind } from '../../values/value.js';

/** Kinds that a number of digits comes in. */
export const DIGIT_KINDS: readonly ValueKind[] = ['null', 'text', 'integer', 'decimal', 'float'];

/** A value that stands for a row of digits, and the way back to its kind. */
export interface DigitInput {
  readonly text: string;
  /** The value of other digits; text where they are not only digits. */
  write(text: string): Value;
}

/** A reader of rows of digits; whole numbers are filled up with zeros to `width` digits. */
export function digitInput(
  context: MaskCompileContext,
  width: number,
): (value: Exclude<Value, null>) => DigitInput {
  const padded = (text: string, write: (text: string) => Value): DigitInput =>
    /^[0-9]+$/.test(text)
      ? {
          text: text.padStart(width, '0'),
          write: (result) => (/^[0-9]+$/.test(result) ? write(result) : result),
        }
      : context.fail('unsupported_value', 'only whole numbers that are not negative have digits to replace');
  return (value) => {
    switch (typeof value) {
      case 'string':
        return { text: value, write: (text) => text };
      case 'bigint':
        return padded(value.toString(), BigInt);
      case 'number':
        return padded(Number.isSafeInteger(value) ? String(value) : '', Number);
      default:
        return typeof value === 'object' && 'kind' in value && value.kind === 'decimal'
          ? padded(value.text, (text) => ({ kind: 'decimal', text: text.replace(/^0+(?=.)/, '') }))
          : context.fail('unsupported_kind', `${kindOf(value)} has no digits to replace`);
    }
  };
}

const SEPARATOR = /[ \u00a0\-._/]/;
const LONGEST = 100;

/** The digits of a text that else has only separators; null: it has something else. */
export function digitsOf(text: string): string | null {
  let digits = '';
  for (let i = 0; i < text.length; i++) {
    const character = text.charAt(i);
    if (character >= '0' && character <= '9') {
      digits += character;
    } else if (!SEPARATOR.test(character)) {
      return null;
    }
    if (i >= LONGEST) {
      return null;
    }
  }
  return digits;
}

/** The text with its digits replaced, in order; separators stay. */
export function withDigits(text: string, replacement: (index: number) => string): string {
  let result = '';
  let next = 0;
  for (let i = 0; i < text.length; i++) {
    const character = text.charAt(i);
    result += character >= '0' && character <= '9' ? replacement(next++) : character;
  }
  return result;
}
