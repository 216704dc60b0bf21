import { boolean, integer, maskList, optional, required, withDefault } from '../parameters.js';
import { defineMask, TEXT_KINDS } from '../mask-definition.js';
import { fitLength } from '../fit-length.js';
import { isBasicPlane, textInput } from '../text-input.js';

const LIMIT = 1_000_000_000;

export const replaceSubstring = defineMask({
  name: 'replace_substring',
  family: 'text',
  role: 'combination',
  summary: 'Masks a part of the text, counted in characters, and keeps the rest.',
  accepts: TEXT_KINDS,
  gives: 'text',
  parameters: {
    masks: required(maskList('What is done to the part.')),
    start_index: withDefault(
      integer('First character, from 0; negative counts from the end.', -LIMIT, LIMIT),
      0,
    ),
    end_index: optional(
      integer('First character no longer in the part; negative counts from the end.', -LIMIT, LIMIT),
    ),
    preserve_length: withDefault(boolean('Cut or repeat what comes out to the length of the part.'), false),
  },
  example:
    'type: replace_substring\nstart_index: 3\npreserve_length: true\nmasks: [{type: from_fixed, value: "*"}]',
  choices: [
    'A part beyond the text, or of no character, leaves the value as it is; negative positions count from the end.',
    'NULL from the masks counts as empty text; with preserve_length empty text is an error.',
  ],
  compile({ masks, start_index: start, end_index: end, preserve_length: preserveLength }, context) {
    const read = textInput(context);
    const apply = context.children(masks);
    return (value) => {
      const text = read(value);
      if (text === null) {
        return null;
      }
      const [before, part, after] = cut(text, start, end ?? Infinity);
      if (part === '') {
        return value;
      }
      const masked = read(apply(part)) ?? '';
      return before + (preserveLength ? fitLength(masked, part, context) : masked) + after;
    };
  },
});

function cut(text: string, start: number, end: number): readonly [string, string, string] {
  if (isBasicPlane(text)) {
    const [from, to] = [position(start, text.length), position(end, text.length)];
    return [text.slice(0, from), text.slice(from, to), text.slice(Math.max(from, to))];
  }
  const characters = [...text];
  const [from, to] = [position(start, characters.length), position(end, characters.length)];
  const joined = (part: readonly string[]): string => part.join('');
  return [
    joined(characters.slice(0, from)),
    joined(characters.slice(from, to)),
    joined(characters.slice(Math.max(from, to))),
  ];
}

function position(index: number, length: number): number {
  return index < 0 ? Math.max(0, length + index) : Math.min(index, length);
}
