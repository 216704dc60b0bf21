import { compilePattern } from './python-regex.js';
import { describeNode } from './yaml-tree.js';
import { MapReader } from './map-reader.js';
import type { SkipItem } from './nodes.js';
import type { ProblemList } from './problem-list.js';
import type { YamlNode } from './yaml-tree.js';

/** Reads `skip` or `skip_defaults`: literals and `{matches: pattern}`. */
export function readSkip(node: YamlNode, path: string, problems: ProblemList): readonly SkipItem[] {
  if (node.kind !== 'list') {
    const message = `"skip" must be a list of values, not ${describeNode(node)}.`;
    problems.error('wrong_type', message, { path, at: node.at });
    return [];
  }
  const items: SkipItem[] = [];
  node.items.forEach((item, index) => {
    const read = readSkipItem(item, `${path}[${index}]`, problems);
    if (read !== null) {
      items.push(read);
    }
  });
  return items;
}

/** The ruleset's own list, for rules without one. */
export function readSkipDefaults(reader: MapReader): readonly SkipItem[] {
  const node = reader.value('skip_defaults');
  return node === undefined ? [] : readSkip(node, 'skip_defaults', reader.problems);
}

function readSkipItem(node: YamlNode, path: string, problems: ProblemList): SkipItem | null {
  if (node.kind === 'scalar') {
    return { equals: node.value };
  }
  if (node.kind === 'list') {
    const message = 'A value to skip is null, text, a number, a boolean or {matches: pattern}.';
    problems.error('wrong_type', message, { path, at: node.at });
    return null;
  }
  const reader = new MapReader(node, path, problems);
  const pattern = reader.requiredText('matches');
  reader.finish();
  if (pattern === null) {
    return null;
  }
  const compiled = compilePattern(pattern);
  if ('problem' in compiled) {
    const message = `The pattern cannot be used: ${compiled.problem}.`;
    problems.error('bad_pattern', message, reader.placeOf('matches'));
    return null;
  }
  return { matches: pattern };
}
