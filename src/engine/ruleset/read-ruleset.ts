import { describeNode } from './yaml-tree.js';
import { MapReader } from './map-reader.js';
import { parseYaml } from './parse-yaml.js';
import { ProblemList } from './problem-list.js';
import { quoted } from './near-miss.js';
import { readMasks } from './read-masks.js';
import { readSkip } from './read-skip.js';
import { readTasks } from './read-tasks.js';
import { warnAboutDuplicates } from './duplicate-rules.js';
import type { Problem } from './problem.js';
import type { ReadScope } from './read-scope.js';
import type { Ruleset, SkipItem, Task } from './nodes.js';
import type { SeedCatalog } from '../ports/seed-files.js';

/** What reading a ruleset may depend on, besides its text. */
export interface ReadOptions {
  /** What the ruleset is for; `database` when absent. */
  readonly target?: 'database' | 'file' | undefined;
  /** Replaces `{{ locality }}`; `US` when absent. */
  readonly locality?: string | undefined;
  /** Known seed files; without it their names are not checked. */
  readonly seedCatalog?: SeedCatalog | null | undefined;
}

export interface ReadResult {
  /** Null when any problem is an error. */
  readonly ruleset: Ruleset | null;
  /** All findings, in the order of the text. */
  readonly problems: readonly Problem[];
}

const VERSION = '1.0';
const DEFINITION_LISTS = ['task_definitions', 'rule_definitions', 'mask_definitions'];
const NAME = /^\w{1,64}$/;

/** Reads and checks ruleset text. Never throws; collects every problem it can find. */
export function readRuleset(text: string, options: ReadOptions = {}): ReadResult {
  const problems = new ProblemList();
  const root = parseYaml(text, options.locality ?? 'US', problems);
  if (root !== null && root.kind !== 'map') {
    const message = `A ruleset is a mapping with "version" and "tasks", not ${describeNode(root)}.`;
    problems.error('wrong_type', message, { path: '', at: root.at });
  }
  const ruleset =
    root?.kind === 'map' ? readTopLevel(new MapReader(root, '', problems), options, problems) : null;
  return { ruleset: problems.hasErrors ? null : ruleset, problems: problems.sorted() };
}

function readTopLevel(reader: MapReader, options: ReadOptions, problems: ProblemList): Ruleset {
  readVersion(reader);
  readLeftovers(reader);
  refuseImports(reader);
  DEFINITION_LISTS.forEach((key) => reader.entry(key));
  const quietDuplicates = reader.boolean('disable_warning_on_duplicate_rules', false);
  const scope = makeScope(problems, options, readSkipDefaults(reader));
  const tasks = readTopTasks(reader, scope);
  if (scope.target === 'file') {
    reader.boolean('disable_warning_on_glacier_storage', false);
  }
  reader.finish();
  if (!quietDuplicates) {
    warnAboutDuplicates(tasks, problems);
  }
  const seedFiles = [...scope.seedFiles];
  return { version: VERSION, tasks, autoManageTriggers: false, seedFiles };
}

function makeScope(
  problems: ProblemList,
  options: ReadOptions,
  skipDefaults: readonly SkipItem[],
): ReadScope {
  const scope: ReadScope = {
    problems,
    target: options.target ?? 'database',
    seedCatalog: options.seedCatalog ?? null,
    seedFiles: new Set(),
    skipDefaults,
    readTasks: (node, place) => readTasks(node, place, scope),
    readMasks: (node, path) => readMasks(node, path, scope),
  };
  return scope;
}

function readVersion(reader: MapReader): void {
  const node = reader.value('version');
  if (node === undefined) {
    reader.missing('version');
    return;
  }
  if (node.kind === 'scalar' && node.value === VERSION) {
    return;
  }
  const isUnquoted = node.kind === 'scalar' && node.text === VERSION;
  const message = isUnquoted
    ? 'The version must be in quotes: version: "1.0". Without them YAML reads a number.'
    : 'The only known version is "1.0".';
  reader.problems.error('bad_version', message, reader.placeOf('version'));
}

/** Keys that older rulesets carry. */
function readLeftovers(reader: MapReader): void {
  reader.optionalText('doc');
  const name = reader.optionalText('name');
  if (name !== null && !NAME.test(name)) {
    const message = '"name" holds letters, digits and underscores, at most 64.';
    reader.problems.error('bad_value', message, reader.placeOf('name'));
  }
  for (const key of ['name', 'random_seed']) {
    if (reader.entry(key) !== undefined) {
      const instead = key === 'name' ? 'has no effect' : 'has no effect: use the run option run_secret';
      reader.problems.warning(
        'deprecated_key',
        `"${key}" is deprecated and ${instead}.`,
        reader.keyPlace(key),
      );
    }
  }
}

/** Switches that must not be passed over in silence. */
function refuseImports(reader: MapReader): void {
  const imports = reader.value('imports');
  if (imports !== undefined && (imports.kind !== 'list' || imports.items.length > 0)) {
    const message = 'Ruleset libraries ("imports") are not supported yet.';
    reader.problems.error('not_supported_yet', message, reader.keyPlace('imports'));
  }
  if (reader.boolean('auto_manage_triggers', false)) {
    const message = '"auto_manage_triggers" is not supported yet.';
    reader.problems.error('not_supported_yet', message, reader.keyPlace('auto_manage_triggers'));
  }
}

function readSkipDefaults(reader: MapReader): readonly SkipItem[] {
  const node = reader.value('skip_defaults');
  return node === undefined ? [] : readSkip(node, 'skip_defaults', reader.problems);
}

function readTopTasks(reader: MapReader, scope: ReadScope): readonly Task[] {
  const node = reader.value('tasks');
  if (node !== undefined) {
    return scope.readTasks(node, { path: 'tasks', prefix: '', nesting: 0 });
  }
  const isInFlight = reader.node.entries.some((entry) => entry.key === 'rules');
  if (isInFlight) {
    const message = `${quoted('rules')} without "tasks" belongs to an in-flight ruleset.`;
    reader.problems.error('wrong_ruleset_kind', message, reader.keyPlace('rules'));
  } else {
    reader.missing('tasks');
  }
  return [];
}
