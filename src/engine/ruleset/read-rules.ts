import { describeNode } from './yaml-tree.js';
import { itemsOf } from './items.js';
import { MapReader } from './map-reader.js';
import { readOwnHashColumns } from './read-hash-columns.js';
import { readSkip } from './read-skip.js';
import type { ColumnRule, HashColumn, MaskNode } from './nodes.js';
import type { Item } from './items.js';
import type { ReadScope } from './read-scope.js';

/** Keys by which a mapping is one rule and not a mapping of labelled rules. */
const RULE_KEYS = ['column', 'masks', 'if', 'type', '$ref'];
const CONDITIONAL_KEYS = ['if', 'rules', 'else_rules'];

/** The rules of a `mask_table` task. */
export function readRules(
  task: MapReader,
  taskHashColumns: readonly HashColumn[],
  scope: ReadScope,
): readonly ColumnRule[] {
  const node = task.value('rules');
  if (node === undefined) {
    task.missing('rules');
    return [];
  }
  const items = itemsOf(node, task.pathOf('rules'), RULE_KEYS, scope.problems);
  if (items.length === 0 && node.kind !== 'scalar') {
    scope.problems.error('empty_rules', 'At least one rule is needed.', task.placeOf('rules'));
  }
  return items.flatMap((item) => readRule(item, taskHashColumns, scope) ?? []);
}

function readRule(item: Item, taskHashColumns: readonly HashColumn[], scope: ReadScope): ColumnRule | null {
  const { node, path } = item;
  if (node.kind !== 'map') {
    const message = `A rule is a mapping with "column" and "masks", not ${describeNode(node)}.`;
    scope.problems.error('wrong_type', message, { path, at: node.at });
    return null;
  }
  const reader = new MapReader(node, path, scope.problems);
  const unsupported = [...CONDITIONAL_KEYS, '$ref'].find((key) => reader.entry(key) !== undefined);
  if (unsupported !== undefined) {
    const what = unsupported === '$ref' ? 'References to ruleset libraries' : 'Conditional rules';
    scope.problems.error('not_supported_yet', `${what} are not supported yet.`, reader.keyPlace(unsupported));
    return null;
  }
  const column = reader.requiredText('column');
  const masks = readRuleMasks(reader, scope);
  const hashColumns = readOwnHashColumns(reader) ?? taskHashColumns;
  const skip = readRuleSkip(reader, scope);
  reader.optionalText('doc');
  reader.finish();
  return column === null ? null : { column, masks, hashColumns, skip, path, at: node.at };
}

function readRuleMasks(reader: MapReader, scope: ReadScope): readonly MaskNode[] {
  const node = reader.value('masks');
  if (node === undefined) {
    reader.missing('masks');
    return [];
  }
  return scope.readMasks(node, reader.pathOf('masks'));
}

function readRuleSkip(reader: MapReader, scope: ReadScope): ColumnRule['skip'] {
  const node = reader.value('skip');
  return node === undefined ? scope.skipDefaults : readSkip(node, reader.pathOf('skip'), scope.problems);
}
