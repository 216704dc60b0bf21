import { defineMask } from '../mask-definition.js';

export const fromRandomBoolean = defineMask({
  name: 'from_random_boolean',
  family: 'number',
  role: 'source',
  summary: 'Draws 0 or 1, which a boolean column takes for false or true.',
  accepts: 'all',
  gives: 'integer',
  traits: { ignoresValue: true },
  parameters: {},
  example: 'type: from_random_boolean',
  choices: ['NULL gives 0 or 1 too, as with every source; skip NULL to keep it.'],
  randomness: () => ({ domain: {} }),
  compile: () => (_, draws) => BigInt(draws.below(2)),
});
