/** Rulesets with random slips: reading ends with a ruleset or with placed errors, never with an exception. */
import fc from 'fast-check';
import { describeMasks } from '../masks/describe-masks.js';
import { readRuleset } from './read-ruleset.js';

const SHARDS = [
  ...[
    '"',
    "'",
    '\\',
    '{',
    '}',
    '[',
    ']',
    ': ',
    '- ',
    '\n',
    '\n  ',
    '\t',
    '#',
    '&a ',
    '*a',
    '<<: ',
    '!x ',
    '!!str ',
  ],
  ...[
    '|',
    '>',
    '%',
    '@',
    '`',
    ',',
    '? ',
    '\u0000',
    '\ud800',
    '😀',
    '\uFEFF',
    '\r',
    '---\n',
    '...\n',
    '"\\q"',
    '"\\u12"',
  ],
  ...[
    '0x',
    '1e999',
    '.inf',
    '~',
    '__proto__: 1',
    '{{ locality }}',
    'masks: ',
    '-1',
    '9'.repeat(2000),
    '$ref: a',
    'if: x',
  ],
];
const EXAMPLES = describeMasks().map(({ example }) => example.split('\n').join('\n            '));

interface Slip {
  /** Where, as a share of the text. */
  readonly place: number;
  readonly drop: number;
  readonly shard: string;
}

const slip: fc.Arbitrary<Slip> = fc.record({
  place: fc.double({ min: 0, max: 1, noNaN: true }),
  drop: fc.nat(4),
  shard: fc.constantFrom('', ...SHARDS),
});

function damaged(example: string, slips: readonly Slip[]): string {
  const text = `version: "1.0"
skip_defaults: [null, {matches: "a+"}]
tasks:
  - type: mask_table
    table: t
    key: id
    hash_columns: [id, {column_name: doc, json_path: [a, 0], trim: true}]
    rules:
      - column: c
        masks:
          - ${example}
`;
  return slips.reduce((current, { place, drop, shard }) => {
    const at = Math.floor(place * current.length);
    return current.slice(0, at) + shard + current.slice(at + drop);
  }, text);
}

it('ends well on rulesets with random slips', () => {
  fc.assert(
    fc.property(fc.constantFrom(...EXAMPLES), fc.array(slip, { maxLength: 4 }), (example, slips) => {
      const { ruleset, problems } = readRuleset(damaged(example, slips));
      const hasError = problems.some(({ severity }) => severity === 'error');
      const arePlaced = problems.every(
        ({ at, code, message }) => at.line >= 1 && at.column >= 1 && code !== '' && message !== '',
      );
      return arePlaced && hasError === (ruleset === null);
    }),
    { seed: 20_270_102, numRuns: 3000 },
  );
});

it('ends well on any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => readRuleset(text).ruleset === null),
    { seed: 20_270_103, numRuns: 2000 },
  );
});
