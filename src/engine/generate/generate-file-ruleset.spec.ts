import { readRuleset } from '../ruleset/read-ruleset.js';
import { generateFileRuleset } from './generate-file-ruleset.js';
import { writeRuleset } from './write-ruleset.js';
import type { FileGroup, FoundFile } from './file-input.js';
import type { Ruleset } from '../ruleset/nodes.js';

const found = (label: string): FoundFile['fields'][number]['findings'] => [
  { label, description: `A ${label}`, categories: ['PII'] },
];

const file = (path: string, more: Partial<FoundFile> = {}): FoundFile => ({
  ...{ path, fileType: 'csv', delimiter: ',', encoding: 'utf-8', fields: [] },
  ...more,
});

function generate(
  files: readonly FoundFile[],
  groups: readonly FileGroup[],
): { text: string; ruleset: Ruleset; leftOut: readonly string[] } {
  const generated = generateFileRuleset({ found: files, groups, locality: 'US', ownMasks: new Map() });
  const text = writeRuleset(generated.tasks, generated.leftOut);
  const { ruleset, problems } = readRuleset(text, { target: 'file' });
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  return {
    text,
    ruleset: ruleset!,
    leftOut: generated.leftOut.map(({ table, reason }) => `${table}: ${reason}`),
  };
}

test('columns of delimited files get the masks of their labels, and the task names its files alone', () => {
  const fields = [{ locator: 'mail', findings: found('email') }];
  const { ruleset, text } = generate(
    [file('2024/people.csv', { fields }), file('2024/odd (1)+.csv', { fields })],
    [{ files: ['2024/people.csv', '2024/odd (1)+.csv'], locators: ['mail', 'name', 'mail'] }],
  );
  expect(ruleset.tasks).toMatchObject([
    {
      ...{ kind: 'mask_tabular_file', recurse: true, delimiter: ',', encoding: 'utf-8' },
      include: [
        { by: 'glob', text: '2024/people.csv', matchAgainst: 'path' },
        { by: 'regex', text: '^2024/odd \\(1\\)\\+\\.csv$', matchAgainst: 'path' },
      ],
      rules: [
        { column: 'mail', masks: [{ maskName: 'email' }] },
        { column: 'name', masks: [{ maskName: 'concat' }] },
      ],
    },
  ]);
  expect(text).toContain('# A email (PII)');
});

test('a group yields a task for each type, delimiter and encoding', () => {
  const files = [
    file('a.csv'),
    file('b.csv', { delimiter: ';' }),
    file('c.csv', { encoding: 'latin-1' }),
    file('d.parquet', { fileType: 'parquet', delimiter: null, encoding: null }),
    file('e.csv'),
  ];
  const { ruleset } = generate(files, [{ files: files.map(({ path }) => path), locators: ['name'] }]);
  expect(
    ruleset.tasks.map((task) =>
      'include' in task ? task.include.map((filter) => ('text' in filter ? filter.text : '')) : [],
    ),
  ).toEqual([
    [String.raw`^a\.csv$`, String.raw`^e\.csv$`],
    [String.raw`^b\.csv$`],
    [String.raw`^c\.csv$`],
    [String.raw`^d\.parquet$`],
  ]);
});

test('places in documents become transforms of one rule', () => {
  const more = { fileType: 'json', delimiter: null };
  const { ruleset, text } = generate(
    [
      file('people.json', {
        ...more,
        fields: [{ locator: ['people', '*', 'email'], findings: found('email') }],
      }),
    ],
    [{ files: ['people.json'], locators: [['people', '*', 'email'], ['people', '*', 'iban'], ['owner']] }],
  );
  expect(ruleset.tasks).toMatchObject([{ kind: 'mask_file', rules: [{ masks: [{ maskName: 'json' }] }] }]);
  expect(text).not.toContain('set_checksum');
  expect(text.match(/on_missing: skip/g)).toHaveLength(3);
});

test('places in nested columns of Parquet files are transforms of their column', () => {
  const { ruleset } = generate(
    [file('p.parquet', { fileType: 'parquet', delimiter: null, encoding: null })],
    [{ files: ['p.parquet'], locators: [['person', 'name'], 'id', ['person', 'tags', '*']] }],
  );
  expect(ruleset.tasks).toMatchObject([
    { rules: [{ column: 'person', masks: [{ maskName: 'json' }] }, { column: 'id' }] },
  ]);
});

test('files that discovery has not seen, or that no task masks, are left out with the reason', () => {
  const { leftOut } = generate(
    [file('a.csv'), file('x.xlsx', { fileType: 'xlsx' })],
    [{ files: ['gone.csv', 'x.xlsx', 'a.csv'], locators: ['name'] }],
  );
  expect(leftOut).toEqual([
    'gone.csv: discovery has not seen it',
    'x.xlsx: files of the type xlsx get no rules',
  ]);
});
