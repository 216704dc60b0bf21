import { defineMask, TEXT_KINDS } from '../mask-definition.js';
import { integer, optional } from '../parameters.js';
import { isBasicPlane, textInput } from '../text-input.js';

const LIMIT = 1_000_000_000;

export const takeSubstring = defineMask({
  name: 'take_substring',
  family: 'text',
  role: 'transformer',
  summary: 'Keeps a part of the text, counted in characters.',
  accepts: TEXT_KINDS,
  gives: 'text',
  parameters: {
    start_index: optional(integer('First character, from 0; negative counts from the end.', -LIMIT, LIMIT)),
    end_index: optional(
      integer('First character no longer taken; negative counts from the end.', -LIMIT, LIMIT),
    ),
  },
  example: 'type: take_substring\nstart_index: 0\nend_index: 4',
  choices: [
    'Positions count characters (code points) from 0; negative ones count from the end, the end itself is left out.',
    'Positions beyond the text are its end; where nothing is left the result is empty text.',
  ],
  check(params, report) {
    if (params.start_index === null && params.end_index === null) {
      report.error('missing_key', 'Give "start_index", "end_index" or both.');
    }
  },
  compile(params, context) {
    const read = textInput(context);
    const start = params.start_index ?? 0;
    const end = params.end_index ?? Infinity;
    return (value) => {
      const text = read(value);
      if (text === null) {
        return null;
      }
      // `slice` clamps and counts from the end just as wanted; only its unit differs beyond the basic plane.
      return isBasicPlane(text) ? text.slice(start, end) : Array.from(text).slice(start, end).join('');
    };
  },
});
