import type { Position } from './problem.js';
import type { Value } from '../values/value.js';

/**
 * A YAML document as a tree that remembers where everything stood. Aliases share the anchored node, merge keys are
 * merged, keys are unique text.
 */
export type YamlNode = YamlScalar | YamlList | YamlMap;

export interface YamlScalar {
  readonly kind: 'scalar';
  /** By the YAML 1.2 core schema; fractions are exact decimals. */
  readonly value: Value;
  /** The characters as written, without quotes. */
  readonly text: string;
  /** Written without quotes, tag or block marker. */
  readonly plain: boolean;
  readonly at: Position;
}

export interface YamlList {
  readonly kind: 'list';
  readonly items: readonly YamlNode[];
  readonly at: Position;
}

export interface YamlMap {
  readonly kind: 'map';
  readonly entries: readonly YamlEntry[];
  readonly at: Position;
}

export interface YamlEntry {
  readonly key: string;
  readonly keyNode: YamlScalar;
  readonly value: YamlNode;
}

/** Nodes of the document with everything shared written out. */
export const MAX_NODES = 1_000_000;
/** Nesting with everything shared written out. */
export const MAX_EXPANDED_DEPTH = 200;

/** What a node is, for messages. */
export function describeNode(node: YamlNode): string {
  if (node.kind !== 'scalar') {
    return node.kind === 'list' ? 'a list' : 'a mapping';
  }
  const value = node.value;
  if (value === null) {
    return 'null';
  }
  const names: Record<string, string> = { string: 'text', boolean: 'a boolean', bigint: 'a whole number' };
  return names[typeof value] ?? 'a number';
}

export function entryOf(node: YamlNode | undefined, key: string): YamlEntry | undefined {
  return node?.kind === 'map' ? node.entries.find((entry) => entry.key === key) : undefined;
}
