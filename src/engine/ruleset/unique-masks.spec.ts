import { checkUniqueCapacity, compileTableMask, deriveRunKey, readRuleset } from '../index.js';
import { shuffles } from '../rules/whole-columns.js';
import { RowFrame } from '../rules/row-frame.js';
import type { CompiledRule } from '../rules/compile-rule.js';
import type { CompileResult } from '../rules/compile-table-mask.js';
import type { ColumnShape, MaskTableTask, MaskingContext } from '../index.js';

const CONTEXT: MaskingContext = {
  ...{
    runKey: deriveRunKey('a secret of this test', null),
    repeatable: true,
    nowMs: 0,
    seedFiles: new Map(),
  },
};
const COLUMNS = ['id', 'code', 'note'].map((name): ColumnShape => ({
  ...{ name, kind: 'text', nullable: true, writable: true, maxLength: null },
  ...{ numericPrecision: null, numericScale: null },
}));

function errorsOf(rules: string): readonly string[] {
  const { problems } = readRuleset(rulesetOf(rules));
  return problems.filter(({ severity }) => severity === 'error').map(({ code }) => code);
}

function rulesetOf(rules: string): string {
  return `version: "1.0"\ntasks:\n  - {type: mask_table, table: t, key: id, rules: [${rules}]}\n`;
}

function taskOf(rules: string): MaskTableTask {
  const task = readRuleset(rulesetOf(rules)).ruleset?.tasks[0];
  if (task?.kind !== 'mask_table') {
    throw new Error('not a valid mask_table task');
  }
  return task;
}

function compiled(rules: string, context: Partial<MaskingContext> = {}): CompileResult {
  const shape = { columns: COLUMNS, find: (written: string) => COLUMNS.find(({ name }) => name === written) };
  return compileTableMask(taskOf(rules), shape, { ...CONTEXT, ...context });
}

describe('a rule on a key column', () => {
  it.each(['imitate_unique', 'imitate_uuid', 'imitate_nz_ird'])('may be %s', (type) => {
    expect(errorsOf(`{column: id, masks: [{type: ${type}}]}`)).toEqual([]);
  });

  it.each([
    '[{type: imitate}]',
    '[{type: from_unique_imitate}]',
    '[{type: fpe}]',
    '[{type: imitate_unique}, {type: transform_case, transform: lowercase}]',
    '[{type: chain, masks: [{type: imitate_unique}]}]',
  ])('may not be %s', (masks) => {
    expect(errorsOf(`{column: id, masks: ${masks}}`)).toEqual(['masked_key']);
  });

  it('is a problem until the caller rewrites keys', () => {
    const rule = '{column: id, masks: [{type: imitate_unique}]}';
    expect(compiled(rule).problems.map(({ code }) => code)).toEqual(['not_supported_yet']);
    const { mask } = compiled(rule, { rewritesKeys: true });
    expect(mask?.readColumns).toEqual(['id']);
    expect(mask?.writeColumns).toEqual(['id']);
    expect(mask?.uniqueColumns).toEqual(['id']);
    const out: (string | null)[] = [];
    expect(mask?.maskRow(['AB-1'], out)).toBe(true);
    expect(out[0]).toMatch(/^[A-Z]{2}-[0-9]$/);
  });
});

it('names the columns that masks map one to one', () => {
  const { mask } = compiled(
    `{column: code, masks: [{type: imitate_unique}, {type: fpe}]},
     {column: note, masks: [{type: imitate_unique}, {type: transform_case, transform: lowercase}]}`,
  );
  expect(mask?.writeColumns).toEqual(['code', 'note']);
  expect(mask?.uniqueColumns).toEqual(['code']);
});

it('says which rows take part in a shuffle', () => {
  const frame = new RowFrame();
  const rule: CompiledRule = {
    holds: () => frame.row[1] !== 'no',
    skips: (text) => text === null,
    ...{ apply: (value) => value, path: '', isUnique: false, isShuffled: true, replacesAll: false },
    onOverflow: 'error',
  };
  const [shuffle] = shuffles(
    new Map([[COLUMNS[2]!, [rule, { ...rule, isShuffled: false }]]]),
    frame,
    () => 2,
  );
  expect(shuffle).toMatchObject({ column: 'note', position: 2 });
  const rows = [
    ['1', 'yes', 'x'],
    ['2', 'no', 'x'],
    ['3', 'yes', null],
  ];
  expect(rows.map((row) => shuffle?.pool(row))).toEqual([0, null, null]);
});

it('reports formats with fewer texts than rows, wherever they stand', () => {
  const format = (text: string): string => `{type: from_unique, format: "${text}"}`;
  const task = taskOf(
    `{column: code, masks: [${format('{[0-9],2}')}]},
     {column: note, masks: [{type: concat, masks: [{type: chain, masks: [${format('{[0-9],1}')}]}, {type: from_fixed, value: x}]}]}`,
  );
  expect(checkUniqueCapacity(task, 10)).toEqual([]);
  expect(checkUniqueCapacity(task, 11).map(({ code, path }) => [code, path])).toEqual([
    ['format_too_small', 'tasks[0].rules[1].masks[0].masks[0].masks[0]'],
  ]);
  expect(checkUniqueCapacity(task, 101)).toHaveLength(2);
});
