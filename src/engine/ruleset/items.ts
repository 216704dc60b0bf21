import { describeNode, entryOf } from './yaml-tree.js';
import type { ProblemList } from './problem-list.js';
import type { YamlNode } from './yaml-tree.js';

/** One item of a list, or of a mapping whose keys are mere labels. */
export interface Item {
  readonly node: YamlNode;
  readonly path: string;
}

/**
 * Items of a value that may be a list, a mapping of labelled items, or one bare item: a mapping that itself has one of
 * the item's own keys.
 */
export function itemsOf(
  node: YamlNode,
  path: string,
  ownKeys: readonly string[],
  problems: ProblemList,
): readonly Item[] {
  if (node.kind === 'list') {
    return node.items.map((item, index) => ({ node: item, path: `${path}[${index}]` }));
  }
  if (node.kind === 'map') {
    return ownKeys.some((key) => entryOf(node, key) !== undefined)
      ? [{ node, path }]
      : node.entries.map((entry) => ({ node: entry.value, path: `${path}.${entry.key}` }));
  }
  const message = `This must be a list or a mapping, not ${describeNode(node)}.`;
  problems.error('wrong_type', message, { path, at: node.at });
  return [];
}
