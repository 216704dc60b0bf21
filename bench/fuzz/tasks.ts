import fc from 'fast-check';
import { column, mask, mostly, scalar } from './masks.js';
import { plainRule, rule } from './rules.js';

type Plain = Readonly<Record<string, unknown>>;

const files = fc.record(
  {
    recurse: fc.boolean(),
    include: fc.array(fc.constantFrom({ glob: '*.csv' }, { regex: '(a|b)*c', match_against: 'filename' }), {
      maxLength: 2,
    }),
    skip: fc.array(fc.constant({ glob: 'old/**' }), { maxLength: 1 }),
    encoding: fc.constantFrom('utf-8', 'latin-1', 'auto'),
    workers: fc.integer({ min: 1, max: 4 }),
  },
  { requiredKeys: [] },
);
const keywords = fc.record(
  { custom_keywords: fc.array(fc.string(), { maxLength: 2 }), ignored_keywords: fc.constant(['id']) },
  { requiredKeys: [] },
);
const cascades = mostly<unknown>(
  fc.constantFrom([], [{ table: 'u', columns: [{ source: 'c0', target: 'x' }] }]),
  fc.constant([{ table: 'u' }]),
);

const maskTable: fc.Arbitrary<Plain> = fc.record(
  {
    type: fc.constant('mask_table'),
    table: fc.constantFrom('t', 's.t', '"T"'),
    key: fc.constantFrom('id', ['id']),
    hash_columns: fc.array(column, { maxLength: 2 }),
    where: mostly(fc.constant('id > 3'), fc.constant('x;')),
    workers: fc.integer({ min: 1, max: 4 }),
    rules: fc.array(rule(2), { minLength: 1, maxLength: 3 }),
  },
  { requiredKeys: ['type', 'table', 'key', 'rules'] },
);

function recordRules(source: fc.Arbitrary<unknown>): fc.Arbitrary<unknown[]> {
  const recordRule = fc.record(
    {
      masks: fc.array(mask(2), { minLength: 1, maxLength: 2 }),
      hash_sources: fc.array(mostly<unknown>(source, fc.constant({ json_path: 'a' })), { maxLength: 2 }),
    },
    { requiredKeys: ['masks'] },
  );
  return fc.array(recordRule, { minLength: 1, maxLength: 2 });
}

/** Rules of in-flight rulesets. */
export const RECORD_RULES = recordRules(
  fc.constantFrom<unknown>({ source: 'self' }, { source: 'from_request' }, { json_path: ['a', 0] }),
);
const FILE_RULES = recordRules(
  fc.constantFrom<unknown>({ source: 'self' }, { xpath: '/a/@b', trim: true }, { file_path: true }),
);

const DATABASE_KINDS: readonly fc.Arbitrary<Plain>[] = [
  fc.record({
    type: fc.constant('mask_unique_key'),
    table: fc.constant('t'),
    target_key: fc.array(
      fc.record({ column, format: fc.constant('M{[0-9],7}') }, { requiredKeys: ['column'] }),
      { minLength: 1, maxLength: 2 },
    ),
    additional_cascades: cascades,
  }),
  fc.record({
    type: fc.constant('run_sql'),
    sql: mostly(fc.constant('SELECT 1'), fc.constantFrom('', 'BEGIN; COMMIT')),
  }),
  fc.record({ type: fc.constant('truncate_table'), table: fc.constantFrom('t', 'x.y') }),
  fc.record({
    type: fc.constant('build_temp_table'),
    table: mostly(fc.constant('t2'), fc.constant('a.b')),
    select: fc.constant('SELECT 1'),
  }),
  keywords.map((given) => ({ type: 'run_data_discovery', ...given })),
  keywords.map((given) => ({
    ...{ type: 'run_schema_discovery', schemas: ['a'], disable_built_in_keywords: true, ...given },
    in_data_discovery: { enabled: true, depth: [{ a: 1 }] },
  })),
  fc.record({
    ...{ type: fc.constant('subset'), mode: fc.constant('in_place') },
    defaults: fc.record({
      target_percent: fc.integer({ min: 1, max: 101 }),
      batch_size: fc.constantFrom(1, 20_000),
    }),
    include: fc.array(fc.constantFrom({ glob: 's.*' }, { table: 's.r', target_percent: 90 }), {
      maxLength: 2,
    }),
    truncate: fc.array(mostly<unknown>(fc.constant({ regex: '^s' }), fc.constant({ regex: '(' })), {
      maxLength: 2,
    }),
  }),
];

const FILE_KINDS: readonly fc.Arbitrary<Plain>[] = [
  fc.tuple(files, FILE_RULES).map(([selection, rules]) => ({ type: 'mask_file', ...selection, rules })),
  fc
    .tuple(
      files,
      fc.array(rule(2), { minLength: 1, maxLength: 2 }),
      fc.record(
        {
          delimiter: mostly(fc.constantFrom(',', '\t'), fc.constantFrom('"', 'ab')),
          null_string: fc.constant('NULL'),
          fixed_width_extension: fc.constantFrom('.txt', 'dat'),
          fixed_width_columns_indexes: fc.constantFrom(
            [[0, 5]],
            [
              [0, 5],
              [3, 9],
            ],
            [[5, 1]],
            'x',
          ),
        },
        { requiredKeys: ['fixed_width_extension', 'fixed_width_columns_indexes'] },
      ),
    )
    .map(([selection, rules, form]) => ({ type: 'mask_tabular_file', ...selection, ...form, rules })),
  fc
    .tuple(files, keywords)
    .map(([selection, given]) => ({ type: 'run_file_data_discovery', ...selection, ...given })),
];

const WRONG: fc.Arbitrary<Plain> = fc.record({
  type: fc.constantFrom('nonsense', 'mask_tabel', 'imitate'),
  rules: fc.array(plainRule),
});

/** One key left out, or given some other value. */
function slipped(task: fc.Arbitrary<Plain>): fc.Arbitrary<Plain> {
  return fc.tuple(task, fc.nat(20), fc.option(scalar)).map(([right, at, value]): Plain => {
    const key = Object.keys(right)[at % Object.keys(right).length] ?? 'type';
    return Object.fromEntries(
      Object.entries(right).flatMap(([name, old]): [string, unknown][] =>
        name !== key ? [[name, old]] : value === null ? [] : [[name, value]],
      ),
    );
  });
}

/** Single tasks, and now and then a parallel or serial one, which may be nested too deep. */
function anyTask(kinds: readonly fc.WeightedArbitrary<Plain>[]): fc.Arbitrary<Plain> {
  const right = fc.oneof(...kinds);
  const single = mostly(right, fc.oneof(slipped(right), WRONG));
  const nested: fc.Memo<Plain> = fc.memo((depth) =>
    fc.record({
      type: fc.constantFrom('parallel', 'serial'),
      tasks: fc.array(depth > 1 ? fc.oneof(single, nested(depth - 1)) : single, {
        minLength: 1,
        maxLength: 2,
      }),
    }),
  );
  return fc.oneof({ weight: 12, arbitrary: single }, { weight: 1, arbitrary: nested(4) });
}

const equally = (kinds: readonly fc.Arbitrary<Plain>[]): fc.WeightedArbitrary<Plain>[] =>
  kinds.map((arbitrary) => ({ weight: 1, arbitrary }));

/** Tasks of every kind that a ruleset for databases has, valid or nearly so; most mask tables. */
export const DATABASE_TASKS = anyTask([{ weight: 20, arbitrary: maskTable }, ...equally(DATABASE_KINDS)]);
/** The same for files. */
export const FILE_TASKS = anyTask(equally(FILE_KINDS));
