import { compileTableMask, deriveRunKey, readRuleset } from '../index.js';
import type { ColumnShape, CompiledTableMask, SeedTable } from '../index.js';
import { MASKS_BY_NAME } from '../masks/index.js';

const NAMES: SeedTable = {
  ...{ name: 'names.csv', columnNames: ['name'], rowCount: 3, digest: 'd' },
  bytes: Buffer.from('name'),
  column: () => ['Ada', 'Grace', 'Edsger'],
};

const COLUMNS: readonly ColumnShape[] = ['id', 'mail', 'name', 'flag'].map((name) => ({
  ...{ name, kind: 'text', nullable: name !== 'id', writable: true, maxLength: null },
  ...{ numericPrecision: null, numericScale: null },
}));

function compile(rules: string, readsNeededOnly: boolean): CompiledTableMask {
  return compileTask(` [${rules}]`, readsNeededOnly);
}

function compileTask(rules: string, readsNeededOnly: boolean): CompiledTableMask {
  const text = `version: "1.0"\ntasks:\n  - type: mask_table\n    table: people\n    key: id\n    rules:${rules}\n`;
  const task = readRuleset(text).ruleset?.tasks[0];
  if (task?.kind !== 'mask_table') {
    throw new Error(`not a task: ${text}`);
  }
  const shape = { columns: COLUMNS, find: (name: string) => COLUMNS.find((column) => column.name === name) };
  const { mask, problems } = compileTableMask(task, shape, {
    ...{ runKey: deriveRunKey('a secret of some length', null), repeatable: true, nowMs: 0 },
    ...{ seedFiles: new Map([[NAMES.name, NAMES]]), rowOrdinals: { current: () => 1 }, readsNeededOnly },
  });
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  return mask!;
}

function masked(mask: CompiledTableMask, row: Readonly<Record<string, string | null>>): readonly unknown[] {
  const out: (string | null)[] = [];
  const applied = mask.maskRow(
    mask.readColumns.map((name) => row[name] ?? null),
    out,
  );
  return [applied, ...out];
}

const DRAWN = '{type: from_file, seed_file: names.csv}';

/** Rules for `name`, and what is read for them. */
const CASES: readonly (readonly [string, string, readonly string[]])[] = [
  ['a replaced value', `{column: name, masks: [${DRAWN}]}`, ['id']],
  [
    'hashed by another column',
    `{column: name, hash_columns: [mail], masks: [${DRAWN}, {type: transform_case, transform: uppercase}]}`,
    ['id', 'mail'],
  ],
  ['hashed by itself', `{column: name, hash_columns: [name], masks: [${DRAWN}]}`, ['id', 'name']],
  ['a skip list', `{column: name, skip: [null], masks: [${DRAWN}]}`, ['id', 'name']],
  ['a mask that reworks it', '{column: name, masks: [{type: imitate}]}', ['id', 'name']],
  [
    'a condition',
    `{if: [{column: flag, equals: "yes"}], rules: [{column: name, masks: [${DRAWN}]}]}`,
    ['id', 'flag', 'name'],
  ],
  [
    'one of two rules that reworks it',
    `{column: name, masks: [{type: imitate}]}, {column: name, masks: [${DRAWN}]}`,
    ['id', 'name'],
  ],
  [
    'two rules that replace it',
    `{column: name, masks: [{type: from_fixed, value: x}]}, {column: name, masks: [${DRAWN}]}`,
    ['id'],
  ],
  [
    'another rule that copies it',
    `{column: name, masks: [${DRAWN}]}, {column: mail, masks: [{type: from_column, source_column: name}]}`,
    ['id', 'mail', 'name'],
  ],
];

it.each(CASES)('reads no more than it needs, with the same result: %s', (_, rules, read) => {
  const mask = compile(rules, true);
  expect([...mask.readColumns].sort()).toEqual([...read].sort());
  const all = compile(rules, false);
  expect(all.writeColumns).toEqual(mask.writeColumns);
  for (const name of ['Alan', '', null]) {
    const row = { id: '7', mail: 'a@example.com', name, flag: 'yes' };
    expect(masked(mask, row)).toEqual(masked(all, row));
  }
});

const REPLACING = [...MASKS_BY_NAME.values()].filter(({ traits }) => traits?.ignoresValue === true);

it.each(REPLACING.map((mask) => [mask.name, mask.example]))('%s owes nothing to the value', (_, example) => {
  const here = example.replace(/seed_file: .*/, 'seed_file: names.csv').replace(/\nseed_column: .*/, '');
  const rule = `\n      - column: name\n        masks:\n          - ${here.split('\n').join('\n            ')}`;
  const [all, mask] = [compileTask(rule, false), compileTask(rule, true)];
  expect(mask.readColumns).toEqual(['id']);
  for (const name of ['Alan', '1', null]) {
    expect(masked(all, { id: '7', name })).toEqual(masked(mask, { id: '7' }));
  }
});

it('counts what was skipped, and what came back as it was, where it is read', () => {
  const read = compile(
    `{column: name, skip: [x], masks: [${DRAWN}]}, {column: mail, masks: [{type: do_nothing}]}`,
    true,
  );
  const replaced = compile(`{column: name, masks: [${DRAWN}]}`, true);
  const tally = { skipped: new Uint32Array(2), unchanged: new Uint32Array(2), truncated: new Uint32Array(2) };
  const rows = [
    { id: '1', name: 'x', mail: 'a' },
    { id: '2', name: null, mail: null },
  ];
  const counted = (mask: CompiledTableMask): unknown => {
    rows.forEach((row: Readonly<Record<string, string | null>>) =>
      mask.maskRow(
        mask.readColumns.map((name) => row[name] ?? null),
        [],
        tally,
      ),
    );
    return [[...tally.skipped], [...tally.unchanged]];
  };
  expect(counted(read)).toEqual([
    [1, 0],
    [0, 2],
  ]);
  expect(counted(replaced)).toEqual([
    [1, 0],
    [0, 2],
  ]);
});
