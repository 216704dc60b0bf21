import { defineMask } from '../mask-definition.js';

export const secureShuffle = defineMask({
  name: 'secure_shuffle',
  family: 'generic',
  role: 'source',
  summary: 'Deals the column’s own values out among its rows at random.',
  accepts: 'all',
  gives: 'same',
  traits: { wholeColumn: true, needsTable: true, hashColumns: 'refused' },
  parameters: {},
  example: 'type: secure_shuffle',
  choices: [
    'It is the first mask of its rule and inside no other; hash columns are an error.',
    'Rows left out by `where`, a condition or a skip list neither give nor get a value.',
    'Conditions and hash columns see the row as it was; what follows on the column gets the dealt value, and skips by it.',
    'In a tabular file it deals within the file, and nothing between files.',
    'A row may get its own value. Rare values stay in the column: it is no anonymisation by itself.',
  ],
  compile(_, context) {
    if (!context.dealsColumns) {
      context.error('not_supported_here', 'The mask "secure_shuffle" is not supported here.');
    }
    return (value) => value;
  },
});
