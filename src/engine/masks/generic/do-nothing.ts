import { defineMask } from '../mask-definition.js';

export const doNothing = defineMask({
  name: 'do_nothing',
  family: 'generic',
  role: 'transformer',
  summary: 'Leaves the value as it is and marks the column as reviewed.',
  accepts: 'all',
  gives: 'same',
  parameters: {},
  example: 'type: do_nothing',
  choices: ['NULL and empty text stay as they are, too.'],
  compile: () => (value) => value,
});
