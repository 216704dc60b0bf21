import { dump } from 'js-yaml';
import { describeNode } from '../../ruleset/yaml-tree.js';
import { hasReferences, ReferenceExpander } from '../../ruleset/expand-references.js';
import { KEYWORD_LISTS } from '../keywords/index.js';
import { LibrarySet, readImports } from '../../ruleset/library-set.js';
import { MapReader } from '../../ruleset/map-reader.js';
import { parseYaml } from '../../ruleset/parse-yaml.js';
import { plainValue } from '../../ruleset/plain-value.js';
import { ProblemList } from '../../ruleset/problem-list.js';
import { readDiscoveryLibraryTree } from './read-discovery-library.js';
import { readOptionalVersion } from './read-optional-version.js';
import { readSections } from './read-sections.js';
import type { ColumnWishes } from '../column-rules.js';
import type { DiscoveryConfig, DiscoveryConfigOptions, DiscoveryConfigResult } from './discovery-config.js';
import type { LibrarySource } from '../../ports/library-source.js';
import type { Sections } from './read-sections.js';
import type { YamlMap } from '../../ruleset/yaml-tree.js';

/** Reads and checks the text of a discovery config. Never throws; collects every problem. */
export function readDiscoveryConfig(
  text: string,
  { target, libraries }: DiscoveryConfigOptions,
): DiscoveryConfigResult {
  const problems = new ProblemList();
  const { tree, imports } = resolvedTree(text, libraries, problems);
  const config = tree === null ? null : readTree(new MapReader(tree, '', problems), target);
  return { config: problems.hasErrors ? null : config, problems: problems.sorted(), imports };
}

/** The text of a config with all references written out, so that it stands alone; a text without any as it is. */
export function resolveDiscoveryConfig(text: string, libraries: LibrarySource): string {
  const problems = new ProblemList();
  const { tree, imports } = resolvedTree(text, libraries, problems);
  if (tree === null || imports.length === 0) {
    return text;
  }
  const entries = tree.entries.filter(({ key }) => key !== 'imports');
  return dump(plainValue({ ...tree, entries }), { lineWidth: -1, noRefs: true });
}

function resolvedTree(
  text: string,
  source: LibrarySource,
  problems: ProblemList,
): { readonly tree: YamlMap | null; readonly imports: readonly string[] } {
  const root = parseYaml(text, { locality: '', library: null }, problems);
  if (root?.kind !== 'map') {
    if (root !== null) {
      const message = `A discovery config is a mapping of sections such as "labels", not ${describeNode(root)}.`;
      problems.error('wrong_type', message, { path: '', at: root.at });
    }
    return { tree: null, imports: [] };
  }
  const libraries = new LibrarySet(source, readDiscoveryLibraryTree, problems);
  const imports = readImports(new MapReader(root, '', problems));
  imports.forEach(({ library, place }) => libraries.add(library, place));
  const names = imports.map(({ library }) => library);
  if (!hasReferences(root)) {
    return { tree: root, imports: names };
  }
  const expanded = new ReferenceExpander(libraries, problems).expand(root, null);
  return { tree: expanded?.kind === 'map' ? expanded : null, imports: names };
}

function readTree(reader: MapReader, target: DiscoveryConfigOptions['target']): DiscoveryConfig {
  readOptionalVersion(reader);
  reader.entry('imports');
  if (target === 'database' && reader.value('files') !== undefined) {
    const message = '"files" has no meaning in a config for databases.';
    reader.problems.error('not_supported_here', message, reader.keyPlace('files'));
  }
  const sections = readSections(reader, { isLibrary: false });
  reader.finish();
  const looksAtValues = sections.valueRules.length > 0;
  return {
    wishes: wishesOf(sections),
    rowSampleSize: looksAtValues ? sections.valueOptions.rowSampleSize : 0,
    files: sections.files,
  };
}

function wishesOf({ labels, nameRules, valueRules, valueOptions }: Sections): ColumnWishes {
  const builtIn = new Set(nameRules.flatMap(({ label, test }) => (test === null ? [label] : [])));
  const patterns = (does: 'clear' | 'pass_over'): { name: string | null; pattern: string }[] =>
    valueRules.flatMap((item) => (item.does === does ? [item.rule] : []));
  return {
    labels,
    keywordLists: KEYWORD_LISTS.filter(({ label }) => builtIn.has(label)),
    nameRules: nameRules.flatMap(({ label, test }) =>
      label === null || test === null ? [] : [{ ...test, label }],
    ),
    ignoredNames: nameRules.flatMap(({ label, test }) => (label === null && test !== null ? [test] : [])),
    values:
      valueRules.length === 0
        ? null
        : {
            force: valueOptions.force,
            labels: new Set(
              valueRules.flatMap((item) => (item.does === 'look_built_in' ? [item.label] : [])),
            ),
            customRules: valueRules.flatMap((item) =>
              item.does === 'flag'
                ? [{ ...item.rule, label: item.label, leastHitRatio: item.leastHitRatio }]
                : [],
            ),
            nonSensitiveRules: patterns('clear'),
            ignoreRules: patterns('pass_over'),
          },
  };
}
