import { compileTableMask, deriveRunKey, MaskingError, readRuleset } from '../index.js';
import type { ColumnShape, CompiledTableMask, Problem } from '../index.js';

type Kind = ColumnShape['kind'];

const NOW = Date.parse('2025-03-01T00:00:00Z');

function shapeOf(name: string, kind: Kind): ColumnShape {
  return {
    ...{ name, kind, nullable: true, writable: true },
    ...{ maxLength: null, numericPrecision: null, numericScale: null },
  };
}

/** A task whose one column `m` becomes `yes` where the condition on `c` holds, and `no` elsewhere. */
function compile(
  condition: string,
  kind: Kind,
): { mask: CompiledTableMask | null; problems: readonly Problem[] } {
  const text = `version: "1.0"
tasks:
  - type: mask_table
    table: app.t
    key: id
    rules:
      - if: ${condition}
        rules: [{column: m, masks: [{type: from_fixed, value: "yes"}]}]
        else_rules: [{column: m, masks: [{type: from_fixed, value: "no"}]}]
`;
  const { ruleset, problems } = readRuleset(text);
  const task = ruleset?.tasks[0];
  if (task?.kind !== 'mask_table') {
    return { mask: null, problems };
  }
  const columns = [shapeOf('id', 'integer'), shapeOf('m', 'text'), shapeOf('c', kind)];
  const shape = { columns, find: (written: string) => columns.find(({ name }) => name === written) };
  const context = { runKey: deriveRunKey('s', null), repeatable: false, nowMs: NOW, seedFiles: new Map() };
  const compiled = compileTableMask(task, shape, context);
  return { mask: compiled.mask, problems: [...problems, ...compiled.problems] };
}

function answer(condition: string, kind: Kind, value: string | null): string | null {
  const { mask, problems } = compile(condition, kind);
  expect(problems).toEqual([]);
  const values: Record<string, string | null> = { id: '1', m: 'secret', c: value };
  const out: (string | null)[] = [];
  try {
    mask!.maskRow(
      mask!.readColumns.map((name) => values[name] ?? null),
      out,
    );
  } catch (error) {
    expect(error).toBeInstanceOf(MaskingError);
    expect((error as Error).message).not.toContain(value ?? 'never');
    return (error as MaskingError).code;
  }
  return out[0] ?? null;
}

describe('conditions', () => {
  it.each<[string, Kind, string | null, string]>([
    ['[{column: c, equals: NZ}]', 'text', 'NZ', 'yes'],
    ['[{column: c, equals: NZ}]', 'text', 'nz', 'no'],
    ['{column: app.t.c, equals: NZ}', 'text', 'NZ', 'yes'],
    ['{column: t.c, equals: NZ}', 'text', 'NZ', 'yes'],
    ['[{column: c, equals: null}]', 'text', null, 'yes'],
    ['[{column: c, equals: null}]', 'text', '', 'no'],
    ['[{column: c, equals: ""}]', 'text', null, 'no'],
    ['[{not: [{column: c, equals: x}]}]', 'text', null, 'yes'],
    ['[{column: c, equals: 7}]', 'integer', '7', 'yes'],
    ['[{column: c, equals: 7}]', 'decimal', '7.00', 'yes'],
    ['[{column: c, equals: 7.5}]', 'float', '7.5', 'yes'],
    ['[{column: c, equals: 7}]', 'text', '7.0', 'yes'],
    ['[{column: c, equals: 7}]', 'text', 'seven', 'impossible_comparison'],
    ['[{column: c, equals: 7, disable_auto_typecast: true}]', 'text', '7', 'no'],
    ['[{column: c, equals: "7"}]', 'text', '7', 'yes'],
    ['[{column: c, equals: true}]', 'boolean', 't', 'yes'],
    ['[{column: c, equals: true}]', 'text', 'yes', 'yes'],
    ['[{column: c, equals: true}]', 'text', 'perhaps', 'impossible_comparison'],
    ['[{column: c, equals: "2020-01-01"}]', 'date', '2020-01-01', 'yes'],
    ['[{column: c, equals: "2020-01-01"}]', 'datetime', '2020-01-01 00:00:00', 'yes'],
    ['[{column: c, equals: "2020-01-01T02:00:00+02:00"}]', 'datetime', '2020-01-01 00:00:00+00', 'yes'],
    ['[{column: c, matches: "ab+"}]', 'text', 'abbx', 'yes'],
    ['[{column: c, matches: "ab+$"}]', 'text', 'abbx', 'no'],
    ['[{column: c, matches: "b"}]', 'text', 'ab', 'no'],
    ['[{column: c, matches: "1"}]', 'integer', '12', 'yes'],
    ['[{column: c, less_than: 10}]', 'integer', '9', 'yes'],
    ['[{column: c, less_than: 10}]', 'integer', '10', 'no'],
    ['[{column: c, less_than: 10}]', 'text', '9.99', 'yes'],
    ['[{column: c, less_than: 10}]', 'text', 'zebra', 'impossible_comparison'],
    ['[{column: c, less_than: 10}]', 'float', 'NaN', 'no'],
    ['[{column: c, less_than: 10}]', 'float', '-Infinity', 'yes'],
    ['[{column: c, less_than_or_equal: 10}]', 'decimal', '10.0', 'yes'],
    ['[{column: c, greater_than: 9007199254740992}]', 'integer', '9007199254740993', 'yes'],
    ['[{column: c, greater_than_or_equal: 1, less_than: 5}]', 'integer', '5', 'no'],
    ['[{column: c, greater_than: 2020-12-31}]', 'date', '2021-01-01', 'yes'],
    ['[{column: c, greater_than: 2020-12-31}]', 'text', ' 2021-01-01', 'yes'],
    ['[{column: c, greater_than: 2020-12-31}]', 'date', 'infinity', 'yes'],
    ['[{column: c, less_than: 2020-12-31}]', 'date', '0044-03-15 BC', 'impossible_comparison'],
    ['[{column: c, age_less_than: 18}]', 'date', '2007-03-02', 'yes'],
    ['[{column: c, age_less_than: 18}]', 'date', '2007-03-01', 'no'],
    ['[{column: c, age_greater_than: 20}]', 'date', '2004-02-29', 'yes'],
    ['[{column: c, age_greater_than: 17}]', 'text', '2007-02-28', 'yes'],
    ['[{column: c, age_greater_than: 17}]', 'text', 'old', 'impossible_comparison'],
    ['[{column: c, age_less_than: 18}]', 'date', null, 'no'],
    ['[{or: [{column: c, equals: a}, {column: c, equals: b}]}]', 'text', 'b', 'yes'],
    ['[{and: [{column: c, matches: a}, {not: {column: c, matches: ab}}]}]', 'text', 'ac', 'yes'],
    ['[{not: [{column: c, matches: a}, {column: c, matches: ab}]}]', 'text', 'ac', 'yes'],
  ])('%s on %s %j: %s', (condition, kind, value, expected) => {
    expect(answer(condition, kind, value)).toBe(expected);
  });

  it.each<[string, Kind]>([
    ['[{column: c, equals: x}]', 'integer'],
    ['[{column: c, equals: 7}]', 'date'],
    ['[{column: c, equals: soon}]', 'date'],
    ['[{column: c, equals: true}]', 'integer'],
    ['[{column: c, less_than: 7}]', 'boolean'],
    ['[{column: c, less_than: 2020-01-01}]', 'integer'],
    ['[{column: c, less_than: 7, disable_auto_typecast: true}]', 'text'],
    ['[{column: c, age_less_than: 7}]', 'integer'],
    ['[{column: c, matches: a}]', 'bytes'],
  ])('%s on a %s column is a problem before the first row', (condition, kind) => {
    const { mask, problems } = compile(condition, kind);
    expect(mask).toBeNull();
    expect(problems).toMatchObject([{ severity: 'error', code: 'impossible_comparison' }]);
  });

  it.each([
    ['x', 'wrong_type'],
    ['[]', 'empty_conditions'],
    ['[{column: c}]', 'missing_key'],
    ['[{equals: 1}]', 'missing_key'],
    ['[{column: c, less_than: soon}]', 'bad_value'],
    ['[{column: c, less_than: null}]', 'bad_value'],
    ['[{column: c, age_less_than: 1.5}]', 'out_of_range'],
    ['[{column: c, matches: "("}]', 'bad_pattern'],
    ['[{column: c, matches: "a(?=b)"}]', 'bad_pattern'],
    ['[{column: c, equals: [1]}]', 'wrong_type'],
    ['[{column: c, equal: 1, matches: a}]', 'unknown_key'],
    ['[{and: []}]', 'empty_conditions'],
    ['[{and: [{column: c, equals: 1}], column: c}]', 'unknown_key'],
    ['[{column: zz, equals: 1}]', 'unknown_column'],
  ])('%s: %s', (condition, code) => {
    expect(compile(condition, 'text').problems.map((problem) => problem.code)).toContain(code);
  });
});

describe('rules under conditions', () => {
  const maskOf = (rules: string): CompiledTableMask => {
    const text = `version: "1.0"\ntasks:\n  - type: mask_table\n    table: t\n    key: id\n    rules:\n${rules}`;
    const { ruleset, problems } = readRuleset(text);
    expect(problems).toEqual([]);
    const task = ruleset!.tasks[0];
    if (task?.kind !== 'mask_table') {
      throw new Error('no mask_table task');
    }
    const columns = [shapeOf('id', 'integer'), shapeOf('a', 'text'), shapeOf('b', 'text')];
    const shape = { columns, find: (written: string) => columns.find(({ name }) => name === written) };
    const context = { runKey: deriveRunKey('s', null), repeatable: false, nowMs: NOW, seedFiles: new Map() };
    return compileTableMask(task, shape, context).mask!;
  };
  const run = (
    mask: CompiledTableMask,
    row: Record<string, string>,
  ): Record<string, string | null> | null => {
    const out: (string | null)[] = [];
    const applied = mask.maskRow(
      mask.readColumns.map((name) => row[name] ?? null),
      out,
    );
    return applied ? Object.fromEntries(mask.writeColumns.map((name, index) => [name, out[index]!])) : null;
  };

  it('see originals, keep their order and may nest', () => {
    const mask = maskOf(`      - {column: a, masks: [{type: from_fixed, value: one}]}
      - if: [{column: a, equals: first}]
        rules:
          inner:
            if: [{column: b, equals: x}]
            rules: [{column: b, masks: [{type: from_fixed, value: both}]}]
            else_rules: {label: {column: b, masks: [{type: from_fixed, value: outer}]}}
`);
    expect(run(mask, { id: '1', a: 'first', b: 'x' })).toEqual({ a: 'one', b: 'both' });
    expect(run(mask, { id: '1', a: 'first', b: 'y' })).toEqual({ a: 'one', b: 'outer' });
    expect(run(mask, { id: '1', a: 'one', b: 'x' })).toEqual({ a: 'one', b: 'x' });
  });

  it('change nothing where no branch applies', () => {
    const mask = maskOf(
      '      - {if: [{column: a, equals: q}], rules: [{column: b, masks: [{type: from_fixed, value: z}]}]}\n',
    );
    expect(run(mask, { id: '1', a: 'p', b: 'b' })).toBeNull();
  });

  it('warn of a column masked twice only where both rules apply whenever one does', () => {
    const warnings = (rules: string): string[] =>
      readRuleset(
        `version: "1.0"\ntasks: [{type: mask_table, table: t, key: id, rules: [${rules}]}]\n`,
      ).problems.map(({ code }) => code);
    const rule = '{column: b, masks: [{type: imitate}]}';
    expect(warnings(`{if: [{column: a, equals: 1}], rules: [${rule}], else_rules: [${rule}]}`)).toEqual([]);
    expect(
      warnings(
        `{if: [{column: a, equals: 1}], rules: [${rule}]}, {if: [{column: a, equals: 2}], rules: [${rule}]}`,
      ),
    ).toEqual([]);
    expect(warnings(`${rule}, {if: [{column: a, equals: 1}], rules: [${rule}]}`)).toEqual(['duplicate_rule']);
    expect(warnings(`{if: [{column: a, equals: 1}], rules: [${rule}, ${rule}]}`)).toEqual(['duplicate_rule']);
  });
});
