import { describeNode, entryOf } from './yaml-tree.js';
import { FILE_ONLY_TASKS } from '../tasks/index.js';
import { hasPlaceholder } from './source-text.js';
import { MapReader } from './map-reader.js';
import { makeScope } from './make-scope.js';
import { parseYaml } from './parse-yaml.js';
import { ProblemList } from './problem-list.js';
import { readMasks } from './read-masks.js';
import { readRecordRule } from './read-record-rules.js';
import { readRule } from './read-rules.js';
import { readTasks } from './read-tasks.js';
import { readVersion } from './read-version.js';
import { ReferenceExpander } from './expand-references.js';
import type { Item } from './items.js';
import type { Problem } from './problem.js';
import type { ReadScope } from './read-scope.js';
import type { SeedCatalog } from '../ports/seed-files.js';
import type { YamlMap } from './yaml-tree.js';

export interface LibraryOptions {
  /** Known seed files; without it their names are not checked. */
  readonly seedCatalog?: SeedCatalog | null | undefined;
}

export interface LibraryResult {
  readonly isValid: boolean;
  /** All findings, in the order of the text. */
  readonly problems: readonly Problem[];
}

type SectionReader = (item: Item, scope: ReadScope) => void;
const NO_CONTEXT = { hashColumns: [], guards: [] };

/** Sections of a library and how one item of each is checked; `other` holds anything. */
const SECTIONS: ReadonlyMap<string, SectionReader> = new Map<string, SectionReader>([
  ['masks', ({ node, path }, scope) => void readMasks(node, path, scope)],
  ['database_rules', (item, scope) => void readRule(item, NO_CONTEXT, scope)],
  ['tabular_file_rules', (item, scope) => void readRule(item, NO_CONTEXT, { ...scope, target: 'file' })],
  ['file_rules', (item, scope) => void readRecordRule(item, 'file', { ...scope, target: 'file' })],
  ['columns', (item, scope) => void readRule(item, NO_CONTEXT, scope)],
  ['tasks', readTask],
  ['other', (): void => undefined],
]);

/** Reads and checks the text of a ruleset library by itself. Never throws. */
export function readLibrary(text: string, options: LibraryOptions = {}): LibraryResult {
  const { problems } = readLibraryTree(text, { library: null, seedCatalog: options.seedCatalog ?? null });
  return { isValid: !problems.hasErrors, problems: problems.sorted() };
}

/** The tree of a library as written, references and all, and what is wrong with it; null: it is no library at all. */
export function readLibraryTree(
  text: string,
  { library, seedCatalog }: { readonly library: string | null; readonly seedCatalog: SeedCatalog | null },
): { readonly tree: YamlMap | null; readonly problems: ProblemList } {
  const problems = new ProblemList();
  if (hasPlaceholder(text)) {
    const message = '"{{ locality }}" is not available in libraries.';
    problems.error('locality_in_library', message, { path: '', at: { line: 1, column: 1 } });
  }
  const tree = parseYaml(text, { locality: '', library }, problems);
  if (tree !== null && tree.kind !== 'map') {
    const message = `A library is a mapping with "version" and sections, not ${describeNode(tree)}.`;
    problems.error('wrong_type', message, { path: '', at: tree.at });
  }
  if (tree?.kind !== 'map') {
    return { tree: null, problems };
  }
  checkLibrary(tree, seedCatalog, problems);
  return { tree, problems };
}

function checkLibrary(tree: YamlMap, seedCatalog: SeedCatalog | null, problems: ProblemList): void {
  const reader = new MapReader(tree, '', problems);
  readVersion(reader);
  reader.optionalText('doc');
  [...SECTIONS.keys()].forEach((section) => reader.entry(section));
  reader.finish();
  const expanded = new ReferenceExpander({ tree: () => 'unknown' }, problems).expand(tree, tree);
  if (expanded?.kind !== 'map') {
    return;
  }
  for (const [section, read] of SECTIONS) {
    checkSection(new MapReader(expanded, '', problems), section, (item) =>
      checkItem(item, read, seedCatalog, problems),
    );
  }
}

function checkSection(reader: MapReader, section: string, check: (item: Item) => void): void {
  const node = reader.value(section);
  if (node !== undefined && node.kind !== 'map') {
    reader.wrongType(section, 'a mapping of names to items', node);
  }
  for (const { key, value } of node?.kind === 'map' ? node.entries : []) {
    check({ node: value, path: `${section}.${key}` });
  }
}

/** An item may lack keys of its own: whoever refers to it can add them. */
function checkItem(
  item: Item,
  read: SectionReader,
  seedCatalog: SeedCatalog | null,
  problems: ProblemList,
): void {
  const found = new ProblemList();
  read(item, makeScope(found, { target: 'database', seedCatalog, skipDefaults: [] }));
  const own = [item.path, `${item.path}[0]`];
  problems.take(found, ({ code, path }) => code !== 'missing_key' || !own.includes(path));
}

function readTask({ node, path }: Item, scope: ReadScope): void {
  const type = entryOf(node, 'type')?.value;
  const isForFiles = type?.kind === 'scalar' && FILE_ONLY_TASKS.has(type.text);
  const target = isForFiles ? 'file' : 'database';
  readTasks(
    { kind: 'list', items: [node], at: node.at },
    { path, prefix: '', nesting: 0 },
    { ...scope, target },
  );
}
