import fc from 'fast-check';
import { load } from 'js-yaml';
import { describeMasks } from '../../src/engine/index.js';
import type { MaskDescription, ParameterDescription } from '../../src/engine/index.js';

type Plain = Record<string, unknown>;

const MASKS = describeMasks();
const COLUMNS = ['c0', 'c1', 'c2', 'c3'];

export const column = fc.constantFrom(...COLUMNS);
export const scalar: fc.Arbitrary<unknown> = fc.oneof(
  fc.integer({ min: -10, max: 1000 }),
  fc.constantFrom(
    null,
    true,
    false,
    0,
    1,
    1.5,
    '',
    'a',
    '[a-z]',
    '1990-01-01',
    '%Y-%m-%d',
    '{[0-9],4}',
    1e21,
  ),
  fc.string({ maxLength: 8 }),
);

/** What is right, and now and then what is not. */
export function mostly<T>(right: fc.Arbitrary<T>, wrong: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight: 40, arbitrary: right }, { weight: 1, arbitrary: wrong });
}

/** Any mask: as in its example, or with parameters left out, added or replaced. */
export const mask: fc.Memo<unknown> = fc.memo((depth) =>
  fc.constantFrom(...MASKS).chain((described) =>
    fc
      .record({
        example: fc.constant(load(described.example) as Plain),
        changes: fc.oneof(
          { weight: 3, arbitrary: fc.constant<[string, unknown][]>([]) },
          {
            weight: 1,
            arbitrary: fc.array(change(described, depth), { minLength: 1, maxLength: 2 }),
          },
        ),
        keeps: fc.double({ min: 0, max: 1, noNaN: true }),
      })
      .map(({ example, changes, keeps }) => {
        const kept = keeps < 0.995 ? Object.entries(example) : Object.entries(example).slice(0, 1);
        return Object.fromEntries([...kept, ...changes.filter(([key]) => key !== '')]);
      }),
  ),
);

/** A parameter of the mask with a value that mostly suits it, or any key with anything. */
function change(described: MaskDescription, depth: number): fc.Arbitrary<[string, unknown]> {
  const { parameters } = described;
  const wild = fc.tuple(keyOf(described), parameterValue(described, depth));
  if (parameters.length === 0) {
    return wild;
  }
  const likely = fc
    .constantFrom(...parameters)
    .chain((parameter) =>
      likelyValue(parameter, depth).map((value): [string, unknown] => [parameter.name, value]),
    );
  return fc.oneof({ weight: 9, arbitrary: likely }, { weight: 1, arbitrary: wild });
}

function keyOf(described: MaskDescription): fc.Arbitrary<string> {
  const names = described.parameters.map(({ name }) => name);
  return fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...names, '') },
    { weight: 1, arbitrary: fc.constantFrom('masks', 'nonsense', 'type', 'seed') },
  );
}

function parameterValue(described: MaskDescription, depth: number): fc.Arbitrary<unknown> {
  const nested = depth > 1 ? [fc.array(mask(depth - 1), { maxLength: 2 })] : [];
  const likely = described.parameters.map((parameter) => likelyValue(parameter, depth));
  return fc.oneof(scalar, fc.constant('x'), column, ...likely, ...nested);
}

const PATTERNS = [
  ...['[a-z]+', '(a|b){2,5}', '\\d{3}', '(?i)x+', 'é|😀', '(x*)*y', '(?<=@).*', '[^@]+(?=@)', '\\w+'],
];
const DATES = [
  ...['1990-01-01', '2020-02-29', '2020-02-29T12:00:00Z', '1999-12-31T23:59:59+13:00', 'now', '9999-12-31'],
];
const FORMATS = ['{[0-9],4}', 'L-{[A-F],1:3}{!int, 1:99, pad}', '{(a|b|c)}', '{[α-ω],2}', '\\{x\\}'];
const PATHS = ['/a', '//b', '/a/b[1]', '*', './/a[@b="c"]'];
const step = fc.oneof(fc.constantFrom('a', 'b', '*'), fc.nat(3));

/** Values that suit a type, by the type's name in the documentation. */
const SUITABLE: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  boolean: fc.boolean(),
  integer: fc.integer({ min: -2, max: 50 }),
  'integer or automatic': fc.oneof(fc.constant('automatic'), fc.nat(20)),
  number: fc.oneof(fc.integer({ min: -100, max: 1000 }), fc.double({ noNaN: true, noDefaultInfinity: true })),
  numbers: fc
    .uniqueArray(fc.integer({ min: -50, max: 5000 }), { minLength: 1, maxLength: 5 })
    .map((list) => list.sort((a, b) => a - b)),
  column,
  pattern: fc.constantFrom(...PATTERNS),
  'format string': fc.constantFrom(...FORMATS),
  'date format': fc.constantFrom('%Y-%m-%d', '%d/%m/%Y %H:%M:%S', '%j %y', '%B %d, %Y'),
  'date or time': fc.constantFrom(...DATES),
  choices: fc.array(fc.oneof(scalar, fc.record({ value: scalar, weight: fc.nat(9) })), {
    minLength: 1,
    maxLength: 4,
  }),
  weights: fc.array(fc.nat(9), { minLength: 1, maxLength: 4 }),
  charsets: fc.constantFrom(['A-Z', '0-9'], ['α-ω'], ['a', 'b-c']),
  characters: fc.constantFrom('0123456789', 'ab', 'αβγδ'),
  path: fc.array(step, { minLength: 1, maxLength: 3 }),
  'list of paths': fc.array(
    fc.oneof(fc.array(step, { minLength: 1, maxLength: 2 }), fc.constant({ source: 'self' })),
    { maxLength: 2 },
  ),
  XPath: fc.constantFrom(...PATHS),
  'list of hash sources': fc.constantFrom([{ self: 'entity' }], [{ label: 'TICKET' }, { self: 'entity' }]),
  'seed file': fc.constantFrom('any.csv', 'DataMasque_firstNames_mixed.csv'),
  'seed column': fc.constant('name'),
};

function likelyValue(
  { type, constraints, fields }: ParameterDescription,
  depth: number,
): fc.Arbitrary<unknown> {
  const suitable = SUITABLE[type];
  if (type === 'masks') {
    const simple = fc.constant([{ type: 'imitate' }]);
    return depth > 1 ? fc.oneof(simple, fc.array(mask(depth - 1), { minLength: 1, maxLength: 2 })) : simple;
  }
  if (fields.length > 0 && depth > 0) {
    return ownFields(fields, depth - 1);
  }
  if (suitable !== undefined) {
    return suitable;
  }
  const words = constraints.split(', ').filter((word) => /^\w+$/.test(word));
  return words.length > 0
    ? fc.constantFrom(...words)
    : fc.oneof(scalar, fc.constantFrom('x', 'NZ', ...DATES));
}

/** A mapping of some of a parameter's fields, or a list of it. */
function ownFields(fields: readonly ParameterDescription[], depth: number): fc.Arbitrary<unknown> {
  const values = Object.fromEntries(fields.map((field) => [field.name, likelyValue(field, depth)]));
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  const mapping = fc.record(values, { requiredKeys: required });
  return fc.oneof(mapping, fc.array(mapping, { minLength: 1, maxLength: 2 }));
}
