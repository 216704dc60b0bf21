import { quoted } from './near-miss.js';
import type { ProblemList } from './problem-list.js';
import type { YamlEntry, YamlNode } from './yaml-tree.js';

/** Names that would reach into JavaScript's objects; no ruleset needs them. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Entries of one mapping with its merge keys applied: shallow, an own key wins, of several merged mappings the first
 * wins, and a merged key that an own key replaces keeps its place in the order.
 */
export function mergedEntries(written: readonly YamlEntry[], problems: ProblemList): readonly YamlEntry[] {
  const merged = new Map<string, YamlEntry>();
  const own = new Map<string, YamlEntry>();
  for (const entry of written) {
    if (entry.keyNode.plain && entry.key === '<<') {
      mergeInto(merged, entry.value, problems);
    } else if (FORBIDDEN.has(entry.key)) {
      const message = `The key ${quoted(entry.key)} is not allowed.`;
      problems.error('forbidden_key', message, { path: '', at: entry.keyNode.at });
    } else if (own.has(entry.key)) {
      const first = own.get(entry.key)!.keyNode.at.line;
      const message = `The key ${quoted(entry.key)} is already given in line ${first}.`;
      problems.error('duplicate_key', message, { path: '', at: entry.keyNode.at });
    } else {
      own.set(entry.key, entry);
    }
  }
  for (const [key, entry] of own) {
    merged.set(key, entry);
  }
  return [...merged.values()];
}

function mergeInto(merged: Map<string, YamlEntry>, source: YamlNode, problems: ProblemList): void {
  const mappings = source.kind === 'list' ? source.items : [source];
  for (const mapping of mappings) {
    if (mapping.kind !== 'map') {
      const message = 'A merge key takes a mapping or a list of mappings.';
      problems.error('bad_merge', message, { path: '', at: mapping.at });
      continue;
    }
    for (const entry of mapping.entries) {
      if (!merged.has(entry.key)) {
        merged.set(entry.key, entry);
      }
    }
  }
}
