import fc from 'fast-check';
import { load } from 'js-yaml';
import { describeMasks } from '../../src/engine/index.js';
import type { MaskDescription, ParameterDescription } from '../../src/engine/index.js';

type Plain = Record<string, unknown>;

const MASKS = describeMasks();
const COLUMNS = ['c0', 'c1', 'c2', 'c3'];

const column = fc.constantFrom(...COLUMNS);
const scalar: fc.Arbitrary<unknown> = fc.oneof(
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

/** Any mask: as in its example, or with parameters left out, added or replaced. */
const mask: fc.Memo<unknown> = fc.memo((depth) =>
  fc.constantFrom(...MASKS).chain((described) =>
    fc
      .record({
        example: fc.constant(load(described.example) as Plain),
        changes: fc.oneof(
          { weight: 4, arbitrary: fc.constant<[string, unknown][]>([]) },
          {
            weight: 1,
            arbitrary: fc.array(fc.tuple(keyOf(described), parameterValue(described, depth)), {
              minLength: 1,
              maxLength: 3,
            }),
          },
        ),
        keeps: fc.double({ min: 0, max: 1, noNaN: true }),
      })
      .map(({ example, changes, keeps }) => {
        const kept = keeps < 0.98 ? Object.entries(example) : Object.entries(example).slice(0, 1);
        return Object.fromEntries([...kept, ...changes.filter(([key]) => key !== '')]);
      }),
  ),
);

function keyOf(described: MaskDescription): fc.Arbitrary<string> {
  const names = described.parameters.map(({ name }) => name);
  return fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...names, '') },
    { weight: 1, arbitrary: fc.constantFrom('masks', 'nonsense', 'type', 'seed') },
  );
}

function parameterValue(described: MaskDescription, depth: number): fc.Arbitrary<unknown> {
  const words = described.parameters
    .flatMap(({ constraints }) => constraints.split(', '))
    .filter((word) => /^\w+$/.test(word));
  const nested = depth > 1 ? [fc.array(mask(depth - 1), { maxLength: 2 })] : [];
  const likely = described.parameters.map(likelyValue);
  return fc.oneof(scalar, fc.constantFrom('x', ...words), column, ...likely, ...nested);
}

function likelyValue({ type }: ParameterDescription): fc.Arbitrary<unknown> {
  switch (type) {
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: 0, max: 50 });
    case 'column':
      return column;
    default:
      return scalar;
  }
}

const test = fc
  .oneof(
    fc.record({ equals: scalar }),
    fc.record({ matches: fc.constantFrom('a', '^[0-9]+$', '(x|y)*z') }),
    fc.record({ less_than: fc.constantFrom(0, 7.5, '2020-01-01', '1990-05-05T10:00:00Z') }),
    fc.record({ greater_than_or_equal: fc.constantFrom(-3, '1970-01-01') }),
    fc.record({ age_less_than: fc.nat(90) }, { requiredKeys: ['age_less_than'] }),
    fc.dictionary(fc.constantFrom('equals', 'matches', 'less_than'), scalar, { minKeys: 1 }),
  )
  .chain((operators) => column.map((name): unknown => ({ column: name, ...operators })));

const condition: fc.Memo<unknown> = fc.memo((depth) => {
  if (depth <= 1) {
    return test;
  }
  const group = fc.tuple(
    fc.constantFrom('and', 'or', 'not'),
    fc.array(condition(depth - 1), { minLength: 1, maxLength: 2 }),
  );
  return fc.oneof(
    test,
    group.map(([name, inner]) => ({ [name]: inner })),
  );
});

const plainRule = fc.record(
  {
    column,
    masks: fc.array(mask(2), { minLength: 1, maxLength: 3 }),
    hash_columns: fc.array(
      fc.oneof(column, fc.constantFrom({ source: 'self' }, { column_name: 'c1', trim: true })),
      { maxLength: 2 },
    ),
    skip: fc.array(fc.oneof(scalar, fc.constant({ matches: '^a+' })), { maxLength: 3 }),
  },
  { requiredKeys: ['column', 'masks'] },
);
const rule: fc.Memo<unknown> = fc.memo((depth) =>
  depth > 1
    ? fc.oneof(
        { weight: 5, arbitrary: plainRule },
        {
          weight: 1,
          arbitrary: fc.record(
            {
              if: fc.array(condition(2), { minLength: 1, maxLength: 2 }),
              rules: fc.array(rule(depth - 1), { minLength: 1, maxLength: 2 }),
              else_rules: fc.array(rule(depth - 1), { minLength: 1, maxLength: 2 }),
            },
            { requiredKeys: ['if', 'rules'] },
          ),
        },
      )
    : plainRule,
);

const maskTable = fc.record(
  {
    type: fc.constant('mask_table'),
    table: fc.constant('t'),
    key: fc.constant('id'),
    hash_columns: fc.array(column, { maxLength: 2 }),
    rules: fc.array(rule(2), { minLength: 1, maxLength: 3 }),
  },
  { requiredKeys: ['type', 'table', 'key', 'rules'] },
);
const otherTask = fc.oneof(
  fc.record({
    type: fc.constantFrom('run_sql', 'truncate_table', 'subset', 'build_temp_table', 'run_schema_discovery'),
    table: scalar,
    sql: scalar,
  }),
  fc.record({
    type: fc.constantFrom('mask_file', 'mask_tabular_file'),
    rules: fc.array(plainRule, { maxLength: 2 }),
    include: fc.array(fc.record({ glob: scalar }), { maxLength: 1 }),
  }),
);

const generated = fc
  .record(
    {
      version: fc.constant('1.0'),
      tasks: fc.array(fc.oneof({ weight: 6, arbitrary: maskTable }, { weight: 1, arbitrary: otherTask }), {
        minLength: 1,
        maxLength: 2,
      }),
      skip_defaults: fc.array(scalar, { maxLength: 2 }),
    },
    { requiredKeys: ['version', 'tasks'] },
  )
  .map((ruleset) => JSON.stringify(ruleset));

const recordRules = fc
  .array(
    fc.record(
      {
        masks: fc.array(mask(2), { minLength: 1, maxLength: 2 }),
        hash_sources: fc.array(
          fc.constantFrom({ source: 'self' }, { source: 'from_request' }, { json_path: ['a', 0] }),
          { maxLength: 2 },
        ),
      },
      { requiredKeys: ['masks'] },
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((rules) => JSON.stringify({ version: '1.0', rules }));

/** One slip of the hand or of a program: cut, doubled, replaced or put in somewhere. */
const slip = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.nat(12),
  by: fc.oneof(
    fc.constantFrom(
      '',
      '\n',
      '\t',
      '  ',
      ':',
      '- ',
      '*a',
      '&a ',
      '<<: ',
      '{',
      '}',
      '[',
      '"',
      "'",
      '|\n',
      '#',
      '\u0000',
      '\ud800',
      '__proto__: 1',
      '$ref: x#y',
      '!!str ',
      '\r',
      '\ufeff',
      '%',
      '---\n',
    ),
    fc.string({ maxLength: 4 }),
  ),
});

function slipped(text: string, slips: readonly { at: number; length: number; by: string }[]): string {
  return slips.reduce((result, { at, length, by }) => {
    const start = Math.floor(at * result.length);
    return result.slice(0, start) + by + result.slice(start + length);
  }, text);
}

/** Valid and nearly valid rulesets for tables. */
export const RULESETS = fc.oneof(
  { weight: 3, arbitrary: generated },
  {
    weight: 1,
    arbitrary: fc
      .tuple(generated, fc.array(slip, { minLength: 1, maxLength: 4 }))
      .map(([text, slips]) => slipped(text, slips)),
  },
);

/** The same for records. */
export const PLANS = fc.oneof(
  { weight: 3, arbitrary: recordRules },
  {
    weight: 1,
    arbitrary: fc
      .tuple(recordRules, fc.array(slip, { minLength: 1, maxLength: 4 }))
      .map(([text, slips]) => slipped(text, slips)),
  },
);

/** Handwritten YAML with everything that JSON has not, damaged. */
export const DAMAGED_YAML = fc
  .tuple(
    fc.constantFrom(
      'version: "1.0"\nmask_definitions:\n  - &m {type: imitate}\ntasks:\n  - &t\n    type: mask_table\n    table: a\n    key: id\n    rules: {one: {column: c0, masks: [*m, {<<: *m, digits: false}]}}\n  - <<: *t\n    table: b\n',
      'version: "1.0"\nimports: [a/b]\ntasks:\n  - $ref: "a/b#tasks/one"\n  - type: run_sql\n    sql: |\n      SELECT 1;\n      SELECT 2\n',
      'version: "1.0"\nmasks:\n  one: {type: imitate}\n  two: {$ref: "#masks/one"}\ncolumns:\n  c: {masks: [{$ref: "#masks/two"}]}\nother: {a: [1, {b: c}]}\n',
    ),
    fc.array(slip, { minLength: 1, maxLength: 8 }),
  )
  .map(([text, slips]) => slipped(text, slips));
