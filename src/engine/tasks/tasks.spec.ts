import { readRuleset } from '../ruleset/read-ruleset.js';
import type { ReadOptions } from '../ruleset/read-ruleset.js';
import type { Task } from '../ruleset/nodes.js';

const RULES = 'rules: [{column: c, masks: [{type: imitate}]}]';

function read(task: string, target: ReadOptions['target']): { task: Task | undefined; errors: string[] } {
  const { ruleset, problems } = readRuleset(`version: "1.0"\ntasks: [${task}]\n`, { target });
  const errors = problems.filter(({ severity }) => severity === 'error').map(({ code }) => code);
  return { task: ruleset?.tasks[0], errors };
}

const database = (task: string): ReturnType<typeof read> => read(task, 'database');
const file = (task: string): ReturnType<typeof read> => read(task, 'file');

describe('database tasks', () => {
  it.each<[string, object]>([
    [
      '{type: mask_unique_key, table: m, target_key: [{column: a, format: "M{[0-9],7}"}, {column: b}]}',
      {
        kind: 'mask_unique_key',
        table: 'm',
        targetKey: [{ format: 'M{[0-9],7}' }, { column: 'b', format: null }],
      },
    ],
    [
      '{type: mask_unique_key, table: m, key: a, format: "{[0-9],7}"}',
      { targetKey: [{ column: 'a', format: '{[0-9],7}' }], additionalCascades: [] },
    ],
    [
      '{type: mask_unique_key, table: m, key: a, additional_cascades: [{table: x, columns: [{source: a, target: b}]}]}',
      { additionalCascades: [{ table: 'x', columns: [{ source: 'a', target: 'b' }] }] },
    ],
    [
      '{type: build_temp_table, table_name: t, sql_select_statement: SELECT 1}',
      { table: 't', select: 'SELECT 1' },
    ],
    ['{type: build_temp_table, table: t, select: SELECT 1}', { kind: 'build_temp_table', table: 't' }],
    ['{type: build_temp_table, table_name: t, select: SELECT 1}', { table: 't', select: 'SELECT 1' }],
    ['{type: run_data_discovery}', { kind: 'run_data_discovery', customKeywords: [] }],
    [
      '{type: run_schema_discovery, schemas: [a], custom_keywords: [x], disable_built_in_keywords: true, in_data_discovery: {enabled: true, row_sample_size: 10}}',
      {
        schemas: ['a'],
        disableBuiltInKeywords: true,
        inDataDiscovery: { enabled: true, row_sample_size: 10 },
      },
    ],
    [
      '{type: subset, mode: in_place, defaults: {target_percent: 15, batch_size: 20000}, include: [{glob: sales.*}, {table: s.r, target_percent: 90}], truncate: [{regex: ^s}]}',
      {
        targetPercent: 15,
        batchSize: 20000,
        include: [{ by: 'glob' }, { by: 'table', text: 's.r', targetPercent: 90 }],
        truncate: [{ by: 'regex', text: '^s' }],
      },
    ],
    [
      `{type: mask_table, table: v, key: id, joins: [{target_table: s, target_key: no, source_table: v, source_key: [by], outer: true}], ${RULES}}`,
      { joins: [{ targetTable: 's', targetKey: ['no'], sourceTable: 'v', sourceKey: ['by'], outer: true }] },
    ],
  ])('%s', (text, node) => {
    const { task, errors } = database(text);
    expect(errors).toEqual([]);
    expect(task).toMatchObject(node);
  });

  it.each([
    ['{type: mask_unique_key, table: m}', 'missing_key'],
    ['{type: mask_unique_key, table: m, target_key: []}', 'missing_key'],
    ['{type: mask_unique_key, table: m, key: a, target_key: [{column: a}]}', 'conflicting_keys'],
    ['{type: mask_unique_key, table: m, key: a, format: "{["}', 'bad_format'],
    ['{type: mask_unique_key, table: m, target_key: [{column: a}, {column: a}]}', 'duplicate_key_column'],
    ['{type: build_temp_table, table_name: t, table: t, select: x}', 'conflicting_keys'],
    ['{type: build_temp_table, table: a.t, select: x}', 'bad_value'],
    ['{type: run_schema_discovery, schemas: a}', 'wrong_type'],
    ['{type: subset, mode: copy, defaults: {target_percent: 5}, skip: [{table: a}]}', 'bad_value'],
    ['{type: subset, mode: in_place, defaults: {target_percent: 100}, skip: [{table: a}]}', 'out_of_range'],
    ['{type: subset, mode: in_place, defaults: {target_percent: 5}}', 'missing_key'],
    [
      '{type: subset, mode: in_place, defaults: {target_percent: 5}, skip: [{table: a, glob: b}]}',
      'conflicting_keys',
    ],
    ['{type: subset, mode: in_place, defaults: {target_percent: 5}, skip: [{regex: "("}]}', 'bad_pattern'],
    [
      `{type: mask_table, table: v, key: id, joins: [{target_table: s, target_key: a, source_table: x, source_key: b}], ${RULES}}`,
      'unknown_join_source',
    ],
    [
      `{type: mask_table, table: v, key: id, joins: [{target_table: s, target_key: [a, c], source_table: v, source_key: b}], ${RULES}}`,
      'bad_value',
    ],
    ['{type: mask_tabular_file}', 'wrong_ruleset_kind'],
  ])('%s: %s', (text, code) => {
    expect(database(text).errors).toEqual([code]);
  });

  it('warn where something else should be used', () => {
    const text = 'version: "1.0"\ntasks: [{type: mask_unique_key, table: m, key: a}]\n';
    expect(readRuleset(text).problems.map(({ severity, code }) => `${severity} ${code}`)).toEqual([
      'warning deprecated_task',
    ]);
  });

  it('refuse hash columns where no rule goes together with them', () => {
    const rules = 'rules: [{column: c, masks: [{type: from_unique_imitate}]}]';
    expect(database(`{type: mask_table, table: t, key: k, hash_columns: [k], ${rules}}`).errors).toEqual([
      'hash_not_allowed',
    ]);
    const own = 'rules: [{column: c, hash_columns: [k], masks: [{type: from_unique_imitate}]}]';
    expect(database(`{type: mask_table, table: t, key: k, ${own}}`).errors).toEqual(['hash_not_allowed']);
    const mixed =
      'rules: [{column: c, masks: [{type: from_unique_imitate}]}, {column: d, masks: [{type: imitate}]}]';
    expect(database(`{type: mask_table, table: t, key: k, hash_columns: [k], ${mixed}}`).task).toMatchObject({
      rules: [{ hashColumns: [] }, { hashColumns: [{ column: 'k' }] }],
    });
  });
});

describe('file tasks', () => {
  it.each<[string, object]>([
    [
      `{type: mask_tabular_file, recurse: true, workers: 4, include: [{glob: "e*.csv", match_against: filename}], skip: [{regex: ^old/}], delimiter: ";", null_string: "-", hash_columns: [s], ${RULES}}`,
      {
        kind: 'mask_tabular_file',
        recurse: true,
        workers: 4,
        include: [{ by: 'glob', text: 'e*.csv', matchAgainst: 'filename' }],
        skip: [{ by: 'regex', matchAgainst: 'path' }],
        ...{ delimiter: ';', quoteCharacter: '"', nullText: '-', encoding: 'utf-8', fixedWidth: null },
        rules: [{ hashColumns: [{ column: 's' }] }],
      },
    ],
    [
      `{type: mask_tabular_file, fixed_width_extension: .txt, fixed_width_columns_indexes: [[0, 4], [4, 9]], fixed_width_column_names: [a, b], ${RULES}}`,
      {
        fixedWidth: {
          extension: 'txt',
          columns: [
            { name: 'a', start: 0, end: 4 },
            { name: 'b', start: 4, end: 9 },
          ],
          tooWide: 'truncate',
          lineEnding: null,
        },
      },
    ],
    [
      '{type: mask_file, rules: {one: {masks: [{type: imitate}], hash_sources: [{json_path: [a, 0], trim: true}, {xpath: /b}, {file_path: true}]}}}',
      {
        rules: [
          {
            hashSources: [
              { source: 'self', jsonPath: ['a', 0], trim: true },
              { source: 'self', xpath: '/b' },
              { source: 'file_path' },
            ],
          },
        ],
      },
    ],
    [
      '{type: run_file_data_discovery, recurse: true, disable_built_in_keywords: true, in_data_discovery: {enabled: true}}',
      {
        ...{ kind: 'run_file_data_discovery', recurse: true, disableBuiltInKeywords: true },
        inDataDiscovery: { enabled: true },
      },
    ],
    ['{type: parallel, tasks: [{type: run_file_data_discovery}]}', { kind: 'parallel' }],
  ])('%s', (text, node) => {
    const { task, errors } = file(text);
    expect(errors).toEqual([]);
    expect(task).toMatchObject(node);
  });

  it.each([
    ['{type: mask_file}', 'missing_key'],
    ['{type: mask_file, rules: [{column: c, masks: [{type: imitate}]}]}', 'not_supported_here'],
    [
      '{type: mask_file, rules: [{if: [{column: c, equals: 1}], masks: [{type: imitate}]}]}',
      'not_supported_here',
    ],
    ['{type: mask_file, rules: [{masks: [{type: secure_shuffle}]}]}', 'not_supported_here'],
    [
      '{type: mask_tabular_file, rules: [{column: c, masks: [{type: chain, masks: [{type: secure_shuffle}]}]}]}',
      'not_supported_here',
    ],
    [
      '{type: mask_tabular_file, rules: [{column: c, masks: [{type: from_unique, format: "{[0-9],9}"}]}]}',
      'not_supported_here',
    ],
    ['{type: mask_file, include: ["*.csv"], rules: [{masks: [{type: imitate}]}]}', 'wrong_type'],
    [
      '{type: mask_file, rules: [{masks: [{type: imitate}], hash_sources: [{source: from_request}]}]}',
      'not_supported_here',
    ],
    ['{type: mask_file, rules: [{masks: [{type: imitate}], hash_sources: [{}]}]}', 'missing_key'],
    [`{type: mask_tabular_file, delimiter: "ab", ${RULES}}`, 'bad_value'],
    [`{type: mask_tabular_file, fixed_width_extension: txt, ${RULES}}`, 'missing_key'],
    [
      `{type: mask_tabular_file, fixed_width_extension: t, fixed_width_columns_indexes: [[4, 4]], ${RULES}}`,
      'bad_value',
    ],
    [
      `{type: mask_tabular_file, fixed_width_extension: t, fixed_width_columns_indexes: [[0, 4], [3, 5]], ${RULES}}`,
      'bad_value',
    ],
    ['{type: run_sql, sql: SELECT 1}', 'wrong_ruleset_kind'],
  ])('%s: %s', (text, code) => {
    expect(file(text).errors).toEqual([code]);
  });
});
