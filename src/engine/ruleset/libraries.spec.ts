import { readLibrary } from './read-library.js';
import { readRuleset } from './read-ruleset.js';
import type { LibrarySource } from '../ports/library-source.js';
import type { ReadResult } from './read-ruleset.js';

const HOUSES = `version: "1.0"
masks:
  house_no: {type: from_random_number, min: 1, max: 300}
  again: {$ref: "#masks/house_no"}
  widened: {$ref: "#masks/house_no", max: 900}
columns:
  street_text:
    masks: [{type: imitate}]
database_rules:
  parcel:
    column: parcel_ref
    masks: [{$ref: "#masks/house_no"}]
  broken_later:
    masks: [{type: from_file, seed_file: x.csv}]
tasks:
  clean: {type: truncate_table, table: logs}
other:
  columns: [one, two]
  text: constant
  hash: {column_name: 7}
`;

function libraries(texts: Readonly<Record<string, string>>): LibrarySource {
  return {
    text: (namespace, name) => texts[namespace === '' ? name : `${namespace}/${name}`],
  };
}

const SOURCE = libraries({ 'estate/eu/houses': HOUSES, plain: HOUSES });

function read(rules: string, imports = 'estate/eu/houses', source = SOURCE): ReadResult {
  const text = `version: "1.0"
imports: [${imports}]
tasks:
  - type: mask_table
    table: t
    key: id
    rules: [${rules}]
`;
  return readRuleset(text, { libraries: source });
}

const found = (result: ReadResult): string[] =>
  result.problems.map(({ at, type, code }) => `${at.line}:${at.column} ${type} ${code}`);
const masks = (list: string): string => `{column: c, masks: ${list}}`;
const rulesOf = ({ ruleset, problems }: ReadResult): unknown => {
  expect(problems).toEqual([]);
  const task = ruleset?.tasks[0];
  return task?.kind === 'mask_table' ? task.rules : null;
};

describe('references', () => {
  it('put in rules, masks and columns, and keys beside them win', () => {
    const rules = rulesOf(
      read(`{$ref: "estate/eu/houses#database_rules/parcel"},
            {column: street, $ref: "estate/eu/houses#columns/street_text"},
            {column: no, masks: [{$ref: "estate/eu/houses#masks/widened", min: 5}]}`),
    );
    expect(rules).toMatchObject([
      { column: 'parcel_ref', masks: [{ maskName: 'from_random_number' }] },
      { column: 'street', masks: [{ maskName: 'imitate' }] },
      { column: 'no', masks: [{ maskName: 'from_random_number', params: { min: { digits: 5n } } }] },
    ]);
  });

  it('put in tasks, lists, single values and items of lists', () => {
    const text = `version: "1.0"
imports: [plain]
tasks:
  - {$ref: "plain#tasks/clean"}
  - type: mask_table
    table: {$ref: "plain#other/text"}
    key: {$ref: "plain#other/columns"}
    hash_columns: [{$ref: "plain#other/columns/1"}]
    rules: [{column: c, masks: {$ref: "plain#columns/street_text/masks"}}]
`;
    const { ruleset, problems, imports } = readRuleset(text, { libraries: SOURCE });
    expect(problems).toEqual([]);
    expect(imports).toEqual(['plain']);
    expect(ruleset?.tasks).toMatchObject([
      { kind: 'truncate_table', table: 'logs', at: { line: 4, column: 5 } },
      { table: 'constant', key: ['one', 'two'], rules: [{ hashColumns: [{ column: 'two' }] }] },
    ]);
  });

  it('survive merge keys', () => {
    const text = `version: "1.0"
imports: [plain]
mask_definitions: [&m {$ref: "plain#masks/house_no"}]
tasks:
  - {type: mask_table, table: t, key: id, rules: [{column: c, masks: [{<<: *m, max: 5}, *m]}]}
`;
    expect(readRuleset(text, { libraries: SOURCE }).problems).toEqual([]);
  });

  it.each([
    [masks('[{$ref: "estate/eu/houses"}]'), 'expansion bad_ref_hash'],
    [masks('[{$ref: "estate/eu/houses#masks#x"}]'), 'expansion bad_ref_hash'],
    [masks('[{$ref: "estate/eu/houses#"}]'), 'expansion empty_ref_path'],
    [masks('[{$ref: "/estate/eu/houses#masks/house_no"}]'), 'expansion ref_leading_slash'],
    [masks('[{$ref: "estate/eu/houses#masks//house_no"}]'), 'expansion empty_ref_segment'],
    [masks('[{$ref: 7}]'), 'expansion ref_not_text'],
    [masks('[{$ref: "#masks/house_no"}]'), 'expansion ref_without_library'],
    [masks('[{$ref: "plain#masks/house_no"}]'), 'expansion library_not_imported'],
    [masks('[{$ref: "estate/eu/houses#masks/house_num"}]'), 'expansion ref_key_not_found'],
    [masks('{$ref: "estate/eu/houses#columns/street_text/masks/1"}'), 'expansion ref_index_out_of_bounds'],
    [masks('{$ref: "estate/eu/houses#columns/street_text/masks/x"}'), 'expansion ref_wrong_step'],
    [masks('{$ref: "estate/eu/houses#other/text/x"}'), 'expansion ref_wrong_step'],
    [masks('[{$ref: "estate/eu/houses#other/text", more: 1}]'), 'expansion ref_extra_keys'],
    [masks('[{type: {$ref: "estate/eu/houses#other/text"}}]'), 'expansion ref_as_type'],
  ])('%s', (rules, expected) => {
    const { problems } = read(rules);
    expect(problems.map(({ type, code }) => `${type} ${code}`)).toEqual([expected]);
    expect(problems[0]?.at.line).toBe(7);
  });

  it('suggest the name without its slash, and a key that is near', () => {
    expect(read(masks('[{$ref: "/a/b#masks/x"}]')).problems[0]?.message).toContain('"a/b#masks/x"');
    expect(read(masks('[{$ref: "estate/eu/houses#masks/hous_no"}]')).problems[0]?.message).toContain(
      'Did you mean "house_no"?',
    );
  });

  it('name library, line and column where the fault lies in the library', () => {
    const { problems } = read(
      '{column: c, masks: [{type: imitate}], hash_columns: [{$ref: "estate/eu/houses#other/hash"}]}',
    );
    expect(problems).toMatchObject([
      {
        code: 'wrong_type',
        type: 'ruleset',
        at: { library: 'estate/eu/houses', line: 20, column: 23 },
        message:
          'In the library "estate/eu/houses", line 20, column 23: "column_name" must be text, not a whole number.',
      },
    ]);
  });
});

describe('imports', () => {
  it.each([
    ['missing/one', '2:11 library_missing library_missing'],
    ['estate/eu/houses#masks', '2:11 expansion bad_import'],
    ['/a', '2:11 expansion bad_import'],
    ['a//b', '2:11 expansion bad_import'],
    ['a/', '2:11 expansion bad_import'],
    ['7', '2:11 expansion bad_import'],
    ['""', '2:11 expansion bad_import'],
    ['plain, plain', '2:18 expansion duplicate_import'],
  ])('[%s]', (imports, expected) => {
    expect(found(read(masks('[{type: imitate}]'), imports))).toEqual([expected]);
  });

  it('say why an imported library is not valid, at the import', () => {
    const source = libraries({ bad: 'version: "1.0"\nmasks:\n  a: {type: imitat}\n' });
    const result = read(masks('[{$ref: "bad#masks/a"}]'), 'bad', source);
    expect(found(result)).toEqual(['2:11 library_invalid library_invalid']);
    expect(result.problems[0]?.message).toContain('line 3, column 13: There is no mask "imitat"');
  });

  it('cannot be used without a source of libraries', () => {
    const { problems } = readRuleset('version: "1.0"\nimports: [a]\ntasks: [{type: run_sql, sql: x}]');
    expect(problems).toMatchObject([{ code: 'not_supported_yet', at: { line: 2, column: 11 } }]);
  });
});

describe('a library by itself', () => {
  const codes = (text: string): string[] =>
    readLibrary(text).problems.map(({ at, code }) => `${at.line}:${at.column} ${code}`);

  it('is valid with sections whose items others complete', () => {
    expect(readLibrary(HOUSES)).toEqual({ isValid: true, problems: [] });
    expect(codes('version: "1.0"\n')).toEqual([]);
    expect(
      codes('version: "1.0"\nfile_rules: {a: {masks: [{type: imitate}]}}\ntasks: {b: {type: mask_file}}'),
    ).toEqual([]);
    expect(codes('version: "1.0"\ntasks: {b: {type: run_file_data_discovery}}')).toEqual([]);
  });

  it.each([
    ['masks: {}', '1:1 missing_key'],
    ['version: 1.0', '1:10 bad_version'],
    ['version: "1.0"\nmaks: {}', '2:1 unknown_key'],
    ['version: "1.0"\nmasks: [1]', '2:8 wrong_type'],
    ['version: "1.0"\nmasks: {a: {type: nope}}', '2:19 unknown_mask'],
    ['version: "1.0"\nmasks: {a: {$ref: "x#masks/a"}}', '2:19 cross_library_ref'],
    ['version: "1.0"\nmasks: {a: {$ref: "#masks/b"}}', '2:19 ref_key_not_found'],
    ['version: "1.0"\nmasks: {a: {$ref: "#masks/a"}}', '2:19 circular_ref'],
    ['version: "1.0"\nmasks: {a: {$ref: "#masks/b"}, b: {$ref: "#masks/a"}}', '2:42 circular_ref'],
    ['version: "1.0"\nother: {a: [{$ref: "#other"}]}', '2:20 circular_ref'],
    ['version: "1.0"\nother: {a: "{{ locality }}"}', '1:1 locality_in_library'],
    ['[]', '1:1 wrong_type'],
    ['a: [', '1:5 bad_yaml'],
  ])('%j', (text, expected) => {
    expect(codes(text)).toContain(expected);
  });

  it('grows and nests within bounds', () => {
    const levels = Array.from(
      { length: 30 },
      (_, i) => `  a${i}: [{$ref: "#other/a${i + 1}"}, {$ref: "#other/a${i + 1}"}]`,
    );
    expect(codes(`version: "1.0"\nother:\n${levels.join('\n')}\n  a30: x\n`).join()).toContain(
      'expansion_too_large',
    );
    const chain = Array.from({ length: 5000 }, (_, i) => `  a${i}: {$ref: "#other/a${i + 1}"}`);
    expect(codes(`version: "1.0"\nother:\n${chain.join('\n')}\n  a5000: x\n`).join()).toContain(
      'expansion_too_deep',
    );
  });
});
