import { defineMask, TEXT_KINDS } from '../mask-definition.js';
import { oneOf, required } from '../parameters.js';
import { textInput } from '../text-input.js';

const TRANSFORMS = ['uppercase', 'lowercase', 'capitalize_words', 'capitalize_string'] as const;
type Transform = (typeof TRANSFORMS)[number];

const FUNCTIONS: Readonly<Record<Transform, (text: string) => string>> = {
  uppercase: (text) => text.toUpperCase(),
  lowercase: (text) => text.toLowerCase(),
  capitalize_words: capitalizedWords,
  capitalize_string: capitalized,
};

export const transformCase = defineMask({
  name: 'transform_case',
  family: 'text',
  role: 'transformer',
  summary: 'Changes the case of letters, independent of any locale.',
  accepts: TEXT_KINDS,
  gives: 'text',
  parameters: {
    transform: required(
      oneOf('What to do.', TRANSFORMS, {
        upper: 'uppercase',
        lower: 'lowercase',
        title: 'capitalize_words',
        capitalize: 'capitalize_string',
      }),
    ),
  },
  example: 'type: transform_case\ntransform: lowercase',
  choices: [
    'Also upper, lower, title and capitalize are taken.',
    'Letters change by Unicode, whatever the locale, so that the text may grow (ß to SS).',
    'Words are parted by white space alone: a hyphen or an apostrophe begins none.',
  ],
  compile({ transform }, context) {
    const read = textInput(context);
    const change = FUNCTIONS[transform];
    return (value) => {
      const text = read(value);
      return text === null ? null : change(text);
    };
  },
});

function capitalizedWords(text: string): string {
  // By code units, of which no half of a pair is white space: with "u" long words take memory for each character.
  return text.replace(/\S+/g, capitalized);
}

function capitalized(word: string): string {
  const first = word.codePointAt(0);
  if (first === undefined) {
    return word;
  }
  const initial = String.fromCodePoint(first);
  return initial.toUpperCase() + word.slice(initial.length).toLowerCase();
}
