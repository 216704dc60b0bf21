import { defineMask } from '../mask-definition.js';
import { maskList, required } from '../parameters.js';

export const chain = defineMask({
  name: 'chain',
  family: 'combine',
  role: 'combination',
  summary: 'Applies masks one after another, each to the output of the one before.',
  accepts: 'all',
  gives: 'the last mask’s kind',
  parameters: {
    masks: required(maskList('The masks, in order.')),
  },
  example:
    'type: chain\nmasks:\n  - {type: take_substring, end_index: 1}\n  - {type: transform_case, transform: uppercase}',
  choices: [
    'An empty list of masks is an error of the ruleset.',
    'NULL goes through the masks as any value does.',
  ],
  compile({ masks }, context) {
    return context.children(masks);
  },
});
