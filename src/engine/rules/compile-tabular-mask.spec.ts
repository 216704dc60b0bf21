import { compileTabularMask, deriveRunKey, readRuleset } from '../index.js';
import type { ColumnShape, TabularCompileResult } from '../index.js';

function column(name: string): ColumnShape {
  return {
    ...{ name, kind: 'text', nullable: true, writable: true, maxLength: null },
    ...{ numericPrecision: null, numericScale: null },
  };
}

function compile(rules: string, header: readonly string[], path = 'in/people.csv'): TabularCompileResult {
  const text = `version: "1.0"\ntasks:\n  - type: mask_tabular_file\n    rules:\n${rules}`;
  const { ruleset, problems } = readRuleset(text, { target: 'file' });
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  const task = ruleset?.tasks[0];
  if (task?.kind !== 'mask_tabular_file') {
    throw new Error('not a mask_tabular_file task');
  }
  return compileTabularMask(
    task,
    { path, columns: header.map(column) },
    {
      ...{ runKey: deriveRunKey('a secret of the run', null), repeatable: true, nowMs: 0 },
      seedFiles: new Map(),
    },
  );
}

const HASH = '{type: hash}';

describe('compileTabularMask', () => {
  it('reads and writes by place, whatever the order of rules', () => {
    const rules = `      - {column: c, hash_columns: [b], masks: [${HASH}]}
      - {column: a, hash_columns: [b], masks: [{type: from_fixed, value: z}]}\n`;
    const { mask } = compile(rules, ['a', 'b', 'c', 'd']);
    expect([mask?.read, mask?.write]).toEqual([
      [0, 1, 2],
      [0, 2],
    ]);
    const once = mask!.maskRow(['x', 'key', 'y'], 0);
    expect(once?.[0]).toBe('z');
    expect(once?.[1]).not.toBe('y');
  });

  it('gives unhashed rules another row at another place, and another file', () => {
    const rules = `      - {column: a, masks: [{type: from_random_text, min: 20, max: 20}]}\n`;
    const of = (position: number, path?: string): string | null | undefined =>
      compile(rules, ['a'], path).mask?.maskRow(['same'], position)?.[0];
    expect(of(0)).toBe(of(0));
    expect(of(0)).not.toBe(of(1));
    expect(of(0)).not.toBe(of(0, 'other.csv'));
  });

  it('leaves rows alone that no rule applies to', () => {
    const rules = `      - {column: a, skip: [""], masks: [{type: from_fixed, value: z}]}\n`;
    const { mask } = compile(rules, ['a']);
    expect([mask?.maskRow([''], 0), mask?.maskRow(['x'], 1)]).toEqual([null, ['z']]);
  });

  it('takes columns whose names begin with that of the file', () => {
    const rules = `      - {column: csv.total, masks: [{type: from_fixed, value: z}]}\n`;
    expect(compile(rules, ['total', 'csv.total']).mask?.write).toEqual([1]);
  });

  it.each([
    ['Name', 'unknown_column', 'The file "in/people.csv" has no column "Name". Did you mean "name"?'],
    ['twice', 'ambiguous_column', 'several columns "twice"'],
  ])('says what is wrong with the column %s', (written, code, message) => {
    const rules = `      - {column: ${written}, masks: [${HASH}]}\n`;
    const { mask, problems } = compile(rules, ['name', 'twice', 'twice']);
    expect(mask).toBeNull();
    expect(problems).toMatchObject([{ code, message: expect.stringContaining(message) as string }]);
  });

  it('does not tell what may be data in the first row of a file without a header', () => {
    const { problems } = compile(`      - {column: Mail, masks: [${HASH}]}\n`, ['1', 'Maik']);
    expect(problems.map(({ message }) => message)).toEqual([
      'The file "in/people.csv" has no column "Mail".',
    ]);
  });
});
