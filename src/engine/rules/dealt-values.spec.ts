import { compileTableMask, compileTabularMask, deriveRunKey, readRuleset } from '../index.js';
import type { ColumnShape, CompiledTableMask, CompiledTabularMask, MaskingContext } from '../index.js';

const COLUMNS: readonly ColumnShape[] = ['id', 'dept', 'salary', 'note'].map((name) => ({
  ...{ name, kind: 'text', nullable: true, writable: true, maxLength: null },
  ...{ numericPrecision: null, numericScale: null },
}));

const CONTEXT: MaskingContext = {
  ...{ runKey: deriveRunKey('a secret of some length', null), repeatable: true, nowMs: 0 },
  ...{ seedFiles: new Map(), dealsColumns: true },
};

function compiled(rules: string): CompiledTableMask {
  const text = `version: "1.0"\ntasks:\n  - {type: mask_table, table: people, key: id, rules: [${rules.replaceAll('\n', ' ')}]}\n`;
  const task = readRuleset(text).ruleset?.tasks[0];
  if (task?.kind !== 'mask_table') {
    throw new Error(`not a task: ${text}`);
  }
  const shape = { columns: COLUMNS, find: (name: string) => COLUMNS.find((column) => column.name === name) };
  return compileTableMask(task, shape, CONTEXT).mask!;
}

function compiledForFile(rules: string): CompiledTabularMask {
  const text = `version: "1.0"\ntasks:\n  - {type: mask_tabular_file, rules: [${rules.replaceAll('\n', ' ')}]}\n`;
  const task = readRuleset(text, { target: 'file' }).ruleset?.tasks[0];
  if (task?.kind !== 'mask_tabular_file') {
    throw new Error(`not a task: ${text}`);
  }
  return compileTabularMask(task, { path: 'a.csv', columns: COLUMNS }, CONTEXT).mask!;
}

type Texts = Readonly<Record<string, string | null>>;

/** What is written of a row, with and without values dealt to it. */
function masked(mask: CompiledTableMask, row: Texts, dealt?: Texts): Texts {
  const out: (string | null)[] = [];
  const texts = mask.readColumns.map((name) => row[name] ?? null);
  mask.maskRow(texts, out, undefined, dealt && mask.writeColumns.map((name) => dealt[name]));
  return Object.fromEntries(mask.writeColumns.map((name, place) => [name, out[place] ?? null]));
}

const UPPERCASE = '{type: transform_case, transform: uppercase}';
const DEPT = '{column: dept, masks: [{type: secure_shuffle}]}';
const OF_HR = `{if: [{column: dept, equals: HR}],
  rules: [{column: salary, masks: [{type: secure_shuffle}, ${UPPERCASE}]}],
  else_rules: [{column: salary, masks: [{type: from_fixed, value: hidden}]}]}`;
const ROW = { id: '1', dept: 'HR', salary: 'own', note: 'Some note' };

describe('values dealt to a row', () => {
  it.each<[string, Texts, Texts]>([
    ['another department', { dept: 'IT', salary: 'given' }, { dept: 'IT', salary: 'GIVEN' }],
    ['NULL', { dept: null, salary: null }, { dept: null, salary: null }],
    ['one value only', { dept: 'IT' }, { dept: 'IT', salary: 'OWN' }],
  ])('go through the masks of their columns, and conditions see the row as it is: %s', (_, dealt, after) => {
    expect(masked(compiled(`${DEPT}, ${OF_HR}`), ROW, dealt)).toEqual(after);
  });

  it('do so in files', () => {
    const mask = compiledForFile(`${DEPT}, ${OF_HR}`);
    expect([mask.read, mask.write]).toEqual([
      [1, 2],
      [1, 2],
    ]);
    const [dept, salary] = mask.shuffles;
    expect([dept!.pool(['IT', 'own'], 0), salary!.pool(['IT', 'own'], 0)]).toEqual([0, null]);
    const dealt = [
      { shuffle: dept!, value: 'IT' },
      { shuffle: salary!, value: 'given' },
    ];
    expect(mask.maskRow(['HR', 'own'], 0, dealt)).toEqual(['IT', 'GIVEN']);
    expect(mask.maskRow(['HR', 'own'], 1)).toEqual(['HR', 'OWN']);
  });

  it('change nothing of what other rules draw, hash by and copy', () => {
    const rules = `${DEPT}, {column: note, hash_columns: [dept], masks: [{type: imitate}]},
      {column: salary, masks: [{type: from_column, source_column: dept}]}`;
    const mask = compiled(rules);
    expect(masked(mask, ROW, { dept: 'IT' })).toEqual({ ...masked(mask, ROW), dept: 'IT', salary: 'HR' });
  });

  it('hash by the value that the row had', () => {
    const mask = compiled(
      `${DEPT}, {column: dept, hash_columns: [dept], masks: [{type: from_random_text, min: 9, max: 9}]}`,
    );
    const given = masked(mask, ROW, { dept: 'IT' });
    expect(given.dept).toMatch(/^\w{9}$/);
    expect(given).toEqual(masked(mask, ROW));
  });

  it('are skipped for what they are by the rules that follow', () => {
    const mask = compiled(
      `{column: salary, skip: [none], masks: [{type: secure_shuffle}]}, {column: salary, skip: [low], masks: [${UPPERCASE}]}`,
    );
    const after = (salary: string, given?: string): unknown =>
      masked(mask, { ...ROW, salary }, given === undefined ? undefined : { salary: given }).salary;
    expect([after('low', 'high'), after('high', 'low'), after('none'), after('low')]).toEqual([
      ...['HIGH', 'low', 'NONE', 'low'],
    ]);
  });

  it('count as unchanged where they are what the row had', () => {
    const mask = compiled(`${DEPT}, ${OF_HR}`);
    const tally = {
      skipped: new Uint32Array(2),
      unchanged: new Uint32Array(2),
      truncated: new Uint32Array(2),
    };
    const row = mask.readColumns.map((name) => ({ ...ROW, salary: 'SAME' })[name] ?? null);
    for (const dept of ['IT', 'HR', 'HR']) {
      mask.maskRow(row, [], tally, [dept, 'other']);
    }
    mask.maskRow(row, [], tally, [undefined, 'same']);
    expect([...tally.skipped, ...tally.unchanged]).toEqual([0, 0, 3, 1]);
  });

  it('go to each column once, however many rules shuffle it', () => {
    const { shuffles, readColumns } = compiled(
      `${OF_HR}, {column: salary, skip: [low], masks: [{type: secure_shuffle}]}`,
    );
    expect(shuffles.map(({ column, target }) => [column, target])).toEqual([['salary', 0]]);
    const poolOf = (dept: string, salary: string): number | null =>
      shuffles[0]!.pool(readColumns.map((name) => ({ ...ROW, dept, salary })[name] ?? null));
    expect([poolOf('HR', 'low'), poolOf('IT', 'high'), poolOf('IT', 'low')]).toEqual([0, 1, null]);
  });
});
