import { boolean, optional, withDefault } from '../parameters.js';
import { defineMask } from '../mask-definition.js';
import { digitInput, DIGIT_KINDS, digitsOf, withDigits } from './digit-input.js';
import { issuerPrefixLength } from './issuer-prefix.js';
import { luhnDigit } from '../../checksums/luhn.js';
import { oneCharacter, prefixLength } from './pattern-parameters.js';
import type { Draws } from '../../random/draws.js';
import type { MaskCompileContext } from '../mask-definition.js';

const SHORTEST = 12;
const LONGEST = 19;
/** Digits of a hidden number that stay. */
const SHOWN_FIRST = 6;
const SHOWN_LAST = 4;

export const creditCard = defineMask({
  name: 'credit_card',
  family: 'pattern',
  role: 'transformer',
  summary: 'Replaces a card number by another of the same issuer and form, or hides its middle.',
  accepts: DIGIT_KINDS,
  gives: 'same',
  parameters: {
    generate_card_number: withDefault(boolean('Make a new number.'), true),
    pan_format: withDefault(boolean('Hide the digits between the first six and the last four.'), false),
    pan_character: withDefault(oneCharacter('Stands for a hidden digit.'), '#'),
    generate_luhn: optional(
      boolean('The new number passes the Luhn check; when absent, it does unless its middle is hidden.'),
    ),
    retain_prefix_length: withDefault(
      prefixLength('First digits that stay; automatic: as many as tell the issuer.', LONGEST),
      'automatic',
    ),
  },
  example: 'type: credit_card\nretain_prefix_length: 6',
  choices: [
    'retain_prefix_length is automatic when absent: 4, 34, 37, 36, 38, 51 to 55, 62, 65, 300 to 305, 644 to 649, 2221 to 2720, 3528 to 3589 and 6011 stay, of other numbers no digit.',
    'Numbers have 12 to 19 digits; spaces, hyphens, dots, slashes and underscores between them stay; anything else is an error.',
    'The number that comes in need not pass the Luhn check, and the new one may equal that of another row.',
    'A first digit that is not kept stays apart from zero, so that numeric columns keep the width.',
    'Empty text stays empty.',
  ],
  check(params, report) {
    const { generate_card_number: generates, retain_prefix_length: prefix } = params;
    if (!generates && !params.pan_format) {
      const message = 'One of "generate_card_number" and "pan_format" must be switched on.';
      report.error('no_effect', message, 'generate_card_number');
    }
    if (generates && prefix !== 'automatic' && prefix >= LONGEST - (isChecked(params) ? 1 : 0)) {
      report.error('bad_range', 'No digit is left to be drawn.', 'retain_prefix_length');
    }
  },
  randomness: (params) => ({
    domain: { prefix: params.retain_prefix_length, luhn: isChecked(params) },
  }),
  compile(params, context) {
    const read = digitInput(context, 0);
    const generate = params.generate_card_number ? generator(params, context) : null;
    const character = params.pan_character;
    return (value, draws) => {
      if (value === null || value === '') {
        return value;
      }
      const input = read(value);
      const original = digitsOf(input.text) ?? '';
      if (original.length < SHORTEST || original.length > LONGEST) {
        return context.fail(
          'unsupported_value',
          `this is no card number of ${SHORTEST} to ${LONGEST} digits`,
        );
      }
      const digits = generate === null ? original : generate(original, draws);
      const hiddenEnd = params.pan_format ? digits.length - SHOWN_LAST : 0;
      return input.write(
        withDigits(input.text, (index) =>
          index >= SHOWN_FIRST && index < hiddenEnd ? character : digits.charAt(index),
        ),
      );
    };
  },
});

type NumberParams = Readonly<
  Record<'retain_prefix_length', number | 'automatic'> &
    Record<'pan_format', boolean> &
    Record<'generate_luhn', boolean | null>
>;

function isChecked(params: NumberParams): boolean {
  return params.generate_luhn ?? !params.pan_format;
}

function generator(
  params: NumberParams,
  context: MaskCompileContext,
): (original: string, draws: Draws) => string {
  const isLuhn = isChecked(params);
  const kept = params.retain_prefix_length;
  return (original, draws) => {
    const bodyLength = original.length - (isLuhn ? 1 : 0);
    const prefix = kept === 'automatic' ? issuerPrefixLength(original) : kept;
    if (prefix >= bodyLength) {
      return context.fail(
        'cannot_change',
        '"retain_prefix_length" leaves no digit of this number to be drawn',
      );
    }
    let digits = original.slice(0, prefix);
    for (let i = prefix; i < bodyLength; i++) {
      digits += i === 0 && !original.startsWith('0') ? 1 + draws.below(9) : draws.below(10);
    }
    return isLuhn ? digits + luhnDigit(digits) : digits;
  };
}
