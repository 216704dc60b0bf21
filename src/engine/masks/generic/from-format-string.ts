import { defineMask } from '../mask-definition.js';
import { formatString } from '../format-parameter.js';
import { formatScaled } from '../../values/numbers.js';
import { required } from '../parameters.js';
import type { Draws } from '../../random/draws.js';
import type { FormatInteger, FormatPart, FormatSet } from '../format-string.js';

/** Sets up to this size are kept as a list of characters. */
const MAX_LISTED = 4096;

export const fromFormatString = defineMask({
  name: 'from_format_string',
  family: 'generic',
  role: 'source',
  summary: 'Draws a text of a given shape, such as three letters and four digits.',
  accepts: 'all',
  gives: 'text',
  traits: { ignoresValue: true },
  parameters: {
    format: required(
      formatString('Literal text and tokens: {[A-Z0-9],3}, {[a-z],2:5}, {!int, 1:500, pad}, {(a|b)}.'),
    ),
  },
  example: 'type: from_format_string\nformat: "L-{[A-F],1}{[0-9],3}"',
  choices: [
    'The draws follow the tokens alone: changing the text between them does not move what is drawn.',
    'In a set a character counts once; empty formats and sets, reversed ranges and a count of 0 are errors of the ruleset.',
    'NULL gives a text too, as with every source; skip NULL to keep it.',
  ],
  // The tokens alone, so that editing a literal does not move the draws.
  randomness: (params) => ({ domain: params.format.parts.filter((part) => part.kind !== 'literal') }),
  compile({ format: { parts } }) {
    const writers = parts.map(partWriter);
    const [only] = writers;
    if (writers.length === 1 && only !== undefined) {
      return (_, draws) => only(draws);
    }
    return (_, draws) => {
      let result = '';
      for (const write of writers) {
        result += write(draws);
      }
      return result;
    };
  },
});

function partWriter(part: FormatPart): (draws: Draws) => string {
  switch (part.kind) {
    case 'literal':
      return () => part.text;
    case 'set':
      return setWriter(part);
    case 'integer':
      return integerWriter(part);
    default:
      return (draws) => part.texts[draws.below(part.texts.length)]!;
  }
}

function setWriter(set: FormatSet): (draws: Draws) => string {
  const pick = characterPicker(set);
  const { min, max } = set;
  return (draws) => {
    const length = min === max ? min : min + draws.below(max - min + 1);
    let result = '';
    for (let i = 0; i < length; i++) {
      result += pick(draws);
    }
    return result;
  };
}

function characterPicker({ ranges, size }: FormatSet): (draws: Draws) => string {
  if (size <= MAX_LISTED) {
    const listed = ranges.flatMap(([from, to]) =>
      Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)),
    );
    return (draws) => listed[draws.below(size)]!;
  }
  return (draws) => {
    let index = draws.below(size);
    for (const [from, to] of ranges) {
      if (index <= to - from) {
        return String.fromCodePoint(from + index);
      }
      index -= to - from + 1;
    }
    return '';
  };
}

function integerWriter({ min, max, width }: FormatInteger): (draws: Draws) => string {
  const count = max - min + 1n;
  return (draws) => {
    const text = formatScaled(min + draws.belowBig(count), 0);
    return text.startsWith('-') ? `-${text.slice(1).padStart(width, '0')}` : text.padStart(width, '0');
  };
}
