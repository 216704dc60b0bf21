import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRuleset, type ReadOptions, type SeedCatalog } from '../../src/engine/index.js';

const root = join(__dirname, '../..');
const PAGES = ['README.md', 'docs/rulesets.md'];

interface Example {
  readonly name: string;
  readonly target: NonNullable<ReadOptions['target']>;
  readonly text: string;
}

const pageText = (page: string): string => readFileSync(join(root, page), 'utf8');

/** Texts of libraries are marked with their name: `yaml library estate/eu/houses`. */
const LIBRARIES = new Map(
  PAGES.flatMap((page) => [...pageText(page).matchAll(/^```yaml library (\S+)\n([\s\S]*?)^```$/gm)]).map(
    ([, name = '', text = '']) => [name, text],
  ),
);

/** The YAML blocks of a page; those for files are marked `yaml file`, and `file=…` names what a tutorial writes. */
function examplesOf(page: string): Example[] {
  const text = pageText(page);
  return [...text.matchAll(/^```yaml( file)?(?: file=\S+)?\n([\s\S]*?)^```$/gm)].map((match) => ({
    name: `${page}:${text.slice(0, match.index).split('\n').length}`,
    target: match[1] === undefined ? 'database' : 'file',
    text: match[2] ?? '',
  }));
}

function seedCatalog(): SeedCatalog {
  const names = readdirSync(join(root, 'seeds')).filter((name) => name.endsWith('.csv'));
  const header = (name: string): string[] =>
    readFileSync(join(root, 'seeds', name), 'utf8').split('\n', 1)[0]?.split(',') ?? [];
  return {
    names: () => names,
    columnNames: (name) => (names.includes(name) ? header(name) : undefined),
  };
}

describe('the rulesets of the documentation', () => {
  const examples = PAGES.flatMap(examplesOf);

  it('are found', () => {
    expect(examples.filter(({ name }) => name.startsWith('README')).length).toBeGreaterThan(0);
    expect(examples.filter(({ name }) => name.startsWith('docs')).length).toBeGreaterThan(8);
  });

  it.each(examples.map((example) => [example.name, example] as const))('are valid: %s', (_, example) => {
    const libraries = {
      text: (namespace: string, name: string): string | undefined =>
        LIBRARIES.get(namespace === '' ? name : `${namespace}/${name}`),
    };
    const { problems } = readRuleset(example.text, { target: example.target, seedCatalog: seedCatalog(), libraries });
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});
