import { describeNode } from './yaml-tree.js';
import { itemsOf } from './items.js';
import { MapReader } from './map-reader.js';
import { readHashSources } from './read-hash-sources.js';
import { readRuleMasks, RULE_KEYS } from './read-rules.js';
import type { HashPlace } from './read-hash-sources.js';
import type { Item } from './items.js';
import type { ReadScope } from './read-scope.js';
import type { RecordRule } from './nodes.js';

/** Keys of rules for columns, and why a rule for a whole record or file has none. */
const OF_COLUMNS = ['column', 'hash_columns', 'skip', 'if', 'else_rules'];

/** The rules of a `mask_file` task or of an in-flight ruleset. */
export function readRecordRules(
  parent: MapReader,
  place: HashPlace,
  scope: ReadScope,
): readonly RecordRule[] {
  const node = parent.value('rules');
  if (node === undefined) {
    parent.missing('rules');
    return [];
  }
  const items = itemsOf(node, parent.pathOf('rules'), [...RULE_KEYS, 'hash_sources'], scope.problems);
  if (items.length === 0 && node.kind !== 'scalar') {
    scope.problems.error('empty_rules', 'At least one rule is needed.', parent.placeOf('rules'));
  }
  return items.flatMap((item) => readRecordRule(item, place, scope) ?? []);
}

/** Reads one item of such a list by itself. */
export function readRecordRule(item: Item, place: HashPlace, scope: ReadScope): RecordRule | null {
  const { node, path } = item;
  if (node.kind !== 'map') {
    const message = `A rule is a mapping with "masks", not ${describeNode(node)}.`;
    scope.problems.error('wrong_type', message, { path, at: node.at });
    return null;
  }
  const reader = new MapReader(node, path, scope.problems);
  for (const key of OF_COLUMNS) {
    if (reader.entry(key) !== undefined) {
      const where = place === 'file' ? 'mask_file' : 'an in-flight ruleset';
      const message = `"${key}" goes with columns: a rule of ${where} masks the whole ${place === 'file' ? 'content' : 'record'}.`;
      scope.problems.error('not_supported_here', message, reader.keyPlace(key));
    }
  }
  const masks = readRuleMasks(reader, { ...scope, hasRow: false });
  const hashSources = readHashSources(reader, place);
  reader.optionalText('doc');
  reader.finish();
  return { masks, hashSources, skip: scope.skipDefaults, path, at: node.at };
}
