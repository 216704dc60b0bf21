import { describeNode } from '../../ruleset/yaml-tree.js';
import { MapReader } from '../../ruleset/map-reader.js';
import { parseYaml } from '../../ruleset/parse-yaml.js';
import { ProblemList } from '../../ruleset/problem-list.js';
import { readOptionalVersion } from './read-optional-version.js';
import { readSections, SECTIONS } from './read-sections.js';
import { ReferenceExpander } from '../../ruleset/expand-references.js';
import type { LibraryReader } from '../../ruleset/library-set.js';
import type { Problem } from '../../ruleset/problem.js';

/** Reads and checks the text of a discovery config library by itself. Never throws. */
export function readDiscoveryLibrary(text: string): readonly Problem[] {
  return readDiscoveryLibraryTree(text, null).problems.sorted();
}

/** Its tree as written, references and all. */
export const readDiscoveryLibraryTree: LibraryReader = (text, library) => {
  const problems = new ProblemList();
  const tree = parseYaml(text, { locality: '', library }, problems);
  if (tree?.kind !== 'map') {
    if (tree !== null) {
      const message = `A discovery config library is a mapping of sections such as "labels", not ${describeNode(tree)}.`;
      problems.error('wrong_type', message, { path: '', at: tree.at });
    }
    return { tree: null, problems };
  }
  const reader = new MapReader(tree, '', problems);
  readOptionalVersion(reader);
  SECTIONS.forEach((section) => reader.entry(section));
  reader.finish();
  const expanded = new ReferenceExpander({ tree: () => 'unknown' }, problems).expand(tree, tree);
  if (expanded?.kind === 'map') {
    readSections(new MapReader(expanded, '', problems), { isLibrary: true });
  }
  return { tree, problems };
};
