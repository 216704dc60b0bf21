import { cpfDigits } from '../../checksums/brazilian-cpf.js';
import { defineMask } from '../mask-definition.js';
import { digitInput, DIGIT_KINDS, digitsOf, withDigits } from './digit-input.js';
import type { Draws } from '../../random/draws.js';

const LENGTH = 11;
const BODY_LENGTH = 9;

export const brazilianCpf = defineMask({
  name: 'brazilian_cpf',
  family: 'pattern',
  role: 'transformer',
  summary: 'Replaces a Brazilian CPF number by a random one with valid check digits.',
  accepts: DIGIT_KINDS,
  gives: 'same',
  parameters: {},
  example: 'type: brazilian_cpf',
  choices: [
    'The layout stays: ddd.ddd.ddd-dd with its punctuation, eleven digits plain.',
    'A whole number is filled up with zeros to eleven digits, and the result is a whole number.',
    'Text without eleven digits is an error; empty text stays empty; NULL stays NULL.',
    'The ninth digit, which tells the region, is drawn too.',
  ],
  randomness: () => ({ domain: {} }),
  compile(_, context) {
    const read = digitInput(context, LENGTH);
    return (value, draws) => {
      if (value === null || value === '') {
        return value;
      }
      const input = read(value);
      if (digitsOf(input.text)?.length !== LENGTH) {
        return context.fail('unsupported_value', `this is no CPF number of ${LENGTH} digits`);
      }
      const body = drawnBody(draws);
      const digits = body + cpfDigits(body);
      return input.write(withDigits(input.text, (index) => digits.charAt(index)));
    };
  },
});

/** Nine digits that are not all equal. */
function drawnBody(draws: Draws): string {
  for (;;) {
    const body = String(draws.below(10 ** BODY_LENGTH)).padStart(BODY_LENGTH, '0');
    if (!/^(.)\1+$/.test(body)) {
      return body;
    }
  }
}
