import { defineMask } from '../mask-definition.js';
import { required, rowColumn } from '../parameters.js';

export const fromColumn = defineMask({
  name: 'from_column',
  family: 'generic',
  role: 'source',
  summary: 'Copies the original value of another column of the same row.',
  accepts: 'all',
  gives: 'the kind of the column',
  parameters: {
    source_column: required(rowColumn('The column, perhaps after its table: `nickname`, `people.nickname`.')),
  },
  example: 'type: from_column\nsource_column: nickname',
  choices: [
    'It reads the original value, whatever other rules make of that column.',
    'Masks after it see the kind of the source column; the masked column’s own kind decides what can be stored.',
  ],
  compile({ source_column: sourceColumn }, context) {
    return context.rowValue(sourceColumn) ?? ((value) => value);
  },
});
