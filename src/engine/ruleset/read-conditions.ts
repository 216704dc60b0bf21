import { AGE_OPERATORS, ORDER_OPERATORS } from './condition-nodes.js';
import { compilePattern } from './python-regex.js';
import { describeNode } from './yaml-tree.js';
import { MapReader } from './map-reader.js';
import { parseMoment } from '../values/temporal.js';
import type { ColumnTest, Condition, OrderOperator } from './condition-nodes.js';
import type { ProblemList } from './problem-list.js';
import type { Value } from '../values/value.js';
import type { YamlNode } from './yaml-tree.js';

const GROUPS = ['and', 'or', 'not'] as const;
const MAX_AGE = 1000;

/** Reads a list of conditions, or a single one, that all must be true; null after a problem. */
export function readConditions(node: YamlNode, path: string, problems: ProblemList): Condition | null {
  const conditions = readList(node, path, problems);
  return conditions === null ? null : joined('and', conditions);
}

function readList(node: YamlNode, path: string, problems: ProblemList): readonly Condition[] | null {
  if (node.kind === 'scalar') {
    const message = `Conditions are a list of mappings, not ${describeNode(node)}.`;
    problems.error('wrong_type', message, { path, at: node.at });
    return null;
  }
  const items = node.kind === 'map' ? [node] : node.items;
  if (items.length === 0) {
    problems.error('empty_conditions', 'At least one condition is needed.', { path, at: node.at });
    return null;
  }
  const read = items.map((item, index) =>
    readCondition(item, node.kind === 'map' ? path : `${path}[${index}]`, problems),
  );
  const known = read.filter((condition) => condition !== null);
  return known.length === read.length ? known : null;
}

function readCondition(node: YamlNode, path: string, problems: ProblemList): Condition | null {
  if (node.kind !== 'map') {
    const message = `A condition is a mapping with "column", "and", "or" or "not", not ${describeNode(node)}.`;
    problems.error('wrong_type', message, { path, at: node.at });
    return null;
  }
  const reader = new MapReader(node, path, problems);
  const group = GROUPS.find((key) => reader.entry(key) !== undefined);
  const condition = group === undefined ? readColumnCondition(reader) : readGroup(reader, group);
  reader.finish();
  return condition;
}

function readGroup(reader: MapReader, group: (typeof GROUPS)[number]): Condition | null {
  const node = reader.entry(group)!.value;
  const conditions = readList(node, reader.pathOf(group), reader.problems);
  if (conditions === null) {
    return null;
  }
  return group === 'not' ? { kind: 'not', condition: joined('and', conditions) } : joined(group, conditions);
}

function joined(kind: 'and' | 'or', conditions: readonly Condition[]): Condition {
  const [only] = conditions;
  return only !== undefined && conditions.length === 1 ? only : { kind, conditions };
}

/** Several tests in one mapping must all be true. */
function readColumnCondition(reader: MapReader): Condition | null {
  const before = reader.problems.errorCount;
  const column = reader.requiredText('column');
  const convertsText = !reader.boolean('disable_auto_typecast', false);
  const tests = [
    readEquals(reader),
    readMatches(reader),
    ...ORDER_OPERATORS.map((operator) => readOrder(reader, operator)),
    ...AGE_OPERATORS.map((operator) => readAge(reader, operator)),
  ].filter((test) => test !== null);
  if (reader.problems.errorCount > before || column === null) {
    return null;
  }
  if (tests.length === 0) {
    const message = 'The condition tests nothing: give "equals", "matches", "less_than" or another test.';
    reader.problems.error('missing_key', message, reader.place);
    return null;
  }
  const { path, at } = reader.place;
  return joined(
    'and',
    tests.map((test) => ({ kind: 'column', column, test, convertsText, path, at })),
  );
}

function readEquals(reader: MapReader): ColumnTest | null {
  const node = reader.entry('equals')?.value;
  if (node === undefined) {
    return null;
  }
  if (node.kind !== 'scalar') {
    reader.wrongType('equals', 'a single value', node);
    return null;
  }
  return { operator: 'equals', operand: node.value };
}

function readMatches(reader: MapReader): ColumnTest | null {
  if (reader.entry('matches') === undefined) {
    return null;
  }
  const pattern = reader.requiredText('matches');
  if (pattern === null) {
    return null;
  }
  const compiled = compilePattern(pattern);
  if ('problem' in compiled) {
    const message = `The pattern cannot be used: ${compiled.problem}.`;
    reader.problems.error('bad_pattern', message, reader.placeOf('matches'));
    return null;
  }
  return { operator: 'matches', pattern };
}

function readOrder(reader: MapReader, operator: OrderOperator): ColumnTest | null {
  const node = reader.entry(operator)?.value;
  if (node === undefined) {
    return null;
  }
  const operand = node.kind === 'scalar' ? node.value : null;
  if (!isOrdered(operand)) {
    const message = `"${operator}" takes a number or a date such as 2020-12-31.`;
    reader.problems.error('bad_value', message, reader.placeOf(operator));
    return null;
  }
  return { operator, operand };
}

function isOrdered(operand: Value): operand is Exclude<Value, null> {
  if (typeof operand === 'string') {
    return parseMoment(operand) !== null;
  }
  return operand !== null && typeof operand !== 'boolean' && !Number.isNaN(operand);
}

function readAge(reader: MapReader, operator: (typeof AGE_OPERATORS)[number]): ColumnTest | null {
  const node = reader.entry(operator)?.value;
  if (node === undefined) {
    return null;
  }
  const years = node.kind === 'scalar' ? node.value : null;
  if (typeof years !== 'bigint' || years < 0n || years > BigInt(MAX_AGE)) {
    const message = `"${operator}" takes a whole number of years from 0 to ${MAX_AGE}.`;
    reader.problems.error('out_of_range', message, reader.placeOf(operator));
    return null;
  }
  return { operator, years: Number(years) };
}
