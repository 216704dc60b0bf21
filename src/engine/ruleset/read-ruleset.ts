import { describeNode } from './yaml-tree.js';
import { hasReferences, ReferenceExpander } from './expand-references.js';
import { LibrarySet, readImports } from './library-set.js';
import { makeScope } from './make-scope.js';
import { MapReader } from './map-reader.js';
import { parseYaml } from './parse-yaml.js';
import { ProblemList } from './problem-list.js';
import { quoted } from './near-miss.js';
import { readCompat } from './read-compat.js';
import { readLeftovers } from './read-leftovers.js';
import { readLibraryTree } from './read-library.js';
import { readSkipDefaults } from './read-skip.js';
import { readVersion, VERSION } from './read-version.js';
import { warnAboutDuplicates } from './duplicate-rules.js';
import type { LibrarySource } from '../ports/library-source.js';
import type { Problem } from './problem.js';
import type { ReadScope } from './read-scope.js';
import type { Ruleset, Task } from './nodes.js';
import type { SeedCatalog } from '../ports/seed-files.js';
import type { YamlMap } from './yaml-tree.js';

/** What reading a ruleset may depend on, besides its text. */
export interface ReadOptions {
  /** What the ruleset is for; `database` when absent. */
  readonly target?: 'database' | 'file' | undefined;
  /** Replaces `{{ locality }}`; `US` when absent. */
  readonly locality?: string | undefined;
  /** Known seed files; without it their names are not checked. */
  readonly seedCatalog?: SeedCatalog | null | undefined;
  /** Where imported libraries come from; without it none can be imported. */
  readonly libraries?: LibrarySource | null | undefined;
}

export interface ReadResult {
  /** Null when any problem is an error. */
  readonly ruleset: Ruleset | null;
  /** All findings, in the order of the text. */
  readonly problems: readonly Problem[];
  /** Libraries that the text imports, as written, whether or not they are there. */
  readonly imports: readonly string[];
}

const DEFINITION_LISTS = ['task_definitions', 'rule_definitions', 'mask_definitions'];

/** Reads and checks ruleset text. Never throws; collects every problem it can find. */
export function readRuleset(text: string, options: ReadOptions = {}): ReadResult {
  const problems = new ProblemList();
  const root = parseYaml(text, { locality: options.locality ?? 'US', library: null }, problems);
  if (root !== null && root.kind !== 'map') {
    const message = `A ruleset is a mapping with "version" and "tasks", not ${describeNode(root)}.`;
    problems.error('wrong_type', message, { path: '', at: root.at });
  }
  if (root?.kind !== 'map') {
    return { ruleset: null, problems: problems.sorted(), imports: [] };
  }
  const imports = readImports(new MapReader(root, '', problems));
  const expanded = expandRoot(root, imports, options, problems);
  const ruleset =
    expanded === null ? null : readTopLevel(new MapReader(expanded, '', problems), options, problems);
  return {
    ruleset: problems.hasErrors ? null : ruleset,
    problems: problems.sorted(),
    imports: imports.map(({ library }) => library),
  };
}

/** The root without references; null when one of them cannot be resolved. */
function expandRoot(
  root: YamlMap,
  imports: ReturnType<typeof readImports>,
  options: ReadOptions,
  problems: ProblemList,
): YamlMap | null {
  const source = options.libraries ?? null;
  const [first] = imports;
  if (source === null && first !== undefined) {
    const message = 'Ruleset libraries ("imports") are not supported yet.';
    problems.error('not_supported_yet', message, first.place);
    return null;
  }
  const libraries = new LibrarySet(
    source ?? { text: () => undefined },
    (text, library) => readLibraryTree(text, { library, seedCatalog: options.seedCatalog ?? null }),
    problems,
  );
  imports.forEach(({ library, place }) => libraries.add(library, place));
  const used: YamlMap = {
    ...root,
    // Definitions only hold anchors: what is resolved is checked where it is used.
    entries: root.entries.filter(({ key }) => !DEFINITION_LISTS.includes(key)),
  };
  if (!hasReferences(used)) {
    return used;
  }
  const expanded = new ReferenceExpander(libraries, problems).expand(used, null);
  return expanded?.kind === 'map' ? expanded : null;
}

function readTopLevel(reader: MapReader, options: ReadOptions, problems: ProblemList): Ruleset {
  const target = options.target ?? 'database';
  readVersion(reader);
  readCompat(reader);
  readLeftovers(reader);
  reader.entry('imports');
  const autoManageTriggers = reader.boolean('auto_manage_triggers', false);
  const autoManageIndexes = reader.boolean('auto_manage_indexes', false);
  const quietDuplicates = reader.boolean('disable_warning_on_duplicate_rules', false);
  const scope = makeScope(problems, {
    target,
    seedCatalog: options.seedCatalog ?? null,
    skipDefaults: readSkipDefaults(reader),
  });
  const tasks = readTopTasks(reader, scope);
  if (target === 'file') {
    reader.boolean('disable_warning_on_glacier_storage', false);
  }
  reader.finish();
  if (!quietDuplicates) {
    warnAboutDuplicates(tasks, problems);
  }
  return { version: VERSION, tasks, autoManageTriggers, autoManageIndexes, seedFiles: [...scope.seedFiles] };
}

function readTopTasks(reader: MapReader, scope: ReadScope): readonly Task[] {
  const node = reader.value('tasks');
  if (node !== undefined) {
    return scope.readTasks(node, { path: 'tasks', prefix: '', nesting: 0 }, scope);
  }
  const isInFlight = reader.node.entries.some((entry) => entry.key === 'rules');
  if (isInFlight) {
    const message = `${quoted('rules')} without "tasks" belongs to an in-flight ruleset.`;
    reader.problems.error('wrong_ruleset_kind', message, reader.keyPlace('rules'));
    reader.entry('rules');
  } else {
    reader.missing('tasks');
  }
  return [];
}
