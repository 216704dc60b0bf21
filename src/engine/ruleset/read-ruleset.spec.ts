import { readRuleset } from './read-ruleset.js';
import type { MaskTableTask, Ruleset } from './nodes.js';
import type { ReadOptions } from './read-ruleset.js';

/** Problems as `line:column severity code`. */
function problemsOf(text: string, options: ReadOptions = {}): string[] {
  return readRuleset(text, options).problems.map(
    ({ at, severity, code }) => `${at.line}:${at.column} ${severity} ${code}`,
  );
}

function valid(text: string, options: ReadOptions = {}): Ruleset {
  const { ruleset, problems } = readRuleset(text, options);
  expect(problems).toEqual([]);
  expect(ruleset).not.toBeNull();
  return ruleset!;
}

function maskTable(text: string): MaskTableTask {
  const [task] = valid(text).tasks;
  expect(task?.kind).toBe('mask_table');
  return task as MaskTableTask;
}

const HEAD = 'version: "1.0"\n';
const TASK = `${HEAD}tasks:
  - type: mask_table
    table: people
    key: id
`;

describe('readRuleset', () => {
  it('reads a whole ruleset into plain nodes', () => {
    const task = maskTable(`${HEAD}doc: nightly
skip_defaults: [null, ""]
tasks:
  - type: mask_table
    doc: people
    table: app.people
    key: [id, line]
    workers: 3
    where: app.people.status <> 'VOID'
    hash_columns: [id]
    rules:
      - column: name
        masks: [{type: imitate, digits: false}]
`);
    expect(task).toMatchObject({
      path: '0',
      table: 'app.people',
      key: ['id', 'line'],
      workers: 3,
      where: "app.people.status <> 'VOID'",
      at: { line: 5, column: 5 },
    });
    expect(task.rules).toEqual([
      {
        column: 'name',
        guards: [],
        path: 'tasks[0].rules[0]',
        at: { line: 13, column: 9 },
        skip: [{ equals: null }, { equals: '' }],
        onOverflow: 'error',
        hashColumns: [
          {
            column: 'id',
            caseTransform: null,
            trim: false,
            jsonPath: null,
            xpath: null,
            at: { line: 11, column: 20 },
          },
        ],
        masks: [
          {
            maskName: 'imitate',
            params: { force_change: false, uppercase: true, lowercase: true, digits: false },
            path: 'tasks[0].rules[0].masks[0]',
            at: { line: 14, column: 17 },
          },
        ],
      },
    ]);
  });

  it('reports every problem at once, in the order of the text', () => {
    const text = `version: 1.0
tsks: []
tasks:
  - type: mask_tabel
  - type: mask_table
    table: people
    key: id
    rules:
      - column: name
        masks:
          - type: imitat
          - {type: take_substring, start_indx: 1}
      - colunm: other
        masks: []
`;
    expect(problemsOf(text)).toEqual([
      '1:10 error bad_version',
      '2:1 error unknown_key',
      '4:11 error unknown_task',
      '11:19 error unknown_mask',
      '12:36 error unknown_key',
      '13:9 error missing_key',
      '13:9 error unknown_key',
      '14:16 error empty_masks',
    ]);
  });

  it.each([
    ['tsks: []', 'Did you mean "tasks"?'],
    ['tasks: [{type: mask_tabel}]', 'Did you mean "mask_table"?'],
    [
      'tasks: [{type: mask_table, table: t, key: k, rules: [{column: c, masks: [{type: imtate}]}]}]',
      '"imitate"',
    ],
    ['tasks: [{type: mask_table, tabel: t, key: k, rules: []}]', 'Did you mean "table"?'],
  ])('suggests the near miss: %s', (line, hint) => {
    const { problems } = readRuleset(HEAD + line);
    expect(problems.map(({ message }) => message).join('\n')).toContain(hint);
  });

  it.each([
    ['an empty text', '', '1:1 error empty_text'],
    ['a comment alone', '# nothing', '1:1 error empty_text'],
    ['a list', '- a', '1:1 error wrong_type'],
    ['two documents', 'a: 1\n---\nb: 2', '1:1 error several_documents'],
    ['a tab as indentation', 'a:\n  b: |\n    x\n\tc: 1', '4:1 error bad_yaml'],
    ['a quote that is never closed', 'version: "1.0', '1:14 error bad_yaml'],
    ['a NUL', 'a: \u0000', '1:4 error bad_yaml'],
    ['an unknown alias', `${HEAD}tasks: *nothing`, '2:9 error unknown_alias'],
    ['an alias in its own anchor', `${HEAD}tasks: &a [*a]`, '2:13 error circular_alias'],
    ['a foreign tag', `${HEAD}tasks: !foo []`, '2:8 error unsupported_tag'],
  ])('tells of %s', (_, text, expected) => {
    expect(problemsOf(text)[0]).toBe(expected);
  });

  it.each([
    ['a duplicate key', `${HEAD}doc: a\ndoc: b\ntasks: []`, '3:1 error duplicate_key'],
    ['__proto__', `${HEAD}__proto__: {a: 1}\ntasks: []`, '2:1 error forbidden_key'],
    ['constructor', `${HEAD}constructor: 1\ntasks: []`, '2:1 error forbidden_key'],
    ['a mapping as a key', `${HEAD}? {a: 1}\n: 2\ntasks: []`, '2:3 error bad_key'],
  ])('refuses %s', (_, text, expected) => {
    expect(problemsOf(text)).toContain(expected);
  });

  it.each([
    ['a byte order mark', `\uFEFF${TASK}    rules: [{column: name, masks: [{type: imitate}]}]\n`],
    ['CRLF', `${TASK}    rules: [{column: name, masks: [{type: imitate}]}]\n`.replaceAll('\n', '\r\n')],
    ['CR alone', `${TASK}    rules: [{column: name, masks: [{type: imitate}]}]\n`.replaceAll('\n', '\r')],
  ])('keeps lines and columns with %s', (_, text) => {
    const [task] = valid(text).tasks;
    expect(task?.at).toEqual({ line: 3, column: 5 });
    expect((task as MaskTableTask).rules[0]?.at).toEqual({ line: 6, column: 13 });
  });
});

describe('halves of surrogate pairs', () => {
  it('are refused as escapes in values', () => {
    expect(problemsOf(`doc: "a\\ud800b"\n${TASK}    rules: []\n`)).toContain('1:6 error bad_character');
  });

  it.each(['a\udc00b', '>-\n    a\ud800b'])('are refused as they are', (text) => {
    expect(problemsOf(`doc: ${text}\n${TASK}    rules: []\n`)).toEqual([
      expect.stringMatching(/^[12]:\d+ error bad_yaml$/),
    ]);
  });

  it('are refused in keys', () => {
    expect(problemsOf(`${TASK}    "x\\udfff": 1\n    rules: []\n`)).toContain('6:5 error bad_character');
  });

  it('make a character together', () => {
    expect(problemsOf(`doc: "\\ud83d\\ude00"\n${TASK}    rules: []\n`)).not.toContainEqual(
      expect.stringContaining('bad_character'),
    );
  });
});

describe('hostile texts', () => {
  it('ends an alias bomb quickly', () => {
    const levels = Array.from({ length: 30 }, (_, i) => `a${i + 1}: &a${i + 1} [${`*a${i}, `.repeat(10)}]`);
    const text = `a0: &a0 [x]\n${levels.join('\n')}\ntasks: *a30\n`;
    const start = performance.now();
    expect(problemsOf(text)).toEqual([expect.stringMatching(/error too_many_nodes$/)]);
    expect(performance.now() - start).toBeLessThan(30_000);
  });

  it('ends deep nesting quickly', () => {
    expect(problemsOf('['.repeat(10_000))).toEqual(['1:100 error bad_yaml']);
    const chain = Array.from({ length: 150 }, (_, i) => `a${i + 1}: &a${i + 1} [[*a${i}]]`).join('\n');
    expect(problemsOf(`a0: &a0 x\n${chain}\n`)).toEqual([expect.stringMatching(/error too_deep$/)]);
  });

  it('refuses a text that is too long', () => {
    for (const megabytes of [11, 100]) {
      expect(problemsOf('[\n'.repeat(megabytes * 512 * 1024))).toEqual(['1:1 error text_too_long']);
    }
  });

  it('reads 20,000 rules in little time', () => {
    const rules = Array.from(
      { length: 20_000 },
      (_, i) => `      - {column: c${i}, masks: [{type: imitate}]}`,
    );
    const start = performance.now();
    expect(readRuleset(`${TASK}    rules:\n${rules.join('\n')}\n`).problems).toEqual([]);
    expect(performance.now() - start).toBeLessThan(30_000);
  });

  it('does not list problems without end', () => {
    const rules = Array.from({ length: 5000 }, (_, i) => `      - {colum${i}: x}`).join('\n');
    const { problems } = readRuleset(`${TASK}    rules:\n${rules}\n`);
    expect(problems).toHaveLength(1001);
    expect(problems.map(({ code }) => code)).toContain('too_many_problems');
  });
});

describe('anchors and merge keys', () => {
  it('merges shallowly, a sibling wins, and rules may be a mapping of labels', () => {
    const [first, second] = valid(`${HEAD}mask_definitions:
  - &shape {type: from_random_text, max: 5, case: lower}
task_definitions:
  - &person
    type: mask_table
    table: placeholder
    key: id
    rules:
      given: {column: given, masks: {only: {<<: *shape, case: upper}}}
tasks:
  - {<<: *person, table: patients}
  - <<: *person
    table: staff
`).tasks as MaskTableTask[];
    expect([first?.table, second?.table]).toEqual(['patients', 'staff']);
    expect(first?.rules[0]).toMatchObject({
      path: 'tasks[0].rules.given',
      masks: [{ params: { max: 5, min: null, case: 'upper' }, path: 'tasks[0].rules.given.masks.only' }],
    });
  });

  it('tells a fault in an anchor once', () => {
    const text = `${HEAD}rule_definitions:
  - &a {column: one, msks: []}
  - &b {column: two, masks: [{type: imitate}]}
tasks:
  - {type: mask_table, table: t, key: k, rules: [{<<: [*a, *b]}]}
  - {type: mask_table, table: u, key: k, rules: [{<<: [*a, *b]}]}
`;
    expect(problemsOf(text)).toEqual(['3:22 error unknown_key']);
  });

  it('takes the first of several merged mappings', () => {
    const task = maskTable(`${HEAD}rule_definitions:
  - &a {column: one}
  - &b {column: two, masks: [{type: imitate}]}
tasks:
  - {type: mask_table, table: t, key: k, rules: [{<<: [*a, *b], hash_columns: [x]}]}
`);
    expect(task.rules).toMatchObject([{ column: 'one', masks: [{ maskName: 'imitate' }] }]);
  });

  it('does not check definitions that nobody uses', () => {
    const text = `${HEAD}mask_definitions: [{type: nonsense}]\ntasks: [{type: run_sql, sql: SELECT 1}]`;
    expect(valid(text).tasks).toHaveLength(1);
  });
});

describe('top-level keys', () => {
  const SQL = 'tasks: [{type: run_sql, sql: SELECT 1}]\n';

  it.each([
    ['imports: [a/b]', '2:11 error not_supported_yet'],
    ['name: old_name', '2:1 warning deprecated_key'],
    ['name: "not a name"', '2:7 error bad_value'],
    ['random_seed: 7', '2:1 warning deprecated_key'],
    ['disable_warning_on_glacier_storage: true', '2:1 error unknown_key'],
    ['skip_defaults: {}', '2:16 error wrong_type'],
    ['skip_defaults: [{matches: "("}]', '2:27 error bad_pattern'],
    ['skip_defaults: [{matches: "a(?=b)"}]', '2:27 error bad_pattern'],
    ['disable_warning_on_duplicate_rules: 1', '2:37 error wrong_type'],
  ])('%s', (line, expected) => {
    expect(problemsOf(`${HEAD}${line}\n${SQL}`)).toContain(expected);
  });

  it.each([
    'imports: []',
    'auto_manage_triggers: true',
    'auto_manage_indexes: true',
    'doc: text',
    'skip_defaults: []',
  ])('takes %s', (line) => {
    expect(valid(`${HEAD}${line}\n${SQL}`).tasks).toHaveLength(1);
  });

  it('wants the version as text', () => {
    expect(problemsOf(`version: 1.0\n${SQL}`)).toEqual(['1:10 error bad_version']);
    expect(problemsOf(`version: "2.0"\n${SQL}`)).toEqual(['1:10 error bad_version']);
    expect(problemsOf(SQL)).toEqual(['1:1 error missing_key']);
  });

  it('says of an in-flight ruleset what it is', () => {
    expect(problemsOf(`${HEAD}rules: []`)).toContain('2:1 error wrong_ruleset_kind');
  });
});

describe('locality', () => {
  it('is put in before parsing, and positions stay those of the text', () => {
    const text = `${HEAD}tasks:\n  - {type: run_sql, sql: "{{ locality }} {{locality}}", bad: 1}\n`;
    const { problems } = readRuleset(text, { locality: 'NZ' });
    expect(problems).toMatchObject([{ code: 'unknown_key', at: { line: 3, column: 57 } }]);
    const [task] = valid(text.replace(', bad: 1', ''), { locality: 'NZ' }).tasks;
    expect(task).toMatchObject({ sql: 'NZ NZ' });
  });
});

describe('tasks', () => {
  it.each([
    ['mask_file', 'wrong_ruleset_kind'],
    ['mask_everything', 'unknown_task'],
  ])('%s', (type, code) => {
    expect(problemsOf(`${HEAD}tasks: [{type: ${type}}]`)).toEqual([`2:16 error ${code}`]);
  });

  it('nests parallel and serial tasks and numbers them', () => {
    const { tasks } = valid(`${HEAD}tasks:
  - type: parallel
    tasks:
      - {type: truncate_table, table: a}
      - type: serial
        tasks: [{type: truncate_table, table: b}, {type: run_sql, sql: SELECT 1}]
`);
    expect(tasks).toMatchObject([
      {
        kind: 'parallel',
        path: '0',
        tasks: [{ path: '0.0' }, { path: '0.1', tasks: [{ path: '0.1.0' }, { path: '0.1.1' }] }],
      },
    ]);
  });

  it('refuses one table in two branches and too deep nesting', () => {
    expect(
      problemsOf(`${HEAD}tasks:
  - type: parallel
    tasks:
      - {type: truncate_table, table: a}
      - {type: serial, tasks: [{type: truncate_table, table: a}]}
`),
    ).toEqual(['6:32 error parallel_same_table']);
    const deep = '{type: serial, tasks: ['.repeat(4) + '{type: run_sql, sql: x}' + ']}'.repeat(4);
    expect(problemsOf(`${HEAD}tasks: [${deep}]`)).toEqual([expect.stringMatching(/error too_deep$/)]);
  });

  it.each([
    ['{type: mask_table, table: t, rules: [{column: c, masks: [{type: imitate}]}]}', 'missing_key'],
    [
      '{type: mask_table, table: t, key: [a, a], rules: [{column: c, masks: [{type: imitate}]}]}',
      'duplicate_key_column',
    ],
    ['{type: mask_table, table: t, key: c, rules: [{column: c, masks: [{type: imitate}]}]}', 'masked_key'],
    [
      '{type: mask_table, table: t, key: k, workers: 0, rules: [{column: c, masks: [{type: imitate}]}]}',
      'out_of_range',
    ],
    [
      '{type: mask_table, table: t, key: k, where: "a = 1;", rules: [{column: c, masks: [{type: imitate}]}]}',
      'bad_where',
    ],
    ['{type: mask_table, table: t, key: k, rules: [{$ref: "a#b"}]}', 'library_not_imported'],
    ['{type: mask_table, table: t, key: k, rules: []}', 'empty_rules'],
    [
      '{type: mask_table, table: t, key: k, rules: [{column: c, masks: [{type: json, transforms: []}]}]}',
      'empty_list',
    ],
    ['{type: run_sql}', 'missing_key'],
    ['{type: truncate_table, table: ""}', 'empty_text'],
    ['plain', 'wrong_type'],
  ])('%s', (task, code) => {
    expect(problemsOf(`${HEAD}tasks: [${task}]`)).toEqual([
      expect.stringMatching(new RegExp(`error ${code}$`)),
    ]);
  });

  it('takes one bare rule and one bare mask', () => {
    const task = maskTable(`${TASK}    rules: {column: c, masks: {type: imitate}}\n`);
    expect(task.rules).toMatchObject([
      { column: 'c', path: 'tasks[0].rules', masks: [{ path: 'tasks[0].rules.masks' }] },
    ]);
  });

  it('warns about leftovers', () => {
    const text = `${TASK}    order_by: id\n    rules: [{column: c, masks: [{type: imitate}]}]\n`;
    expect(problemsOf(text)).toEqual(['6:5 warning deprecated_key']);
  });

  it('warns about duplicates once for each pair, unless switched off', () => {
    const rule = '{column: c, masks: [{type: imitate}]}';
    const text = `tasks:
  - {type: mask_table, table: t, key: k, rules: [${rule}, ${rule}]}
  - {type: mask_table, table: t, key: k, rules: [${rule}]}
`;
    expect(problemsOf(HEAD + text)).toEqual([
      expect.stringMatching(/^3:.*warning duplicate_rule$/),
      expect.stringMatching(/^4:.*warning duplicate_rule$/),
    ]);
    expect(problemsOf(`${HEAD}disable_warning_on_duplicate_rules: true\n${text}`)).toEqual([]);
  });
});

describe('hash columns', () => {
  const withHash = (taskList: string, rule: string): MaskTableTask =>
    maskTable(`${TASK}    ${taskList}\n    rules:\n      - {column: c, masks: [{type: imitate}]${rule}}\n`);

  it('reads every form', () => {
    const forms =
      '[id, {column_name: mail, case_transform: lower, trim: true}, {column_name: doc, json_path: [a, 0]}, {column_name: doc, xpath: /a/b/@c}, {source: self}]';
    expect(withHash(`hash_columns: ${forms}`, '').rules[0]?.hashColumns).toMatchObject([
      { column: 'id', caseTransform: null, trim: false, jsonPath: null },
      { column: 'mail', caseTransform: 'lower', trim: true, jsonPath: null },
      { column: 'doc', jsonPath: ['a', 0], xpath: null },
      { column: 'doc', jsonPath: null, xpath: '/a/b/@c' },
      { column: null },
    ]);
  });

  it.each([
    [', hash_columns: [b]', ['b']],
    [', hash_sources: [b]', ['b']],
    [', hash_columns: []', []],
    [', hash_columns: null', []],
    ['', ['a']],
  ])('the rule replaces the task: %s', (rule, columns) => {
    expect(withHash('hash_columns: [a]', rule).rules[0]?.hashColumns.map(({ column }) => column)).toEqual(
      columns,
    );
  });

  it.each([
    ['[1]', 'wrong_type'],
    ['x', 'wrong_type'],
    ['[{column_name: a, source: self}]', 'conflicting_keys'],
    ['[{source: other}]', 'bad_value'],
    ['[{source: from_request}]', 'not_supported_here'],
    ['[{column_name: a, xpath: /b, json_path: [b]}]', 'conflicting_keys'],
    ['[{column_name: a, xpath: "b["}]', 'bad_path'],
    ['[{column_name: a, xpath: "x:b"}]', 'unknown_prefix'],
    ['[{column_name: a, xpath: 1}]', 'wrong_type'],
    ['[{column_name: a, file_path: true}]', 'not_supported_here'],
    ['[{column_name: a, case_transform: title}]', 'bad_value'],
    ['[{column_name: a, json_path: []}]', 'bad_value'],
    ['[{column_name: a, tirm: true}]', 'unknown_key'],
    ['[{}]', 'missing_key'],
  ])('%s', (list, code) => {
    const text = `${TASK}    hash_columns: ${list}\n    rules: [{column: c, masks: [{type: imitate}]}]\n`;
    expect(problemsOf(text)).toEqual([expect.stringMatching(new RegExp(`^6:.* error ${code}$`))]);
  });
});

describe('file rulesets', () => {
  it('have tasks of their own', () => {
    const text = `${HEAD}disable_warning_on_glacier_storage: true\ntasks: [{type: run_file_data_discovery}]\n`;
    expect(problemsOf(text, { target: 'file' })).toEqual([]);
    expect(problemsOf(`${HEAD}tasks: [{type: mask_table}]`, { target: 'file' })).toEqual([
      '2:16 error wrong_ruleset_kind',
    ]);
  });
});

describe('seed files', () => {
  const text = `${TASK}    rules: [{column: c, masks: [{type: from_file, seed_file: names.csv}]}]\n`;

  it('are listed for loading', () => {
    expect(valid(text).seedFiles).toEqual(['names.csv']);
  });

  it('are checked against the catalog', () => {
    const seedCatalog = { columnNames: () => undefined, names: () => ['name.csv'] };
    const { problems } = readRuleset(text, { seedCatalog });
    expect(problems).toMatchObject([
      { code: 'unknown_seed_file', message: expect.stringContaining('"name.csv"') },
    ]);
  });
});
