import { describeNode } from './yaml-tree.js';
import { itemsOf } from './items.js';
import { MapReader } from './map-reader.js';
import { readConditions } from './read-conditions.js';
import { readOwnHashColumns } from './read-hash-columns.js';
import { checkWholeColumnMasks, effectiveHashColumns } from './rule-traits.js';
import { readSkip } from './read-skip.js';
import { areUnique } from './unique-masks.js';
import type { ColumnRule, HashColumn, MaskNode, OnOverflow } from './nodes.js';
import type { Guard } from './condition-nodes.js';
import type { Item } from './items.js';
import type { ReadScope } from './read-scope.js';

/** Keys by which a mapping is one rule and not a mapping of labelled rules. */
export const RULE_KEYS = ['column', 'masks', 'if', 'type'];

/** What rules take over from where they stand. */
interface RuleContext {
  readonly hashColumns: readonly HashColumn[];
  readonly guards: readonly Guard[];
}

/** The rules of a task that masks rows: conditional ones give the rules inside them, each with its guards. */
export function readRules(
  task: MapReader,
  taskHashColumns: readonly HashColumn[],
  scope: ReadScope,
): readonly ColumnRule[] {
  return readRuleList(task, 'rules', { hashColumns: taskHashColumns, guards: [] }, scope);
}

function readRuleList(
  reader: MapReader,
  key: 'rules' | 'else_rules',
  context: RuleContext,
  scope: ReadScope,
): readonly ColumnRule[] {
  const node = reader.value(key);
  if (node === undefined) {
    reader.missing(key);
    return [];
  }
  const items = itemsOf(node, reader.pathOf(key), RULE_KEYS, scope.problems);
  if (items.length === 0 && node.kind !== 'scalar') {
    scope.problems.error('empty_rules', 'At least one rule is needed.', reader.placeOf(key));
  }
  return items.flatMap((item) => readRule(item, context, scope));
}

/** Reads one item of a rule list by itself. */
export function readRule(item: Item, context: RuleContext, scope: ReadScope): readonly ColumnRule[] {
  const { node, path } = item;
  if (node.kind !== 'map') {
    const message = `A rule is a mapping with "column" and "masks", not ${describeNode(node)}.`;
    scope.problems.error('wrong_type', message, { path, at: node.at });
    return [];
  }
  const reader = new MapReader(node, path, scope.problems);
  const rules =
    reader.entry('if') === undefined
      ? readPlainRule(reader, context, scope)
      : readConditionalRule(reader, context, scope);
  reader.optionalText('doc');
  reader.finish();
  return rules;
}

function readPlainRule(reader: MapReader, context: RuleContext, scope: ReadScope): readonly ColumnRule[] {
  const column = reader.requiredText('column');
  const masks = readRuleMasks(reader, scope);
  const choice = { own: readOwnHashColumns(reader), ofTask: context.hashColumns };
  const hashColumns = effectiveHashColumns(masks, choice, reader);
  checkWholeColumnMasks(masks, reader);
  const skip = readRuleSkip(reader, scope);
  const onOverflow = readOnOverflow(reader, masks);
  const { path, at } = reader.place;
  const own = { column: column ?? '', masks, hashColumns, skip, onOverflow };
  return column === null ? [] : [{ ...own, guards: context.guards, path, at }];
}

/** Texts that must stay different may not be cut: their beginnings could be alike. */
function readOnOverflow(reader: MapReader, masks: readonly MaskNode[]): OnOverflow {
  const node = reader.value('on_overflow');
  const value = node?.kind === 'scalar' ? node.value : null;
  if (node !== undefined && value !== 'truncate' && value !== 'error') {
    reader.wrongType('on_overflow', '"truncate" or "error"', node);
  }
  if (value === 'truncate' && areUnique(masks)) {
    const message = 'The masks keep values different, which values that are cut might no longer be.';
    reader.problems.error('cut_unique', message, reader.placeOf('on_overflow'));
  }
  return value === 'truncate' ? 'truncate' : 'error';
}

function readConditionalRule(
  reader: MapReader,
  context: RuleContext,
  scope: ReadScope,
): readonly ColumnRule[] {
  const condition = readConditions(reader.entry('if')!.value, reader.pathOf('if'), scope.problems);
  const within = (holds: boolean): RuleContext =>
    condition === null ? context : { ...context, guards: [...context.guards, { condition, holds }] };
  const rules = readRuleList(reader, 'rules', within(true), scope);
  const otherwise =
    reader.value('else_rules') === undefined ? [] : readRuleList(reader, 'else_rules', within(false), scope);
  return [...rules, ...otherwise];
}

/** The chain of masks that a rule must have. */
export function readRuleMasks(reader: MapReader, scope: ReadScope): readonly MaskNode[] {
  const node = reader.value('masks');
  if (node === undefined) {
    reader.missing('masks');
    return [];
  }
  return scope.readMasks(node, reader.pathOf('masks'), scope);
}

/** The rule's own list of values to skip, else the ruleset's. */
export function readRuleSkip(reader: MapReader, scope: ReadScope): ColumnRule['skip'] {
  const node = reader.value('skip');
  return node === undefined ? scope.skipDefaults : readSkip(node, reader.pathOf('skip'), scope.problems);
}
