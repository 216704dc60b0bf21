import fc from 'fast-check';
import { column, mask, mostly, scalar } from './masks.js';

const MOMENTS = ['2020-01-01', '1990-05-05T10:00:00Z', '1970-01-01'];
const ordered = mostly(fc.constantFrom<unknown>(0, 7.5, -3, ...MOMENTS), fc.constantFrom('never', null));
const operators = fc.record(
  {
    equals: scalar,
    matches: mostly(fc.constantFrom('a', '^[0-9]+$', '(x|y)*z', '\\w+$'), fc.constantFrom('(', '(?<=a)b')),
    less_than: ordered,
    less_than_or_equal: ordered,
    greater_than: ordered,
    greater_than_or_equal: ordered,
    age_less_than: fc.nat(90),
    age_greater_than: fc.nat(1020),
  },
  { requiredKeys: ['equals'] },
);

/** Mostly one test on a column, sometimes any number. */
const test = fc
  .tuple(column, operators, fc.nat(20), fc.integer({ min: 0, max: 4 }), fc.boolean())
  .map(([name, all, at, more, strict]): unknown => {
    const entries = Object.entries(all);
    const some = more === 0 ? entries : entries.slice(at % entries.length).slice(0, 1);
    return { column: name, ...Object.fromEntries(some), ...(strict ? { disable_auto_typecast: true } : {}) };
  });

const condition: fc.Memo<unknown> = fc.memo((depth) => {
  if (depth <= 1) {
    return test;
  }
  const group = fc.tuple(
    fc.constantFrom('and', 'or', 'not'),
    fc.oneof(fc.array(condition(depth - 1), { minLength: 1, maxLength: 3 }), condition(depth - 1)),
  );
  return fc.oneof(
    test,
    group.map(([name, inner]) => ({ [name]: inner })),
  );
});

const hashColumn = mostly<unknown>(
  fc.oneof(
    { weight: 3, arbitrary: column },
    {
      weight: 1,
      arbitrary: fc.constantFrom<unknown>(
        ...[
          { source: 'self' },
          { column_name: 'c1', trim: true },
          { column_name: 'c2', case_transform: 'lower' },
        ],
        ...[
          { column_name: 'c0', json_path: ['a', 0] },
          { column_name: 'c3', xpath: '/a/b/@c' },
        ],
      ),
    },
  ),
  fc.constant({ source: 'x' }),
);

export const plainRule = fc.record(
  {
    column,
    masks: fc.oneof(
      { weight: 4, arbitrary: fc.array(mask(2), { minLength: 1, maxLength: 2 }) },
      { weight: 1, arbitrary: fc.dictionary(fc.constantFrom('one', 'two'), mask(2), { minKeys: 1 }) },
    ),
    hash_columns: fc.array(hashColumn, { maxLength: 2 }),
    skip: fc.array(fc.oneof(scalar, fc.constant({ matches: '^a+' })), { maxLength: 3 }),
  },
  { requiredKeys: ['column', 'masks'] },
);

/** A rule of tables and tabular files, with conditions around it or not. */
export const rule: fc.Memo<unknown> = fc.memo((depth) =>
  depth > 1
    ? fc.oneof(
        { weight: 5, arbitrary: plainRule },
        {
          weight: 2,
          arbitrary: fc.record(
            {
              if: fc.array(condition(3), { minLength: 1, maxLength: 2 }),
              rules: fc.array(rule(depth - 1), { minLength: 1, maxLength: 2 }),
              else_rules: fc.array(rule(depth - 1), { minLength: 1, maxLength: 2 }),
            },
            { requiredKeys: ['if', 'rules'] },
          ),
        },
      )
    : plainRule,
);
