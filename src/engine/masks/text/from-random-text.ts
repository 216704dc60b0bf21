import { defineMask } from '../mask-definition.js';
import { integer, oneOf, optional, required, withDefault } from '../parameters.js';

const LONGEST = 1_000_000;
const LETTERS = {
  lower: 'abcdefghijklmnopqrstuvwxyz',
  upper: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  mixed: 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ',
} as const;

export const fromRandomText = defineMask({
  name: 'from_random_text',
  family: 'text',
  role: 'source',
  summary: 'Draws a text of random letters.',
  accepts: 'all',
  gives: 'text',
  traits: { ignoresValue: true },
  parameters: {
    max: required(integer('Greatest length.', 0, LONGEST)),
    min: optional(integer('Least length; the greatest when absent.', 0, LONGEST)),
    case: withDefault(oneOf('Case of the letters.', ['lower', 'upper', 'mixed']), 'mixed'),
  },
  example: 'type: from_random_text\nmin: 5\nmax: 12\ncase: lower',
  choices: [
    'Every length from min to max is equally likely, and so is every letter; without min all texts have the length max.',
    'NULL gives a text too, as with every source; skip NULL to keep it.',
  ],
  check({ min, max }, report) {
    if (min !== null && min > max) {
      report.error('bad_range', '"min" is above "max".', 'min');
    }
  },
  randomness: (params) => ({ domain: { ...params, min: params.min ?? params.max } }),
  compile(params) {
    const letters = LETTERS[params.case];
    const { max } = params;
    const min = params.min ?? max;
    const scratch = Buffer.alloc(max);
    return (_, draws) => {
      const length = min === max ? max : min + draws.below(max - min + 1);
      for (let i = 0; i < length; i++) {
        scratch[i] = letters.charCodeAt(draws.below(letters.length));
      }
      return scratch.toString('latin1', 0, length);
    };
  },
});
