import { ColumnDetector } from '../column-detector.js';
import { compileColumnRules } from '../column-rules.js';
import { defaultDiscoveryConfig } from './default-discovery-config.js';
import { DetectionWords } from '../values/detection-words.js';
import { readDiscoveryConfig, resolveDiscoveryConfig } from './read-discovery-config.js';
import { readDiscoveryLibrary } from './read-discovery-library.js';
import type { ColumnMatch } from '../column-detector.js';
import type { DiscoveryConfig, DiscoveryTarget } from './discovery-config.js';
import type { LibrarySource } from '../../ports/library-source.js';

const BOATS = `labels:
  - name: vessel_owner
    description: Owner of a registered boat
    categories: [PII]
metadata_rules:
  - name: Owner column
    label: vessel_owner
    column:
      type: regex
      pattern: (boat|vessel)_?owner
idd_rules: []
`;
const HARBOUR = `labels:
  - {name: berth, description: Place of a boat}
metadata_rules:
  - {label: berth, column: {type: keyword, keyword: berth no}}
idd_rules:
  - {label: berth, pattern: '[A-F]\\d{2}', min_hit_ratio: 50}
`;

const libraries: LibrarySource = {
  text: (namespace, name) => (namespace === 'sea' && name === 'harbour' ? HARBOUR : undefined),
};

function read(text: string, target: DiscoveryTarget = 'database'): DiscoveryConfig {
  const { config, problems } = readDiscoveryConfig(text, { target, libraries });
  expect(problems).toEqual([]);
  return config!;
}

function codes(text: string, target: DiscoveryTarget = 'database'): string[] {
  return readDiscoveryConfig(text, { target, libraries }).problems.map(
    ({ at, code }) => `${at.line}:${at.column} ${code}`,
  );
}

const words = new DetectionWords({ firstNames: [], lastNames: [], occupations: [], cities: [] });

function found(config: DiscoveryConfig, name: string, values: readonly string[] = []): string[] {
  const { rules, problems } = compileColumnRules(config.wishes);
  expect(problems).toEqual([]);
  const detector = new ColumnDetector(rules, words, 0);
  const column = { name, kind: 'text', table: 't', siblings: [] } as const;
  const byName = detector.byName(column);
  const all = values.length === 0 ? byName : detector.byValues(column, byName, values);
  return all.map(({ label, description }: ColumnMatch) => `${label ?? 'harmless'}: ${description}`);
}

describe('a discovery config', () => {
  it('finds by the names that its rules describe, and by nothing else', () => {
    const config = read(BOATS);
    expect(found(config, 'Vessel_Owner')).toEqual(['vessel_owner: Owner of a registered boat']);
    expect(found(config, 'email')).toEqual([]);
    expect(config.rowSampleSize).toBe(0);
  });

  it('passes over names, passes over values, and clears columns', () => {
    const config = read(`${BOATS.replace('idd_rules: []\n', '')}
  - {ignore: true, column: {pattern: ^old_}}
idd_rules:
  - {label: vessel_owner, pattern: '^Capt', name: Captains}
  - {pattern: '-', ignore: true}
  - {pattern: 'x+', non_sensitive: true}
idd_options: {row_sample_size: 20}
`);
    expect(found(config, 'old_boat_owner')).toEqual([]);
    expect(found(config, 'c', ['Capt A', 'b', '-', '-'])).toEqual([
      'vessel_owner: Owner of a registered boat',
    ]);
    expect(found(config, 'boat_owner', ['x', 'xx'])).toEqual(['harmless: x+']);
    expect(config.rowSampleSize).toBe(20);
  });

  it('takes sections and items of libraries', () => {
    const text = `imports: [sea/harbour]
labels: {$ref: "sea/harbour#labels"}
metadata_rules:
  - {$ref: "sea/harbour#metadata_rules"}
  - {label: email, column: {type: built_in}}
idd_rules: [{$ref: "sea/harbour#idd_rules/0"}]
`;
    const config = read(text);
    expect(found(config, 'berthNo')).toEqual(['berth: Place of a boat']);
    expect(found(config, 'e_mail')).toEqual(['email: E-mail address']);
    expect(found(config, 'c', ['A01', 'x', 'y'])).toEqual([]);
    expect(found(config, 'c', ['A01', 'B02', 'y'])).toEqual(['berth: Place of a boat']);
    const alone = resolveDiscoveryConfig(text, libraries);
    expect(alone).not.toContain('$ref');
    expect(readDiscoveryConfig(alone, { target: 'database', libraries: { text: () => undefined } })).toEqual(
      expect.objectContaining({ problems: [], config }),
    );
  });

  it('takes globs as plain texts, for files', () => {
    const { files } = read(
      `files: {include: ["*.csv", {regex: "a.*"}], skip: [old/**], recurse: true}`,
      'file',
    );
    expect(files).toMatchObject({
      recurse: true,
      include: [
        { by: 'glob', text: '*.csv', matchAgainst: 'path' },
        { by: 'regex', text: 'a.*' },
      ],
      skip: [{ by: 'glob', text: 'old/**' }],
    });
  });

  it.each([
    ['[]', '1:1 wrong_type'],
    ['a: [', '1:5 bad_yaml'],
    ['version: "2.0"', '1:10 bad_version'],
    ['lables: []', '1:1 unknown_key'],
    ['files: {include: []}', '1:1 not_supported_here'],
    ['labels: {}', '1:9 wrong_type'],
    ['labels: [a]', '1:10 wrong_type'],
    ['labels: [{name: a, categories: [PPI]}]', '1:33 bad_value'],
    ['labels: [{name: a, colour: red}]', '1:20 unknown_key'],
    ['metadata_rules: [{label: nope, column: {pattern: a}}]', '1:26 unknown_label'],
    ['metadata_rules: [{label: email}]', '1:18 missing_key'],
    ['metadata_rules: [{label: email, column: {pattern: "("}}]', '1:51 bad_pattern'],
    ['metadata_rules: [{label: email, column: {type: glob}}]', '1:48 bad_value'],
    ['metadata_rules: [{label: email, ignore: true, column: {pattern: a}}]', '1:19 conflicting_keys'],
    ['labels: [{name: a}]\nmetadata_rules: [{label: a, column: {type: built_in}}]', '2:44 bad_value'],
    ['idd_rules: [{label: email, pattern: a, min_hit_ratio: 0}]', '1:55 out_of_range'],
    ['idd_rules: [{label: email, pattern: "(a"}]', '1:37 bad_pattern'],
    ['idd_options: {row_sample_size: 0}', '1:32 out_of_range'],
    ['imports: [no/where]', '1:11 library_missing'],
    ['labels: {$ref: "sea/harbour#labels"}', '1:16 library_not_imported'],
  ])('%s', (text, expected) => {
    expect(codes(text)).toContain(expected);
  });

  it('is read soon, however many names it has wrong', () => {
    const count = 15_000;
    const names = (stem: string): string[] => Array.from({ length: count }, (_, i) => `${stem}${i}`);
    const labels = names('lab').map((name) => `{name: ${name}}`);
    const rules = names('kab').map((label) => `{label: ${label}, pattern: x}`);
    const text = `labels: [${labels.join(', ')}]\nidd_rules: [${rules.join(', ')}]\n`;
    const startedAt = performance.now();
    const { problems } = readDiscoveryConfig(text, { target: 'database', libraries });
    expect(problems[0]?.message).toBe('There is no label "kab0". Did you mean "lab0"?');
    // Comparing each name with each would take many minutes; a busy machine takes ten times as long as an idle one.
    expect(performance.now() - startedAt).toBeLessThan(90_000);
  });

  it('has defaults that are valid, short, and find what is found without a config', () => {
    const text = defaultDiscoveryConfig('database');
    expect(text.length).toBeLessThan(60 * 1024);
    expect(text).toMatch(/^labels:/m);
    const config = read(text);
    const without = { wishes: { values: {} }, rowSampleSize: 1000, files: null };
    for (const name of ['email', 'kundenname', 'state', 'product_name', 'dob', 'card_number']) {
      expect(found(config, name)).toEqual(found(without, name));
    }
    const cards = ['4111111111111111', '5500005555555559', '4012888888881881'];
    expect(found(config, 'c', cards)).toEqual(found(without, 'c', cards));
    expect(read(defaultDiscoveryConfig('file'), 'file').files?.include).toHaveLength(4);
  });
});

describe('a discovery config library', () => {
  it('may name labels of its importers', () => {
    expect(readDiscoveryLibrary(HARBOUR)).toEqual([]);
    expect(readDiscoveryLibrary('metadata_rules: [{label: theirs, column: {pattern: a}}]')).toEqual([]);
    expect(readDiscoveryLibrary('files: {include: ["*.csv"]}')).toEqual([]);
  });

  it('is checked as configs are', () => {
    expect(readDiscoveryLibrary('imports: [a]').map(({ code }) => code)).toEqual(['unknown_key']);
    expect(readDiscoveryLibrary('idd_rules: [{label: a, pattern: "("}]').map(({ code }) => code)).toEqual([
      'bad_pattern',
    ]);
  });
});
