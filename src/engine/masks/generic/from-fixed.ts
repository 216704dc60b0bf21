import { defineMask } from '../mask-definition.js';
import { required } from '../parameters.js';
import { anyScalar } from '../scalar-parameters.js';

export const fromFixed = defineMask({
  name: 'from_fixed',
  family: 'generic',
  role: 'source',
  summary: 'Replaces every value by one constant.',
  accepts: 'all',
  gives: 'the constant’s kind',
  traits: { ignoresValue: true },
  parameters: {
    value: required(anyScalar('The constant. Quotes make it text; null stores NULL.')),
  },
  example: 'type: from_fixed\nvalue: withheld',
  choices: [
    'A value that is left blank is NULL, with a warning; empty text is written in quotes.',
    'NULL is replaced as well; skip NULL to keep it.',
  ],
  compile:
    ({ value }) =>
    () =>
      value,
});
