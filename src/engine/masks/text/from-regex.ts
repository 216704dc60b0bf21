import { alsoNamed, integer, NOT_READ, reportParameter, required, text, withDefault } from '../parameters.js';
import { compileGenerator, longestOf } from './regex-generator.js';
import { defineMask } from '../mask-definition.js';
import { parseRegex, RegexProblem } from '../../ruleset/regex-tree.js';
import type { ParameterType } from '../parameters.js';
import type { RegexNode } from '../../ruleset/regex-tree.js';

const LONGEST = 1_000_000;
const LONGEST_PATTERN = 10_000;

/** A pattern that texts are made from. */
interface GeneratedPattern {
  readonly pattern: string;
  readonly node: RegexNode;
}

export const fromRegex = defineMask({
  name: 'from_regex',
  family: 'text',
  role: 'source',
  summary: 'Draws a text that matches a pattern (extension).',
  accepts: 'all',
  gives: 'text',
  traits: { ignoresValue: true },
  parameters: {
    regex: alsoNamed(required(generatedPattern('The pattern.')), ['pattern']),
    max_repeat: withDefault(
      integer('Most repeats beyond the least number where the pattern sets no end.', 0, 1000),
      10,
    ),
  },
  example: 'type: from_regex\nregex: "(ORD|RET)-[A-F0-9]{8}"',
  choices: [
    'Alternatives, repeats and characters are each drawn evenly, so texts are not all equally likely.',
    '`.`, `\\W` and negated classes draw printable ASCII, `\\d` 0 to 9, `\\w` ASCII letters, digits and the underscore, `\\s` a space.',
    '`^`, `$` and the like are passed over; look-around, back-references and flags are errors.',
  ],
  check({ regex, max_repeat: maxRepeat }, report) {
    if (longestOf(regex.node, maxRepeat) > LONGEST) {
      report.error('out_of_range', `This pattern has texts of more than ${LONGEST} characters.`, 'regex');
    }
  },
  randomness: ({ regex, max_repeat: maxRepeat }) => ({ domain: [regex.pattern, maxRepeat] }),
  compile({ regex, max_repeat: maxRepeat }) {
    const generate = compileGenerator(regex.node, maxRepeat);
    return (_, draws) => generate(draws);
  },
});

function generatedPattern(description: string): ParameterType<GeneratedPattern> {
  const asText = text(description);
  return {
    type: 'pattern',
    description,
    constraints: 'literals, classes, escapes, groups, alternatives and repeats',
    read: (node, scope) => {
      const pattern = asText.read(node, scope);
      if (pattern === NOT_READ) {
        return NOT_READ;
      }
      if (pattern === '' || pattern.length > LONGEST_PATTERN) {
        return reportParameter(
          node,
          scope,
          'bad_pattern',
          `A pattern has 1 to ${LONGEST_PATTERN} characters.`,
        );
      }
      try {
        return { pattern, node: parseRegex(pattern) };
      } catch (error) {
        if (error instanceof RegexProblem) {
          return reportParameter(node, scope, 'bad_pattern', `The pattern cannot be used: ${error.message}.`);
        }
        throw error;
      }
    },
  };
}
