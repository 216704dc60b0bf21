/** Rules of the language that stand alone: each with the problem that it gives, and where. */
import { readInFlightRuleset } from './read-in-flight.js';
import { readRuleset } from './read-ruleset.js';
import type { MaskTableTask, Task } from './nodes.js';
import type { Problem } from './problem.js';
import type { ReadOptions } from './read-ruleset.js';

const HEAD = 'version: "1.0"\n';
const RULES = 'rules: [{column: c, masks: [{type: imitate}]}]';
const SQL = 'tasks: [{type: run_sql, sql: SELECT 1}]\n';

const codes = (problems: readonly Problem[]): string[] =>
  problems.map(({ at, severity, code }) => `${at.line}:${at.column} ${severity} ${code}`);
const top = (text: string, options: ReadOptions = {}): string[] =>
  codes(readRuleset(HEAD + text, options).problems);
const task = (text: string, target: 'database' | 'file' = 'database'): string[] =>
  readRuleset(`${HEAD}tasks: [${text}]\n`, { target }).problems.map(
    ({ severity, code }) => `${severity} ${code}`,
  );
const nodeOf = (text: string, more = ''): Task | undefined => {
  const { ruleset, problems } = readRuleset(`${HEAD}${more}tasks: [${text}]\n`);
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  return ruleset?.tasks[0];
};

describe('the top of a ruleset', () => {
  it.each([
    ['doc: text', '1:1 error missing_key'],
    ['tasks: []', '2:8 error empty_tasks'],
    ['tasks: {type: run_sql, sql: x}', '2:8 error wrong_type'],
    [`doc: [a]\n${SQL}`, '2:6 error wrong_type'],
    [`auto_manage_triggers: "yes"\n${SQL}`, '2:23 error wrong_type'],
    [`auto_manage_indexes: "yes"\n${SQL}`, '2:22 error wrong_type'],
    [`name: ${'a'.repeat(65)}\n${SQL}`, '2:7 error bad_value'],
    [`imports: estate/houses\n${SQL}`, '2:10 error bad_import'],
    [`imports: [${'n'.repeat(256)}]\n${SQL}`, '2:11 error bad_import'],
    [`imports: [${'n'.repeat(256)}/a]\n${SQL}`, '2:11 error bad_import'],
    [`imports: [${'a, '.repeat(201)}]\n${SQL}`, '2:10 error bad_import'],
    [`skip_defaults: [[null]]\n${SQL}`, '2:17 error wrong_type'],
    [`skip_defaults: [{match: a}]\n${SQL}`, '2:17 error missing_key'],
  ])('%s', (text, expected) => {
    expect(top(text, { libraries: { text: () => `${HEAD}masks: {}` } })).toContain(expected);
  });

  it('takes names of 255 characters', () => {
    const libraries = { text: (): string => `${HEAD}masks: {}` };
    expect(top(`name: ${'a'.repeat(64)}\n${SQL}`)).toEqual(['2:1 warning deprecated_key']);
    expect(top(`imports: [${'n'.repeat(255)}/${'m'.repeat(255)}]\n${SQL}`, { libraries })).toEqual([]);
  });

  it('warns of keys that it does not know where it is told to be lenient', () => {
    const rule = 'rules: [{column: c, colour: red, masks: [{type: imitate, force_chnage: true}]}]';
    const table = `tasks: [{type: mask_table, table: t, key: k, ${rule}}]\n`;
    expect(top(`unheard_of: 1\n${table}`)).toEqual([
      ...['2:1 error unknown_key', '3:66 error unknown_key', '3:103 error unknown_key'],
    ]);
    expect(top(`compat: lenient\nunheard_of: 1\n${table}`)).toEqual([
      ...['3:1 warning unknown_key', '4:66 warning unknown_key', '4:103 warning unknown_key'],
    ]);
    expect(top(`compat: strict\nunheard_of: 1\n${SQL}`)).toEqual(['3:1 error unknown_key']);
    expect(top(`compat: lax\n${SQL}`)).toEqual(['2:9 error bad_value']);
    const { ruleset, problems } = readInFlightRuleset(
      `${HEAD}compat: lenient\nrules: [{masks: [{type: imitate}], colour: red}]\n`,
    );
    expect(ruleset).not.toBeNull();
    expect(codes(problems)).toEqual(['3:36 warning unknown_key']);
  });

  it('draws from a whole seed file where nothing agrees with the filter, when lenient', () => {
    const mask = '{type: from_file, seed_file: s.csv, table_filter_column: a, seed_filter_column: b}';
    const table = `{type: mask_table, table: t, key: k, rules: [{column: c, masks: [${mask}]}]}`;
    const meant = (more: string): unknown =>
      (nodeOf(table, more) as MaskTableTask).rules[0]?.masks[0]?.params;
    expect(meant('')).toMatchObject({ on_no_match: null });
    expect(meant('compat: lenient\n')).toMatchObject({ on_no_match: 'any' });
  });

  it('leaves triggers alone unless told otherwise', () => {
    const managed = (text: string): boolean | undefined =>
      readRuleset(HEAD + text).ruleset?.autoManageTriggers;
    expect([managed(SQL), managed(`auto_manage_triggers: true\n${SQL}`)]).toEqual([false, true]);
  });

  it('leaves indexes alone unless told otherwise', () => {
    const managed = (text: string): boolean | undefined =>
      readRuleset(HEAD + text).ruleset?.autoManageIndexes;
    expect([managed(SQL), managed(`auto_manage_indexes: true\n${SQL}`)]).toEqual([false, true]);
  });

  it('puts in nothing but the locality', () => {
    expect(nodeOf('{type: run_sql, sql: "{{ other }} {{ locality | upper }} {{locality}}"}')).toMatchObject({
      sql: '{{ other }} {{ locality | upper }} US',
    });
  });
});

describe('tasks', () => {
  it.each([
    [`{type: mask_table, table: t, key: k, workers: 1025, ${RULES}}`, 'error out_of_range'],
    [`{type: mask_table, table: t, key: k, workers: "2", ${RULES}}`, 'error out_of_range'],
    [`{type: mask_table, table: t, key: k, skip: [null], ${RULES}}`, 'error unknown_key'],
    [`{type: mask_table, table: t, key: k, index_key_columns: true, ${RULES}}`, 'warning deprecated_key'],
    [`{type: mask_table, table: t, key: {a: b}, ${RULES}}`, 'error wrong_type'],
    [`{type: mask_table, table: t, key: k, where: 1, ${RULES}}`, 'error wrong_type'],
    [`{type: mask_table, table: t, key: k, joins: [x], ${RULES}}`, 'error wrong_type'],
    [
      `{type: mask_table, table: t, key: k, joins: [{target_table: t, target_key: a, source_table: t, source_key: b}], ${RULES}}`,
      'error duplicate_join',
    ],
    [
      '{type: mask_table, table: t, key: k, hash_columns: [a], hash_sources: [b], rules: [{column: c, masks: [{type: imitate}]}]}',
      'error conflicting_keys',
    ],
    [
      '{type: mask_table, table: t, key: k, rules: [{column: c, masks: [[{type: imitate}]]}]}',
      'error wrong_type',
    ],
    ['{type: mask_table, table: t, key: k, rules: [{column: c}]}', 'error missing_key'],
    [
      '{type: mask_table, table: t, key: k, rules: [{column: c, masks: [{type: imitate}], else_rules: []}]}',
      'error unknown_key',
    ],
    [
      '{type: mask_table, table: t, key: k, rules: [{column: c, skip: x, masks: [{type: imitate}]}]}',
      'error wrong_type',
    ],
    [
      '{type: mask_table, table: t, key: k, rules: [{if: [{column: a, equals: 1}], rules: [], else_rules: [{column: c, masks: [{type: imitate}]}]}]}',
      'error empty_rules',
    ],
    ['{type: run_sql, sql: ""}', 'error empty_text'],
    ['{type: run_data_discovery, custom_keywords: x}', 'error wrong_type'],
    ['{type: run_schema_discovery, disable_built_in_keywords: 1}', 'error wrong_type'],
    ['{type: run_schema_discovery, in_data_discovery: [a]}', 'error wrong_type'],
    ['{type: truncate_table, table: t, where: a}', 'error unknown_key'],
    ['{type: parallel}', 'error missing_key'],
    ['{type: serial, tasks: []}', 'error empty_tasks'],
    [
      '{type: subset, mode: in_place, defaults: {target_percent: 0}, skip: [{table: a}]}',
      'error out_of_range',
    ],
    [
      '{type: subset, mode: in_place, defaults: {target_percent: 5, batch_size: 1000001}, skip: [{table: a}]}',
      'error out_of_range',
    ],
    ['{type: subset, mode: in_place, skip: [{table: a}]}', 'error missing_key'],
  ])('%s: %s', (text, expected) => {
    expect(task(text)).toContain(expected);
  });

  it.each([
    ['mask_unique_key, table: m, target_key: a', 'error wrong_type'],
    ['mask_unique_key, table: m, key: a, additional_cascades: [{table: x}]', 'error missing_key'],
    [
      'mask_unique_key, table: m, key: a, additional_cascades: [{table: x, columns: [{source: a}]}]',
      'error missing_key',
    ],
  ])('{type: %s}: %s', (text, expected) => {
    expect(task(`{type: ${text}}`)).toContain(expected);
  });

  it('follow a cascade in all rows, duplicates too', () => {
    const cascade = (more: string): string[] =>
      task(
        `{type: mask_unique_key, table: m, key: a, additional_cascades: [{table: x, columns: [{source: a, target: b}]${more}}]}`,
      );
    expect(cascade(', update_duplicates: true')).toEqual(['warning deprecated_task']);
    expect(cascade(', update_duplicates: false')).toContain('error not_supported_here');
  });

  it.each([
    `{type: mask_table, table: t, key: k, doc: why, ${RULES}}`,
    '{type: run_sql, sql: x, doc: why}',
    '{type: truncate_table, table: t, doc: why}',
    '{type: build_temp_table, table: t, select: x, doc: why}',
    '{type: run_data_discovery, doc: why}',
    '{type: run_schema_discovery, doc: why}',
    '{type: parallel, doc: why, tasks: [{type: run_sql, sql: x}]}',
    '{type: serial, doc: why, tasks: [{type: run_sql, sql: x}]}',
  ])('say why: %s', (text) => {
    expect(task(text)).toEqual([]);
  });

  it('nest three deep, not four', () => {
    const nested = (depth: number): string =>
      '{type: serial, tasks: ['.repeat(depth) + '{type: run_sql, sql: x}' + ']}'.repeat(depth);
    expect(task(nested(3))).toEqual([]);
    expect(task(nested(4))).toEqual(['error too_deep']);
  });

  it('join inner unless told otherwise', () => {
    const join = '{target_table: s, target_key: a, source_table: t, source_key: b}';
    expect(nodeOf(`{type: mask_table, table: t, key: k, joins: [${join}], ${RULES}}`)).toMatchObject({
      joins: [{ outer: false }],
    });
  });
});

describe('rules', () => {
  const rule = (more: string): MaskTableTask['rules'][number] | undefined => {
    const node = nodeOf(
      `{type: mask_table, table: t, key: k, rules: [{column: c, masks: [{type: imitate}]${more}}]}`,
      'skip_defaults: [null, ""]\n',
    );
    return node?.kind === 'mask_table' ? node.rules[0] : undefined;
  };

  it('replace the values to skip, and may skip none', () => {
    expect(rule('')?.skip).toEqual([{ equals: null }, { equals: '' }]);
    expect(rule(', skip: [7]')?.skip).toEqual([{ equals: 7n }]);
    expect(rule(', skip: []')?.skip).toEqual([]);
  });

  it('fold hash values either way', () => {
    const columns = (more: string): unknown =>
      rule(`, hash_columns: [{column_name: a, ${more}}]`)?.hashColumns;
    expect(columns('case_transform: upper')).toMatchObject([{ caseTransform: 'upper', trim: false }]);
    expect(columns('trim: true')).toMatchObject([{ caseTransform: null, trim: true }]);
  });
});

describe('in-flight rulesets', () => {
  const found = (text: string): string[] => codes(readInFlightRuleset(text).problems);

  it.each([
    [`version: 1.0\nrules: [{masks: [{type: imitate}]}]`, '1:10 error bad_version'],
    [`${HEAD}rules: x`, '2:8 error wrong_type'],
    [`${HEAD}rules: [{msks: []}]`, '2:9 error missing_key'],
    [`${HEAD}rules: [{masks: [{type: imitate}], hash_columns: [a]}]`, '2:36 error not_supported_here'],
    [`${HEAD}rules: [{masks: [{type: imitate}], skip: [a]}]`, '2:36 error not_supported_here'],
    [`${HEAD}rules: [{masks: [{type: imitate}], if: []}]`, '2:36 error not_supported_here'],
    [
      `${HEAD}rules: [{masks: [{type: imitate}], hash_sources: [{file_path: true}]}]`,
      '2:52 error unknown_key',
    ],
    [`${HEAD}imports: []\nrules: [{masks: [{type: imitate}]}]`, '2:1 error ref_not_allowed'],
  ])('%s', (text, expected) => {
    expect(found(text)).toContain(expected);
  });

  it.each([
    'rules: {masks: [{type: imitate}]}',
    'rules: {a: {masks: {type: imitate}}}',
    'skip_defaults: [null]\nrules: [{masks: [{type: imitate}], hash_sources: [{source: from_request, trim: true}]}]',
    'mask_definitions: [&m {type: imitate}]\nrules: [{masks: [*m], hash_sources: [{json_path: [a, 0]}]}]',
    'rules: [{masks: [{type: imitate_unique}], hash_sources: [{source: self, case_transform: lower}]}]',
  ])('take %s', (text) => {
    expect(found(HEAD + text).filter((line) => line.includes('error'))).toEqual([]);
  });
});
