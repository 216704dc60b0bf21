import { describeNode } from './yaml-tree.js';
import { hasReferences } from './expand-references.js';
import { makeScope } from './make-scope.js';
import { MapReader } from './map-reader.js';
import { parseYaml } from './parse-yaml.js';
import { ProblemList } from './problem-list.js';
import { readCompat } from './read-compat.js';
import { readLeftovers } from './read-leftovers.js';
import { readRecordRules } from './read-record-rules.js';
import { readSkipDefaults } from './read-skip.js';
import { readVersion, VERSION } from './read-version.js';
import type { InFlightRuleset } from './nodes.js';
import type { Problem } from './problem.js';
import type { ReadOptions } from './read-ruleset.js';

export interface InFlightResult {
  /** Null when any problem is an error. */
  readonly ruleset: InFlightRuleset | null;
  readonly problems: readonly Problem[];
}

/** Keys of rulesets for databases and files, and of libraries. */
const ELSEWHERE = ['tasks', 'task_definitions', 'auto_manage_triggers', 'auto_manage_indexes'];
const DEFINITION_LISTS = ['rule_definitions', 'mask_definitions'];

/** Reads and checks a ruleset for single records. Never throws; collects every problem it can find. */
export function readInFlightRuleset(
  text: string,
  options: Pick<ReadOptions, 'locality' | 'seedCatalog'> = {},
): InFlightResult {
  const problems = new ProblemList();
  const root = parseYaml(text, { locality: options.locality ?? 'US', library: null }, problems);
  if (root !== null && root.kind !== 'map') {
    const message = `An in-flight ruleset is a mapping with "version" and "rules", not ${describeNode(root)}.`;
    problems.error('wrong_type', message, { path: '', at: root.at });
  }
  if (root?.kind !== 'map') {
    return { ruleset: null, problems: problems.sorted() };
  }
  const reader = new MapReader(root, '', problems);
  refuseLibraries(reader);
  const ruleset = problems.hasErrors ? null : readTopLevel(reader, options, problems);
  return { ruleset: problems.hasErrors ? null : ruleset, problems: problems.sorted() };
}

function refuseLibraries(reader: MapReader): void {
  if (reader.entry('imports') !== undefined || hasReferences(reader.node)) {
    const message = 'In-flight rulesets cannot import libraries or refer to them with "$ref".';
    reader.problems.error('ref_not_allowed', message, reader.keyPlace('imports'));
  }
}

function readTopLevel(
  reader: MapReader,
  options: Pick<ReadOptions, 'seedCatalog'>,
  problems: ProblemList,
): InFlightRuleset {
  readVersion(reader);
  readCompat(reader);
  readLeftovers(reader);
  DEFINITION_LISTS.forEach((key) => reader.entry(key));
  for (const key of ELSEWHERE) {
    if (reader.entry(key) !== undefined) {
      const message = `"${key}" belongs to a ruleset for a database or files; in flight there are only "rules".`;
      problems.error('wrong_ruleset_kind', message, reader.keyPlace(key));
    }
  }
  const scope = makeScope(problems, {
    target: 'in_flight',
    seedCatalog: options.seedCatalog ?? null,
    skipDefaults: readSkipDefaults(reader),
  });
  const rules = readRecordRules(reader, 'in_flight', scope);
  reader.finish();
  return { version: VERSION, rules, seedFiles: [...scope.seedFiles] };
}
