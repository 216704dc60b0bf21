import { defineMask, TEXT_KINDS } from '../mask-definition.js';
import { integer, withDefault } from '../parameters.js';
import { isBasicPlane, textInput } from '../text-input.js';
import { oneCharacter } from './pattern-parameters.js';

const LIMIT = 1_000_000;

export const partial = defineMask({
  name: 'partial',
  family: 'pattern',
  role: 'transformer',
  summary: 'Shows the first and last characters of a text and hides the rest (extension).',
  accepts: TEXT_KINDS,
  gives: 'text',
  parameters: {
    keep_first: withDefault(integer('Characters shown at the start.', 0, LIMIT), 0),
    keep_last: withDefault(integer('Characters shown at the end.', 0, LIMIT), 0),
    fill_character: withDefault(oneCharacter('Stands for each hidden character.'), '*'),
    min_hidden: withDefault(
      integer('Characters that are hidden at least; a text too short for that is hidden whole.', 1, LIMIT),
      1,
    ),
  },
  example: 'type: partial\nkeep_first: 1\nkeep_last: 4\nmin_hidden: 3',
  choices: [
    'Characters are code points; the length stays.',
    'Numbers, dates and booleans are masked as their text, so the column must be able to hold text.',
  ],
  compile(params, context) {
    const read = textInput(context);
    const { keep_first: first, keep_last: last, fill_character: fill, min_hidden: least } = params;
    const hide = (length: number, slice: (start: number, end: number) => string): string =>
      length < first + last + least
        ? fill.repeat(length)
        : slice(0, first) + fill.repeat(length - first - last) + slice(length - last, length);
    return (value) => {
      const text = read(value);
      if (text === null) {
        return null;
      }
      if (isBasicPlane(text)) {
        return hide(text.length, (start, end) => text.slice(start, end));
      }
      const characters = [...text];
      return hide(characters.length, (start, end) => characters.slice(start, end).join(''));
    };
  },
});
