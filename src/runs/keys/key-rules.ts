import { keyMaskKind, MASK_DEFINITIONS } from '../../engine/index.js';
import type { ColumnRule, MaskTableTask } from '../../engine/index.js';
import type { TargetColumn } from '../../adapters/databases/index.js';
import type { LiveTable } from '../work/live-table.js';
import { maskNames, namesMask } from '../walk/mask-names.js';
import { failure } from '../run-log-lines.js';
import type { LogLine } from '../run-log-lines.js';

/** A rule whose column is rewritten as a whole, together with what refers to it. */
export interface KeyRule {
  readonly rule: ColumnRule;
  readonly column: TargetColumn;
}

/** Masks that give every row a value of its own, by one that other rows may still hold. */
const ONE_TO_ONE: ReadonlySet<string> = new Set(
  MASK_DEFINITIONS.filter(({ traits }) => traits?.unique === true).map(({ name }) => name),
);

/**
 * Batch by batch, a row may get the value that a later row still has: the index would refuse it, and a foreign key would
 * lose its partner. Such columns are rewritten as a whole, after all other columns of the task.
 */
export function keyRules(task: MaskTableTask, table: LiveTable): readonly KeyRule[] {
  const key = task.key.map((written) => table.find(written));
  return task.rules.flatMap((rule) => {
    const column = table.find(rule.column);
    return column !== undefined && isKeyRule(rule, column, key.includes(column), table)
      ? [{ rule, column }]
      : [];
  });
}

/** The task without its key rules: what is masked row by row. */
export function rowTask(task: MaskTableTask, table: LiveTable): MaskTableTask {
  const keys = new Set(keyRules(task, table).map(({ rule }) => rule));
  return keys.size === 0 ? task : { ...task, rules: task.rules.filter((rule) => !keys.has(rule)) };
}

/** Does a mask that is applied row by row need to know which row it is? */
export function numbersRows(task: MaskTableTask, table: LiveTable): boolean {
  return namesMask(rowTask(task, table).rules, 'from_unique');
}

function isKeyRule(rule: ColumnRule, column: TargetColumn, inKey: boolean, table: LiveTable): boolean {
  switch (keyMaskKind(rule.masks)) {
    case 'follows':
      return inKey || column.inUniqueIndex || column.inForeignKey;
    case 'value':
      return !column.inForeignKey && column.inUniqueIndex && !inKey;
    case 'ordinal':
      return !column.inForeignKey && !inKey && isUniqueAlone(column, table);
    case null:
      return false;
  }
}

function isUniqueAlone({ name }: TargetColumn, { description }: LiveTable): boolean {
  return description.uniqueKeys.some((key) => key.length === 1 && key[0] === name);
}

/** What a rule on a column of unique values cannot be, or cannot be together with. */
export function refuseKeyRules(task: MaskTableTask, table: LiveTable): readonly LogLine[] {
  const keys = keyRules(task, table);
  const known = new Set(keys.map(({ rule }) => rule));
  return [
    ...keys.flatMap((key) => refusedWith(key, task, table)),
    ...task.rules.flatMap((rule) => (known.has(rule) ? [] : refusedAlone(rule, table))),
  ];
}

function refusedWith({ rule, column }: KeyRule, task: MaskTableTask, table: LiveTable): readonly LogLine[] {
  const others = task.rules.filter((other) => other !== rule && table.find(other.column) === column);
  const reasons = [
    task.where !== null && 'the task has a where condition',
    task.joins.some(({ outer }) => !outer) && 'the task has an inner join',
    rule.guards.length > 0 && 'the rule stands under a condition',
    others.length > 0 && 'the column has another rule',
  ].filter((reason) => reason !== false);
  return reasons.map((reason) => {
    const text = `unique values are masked in all rows at once, which is not possible where ${reason}`;
    return failure(`${at(rule)}column "${column.name}": ${text}`);
  });
}

function refusedAlone(rule: ColumnRule, table: LiveTable): readonly LogLine[] {
  const column = table.find(rule.column);
  const mask = maskNames(rule.masks).find((name) => ONE_TO_ONE.has(name));
  if (column === undefined || mask === undefined || !(column.inUniqueIndex || column.inForeignKey)) {
    return [];
  }
  const text = column.inForeignKey
    ? `column "${column.name}" takes part in a foreign key: the rule's only mask must be imitate_unique, imitate_uuid or imitate_nz_ird`
    : `column "${column.name}" has a unique index: the mask ${mask} must be the only mask of the rule, and not inside another`;
  return [failure(`${at(rule)}${text}`)];
}

function at(node: ColumnRule): string {
  return `line ${node.at.line}, column ${node.at.column}: `;
}
