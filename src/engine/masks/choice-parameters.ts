import { parseExact } from '../values/numbers.js';
import { MapReader } from '../ruleset/map-reader.js';
import { NOT_READ, reportParameter, wrongType } from './parameters.js';
import { scalarConstant, toJsonText } from './scalar-parameters.js';
import type { ExactNumber } from '../values/numbers.js';
import type { ParameterScope, ParameterType } from './parameters.js';
import type { Value } from '../values/value.js';
import type { YamlMap, YamlNode } from '../ruleset/yaml-tree.js';

export interface Choice {
  readonly value: Value;
  /** Null: none was given. */
  readonly weight: ExactNumber | null;
}

const MAX_WEIGHT_DIGITS = 40;

export function choiceList(description: string): ParameterType<readonly Choice[]> {
  return {
    type: 'choices',
    description,
    constraints: 'at least one',
    read: (node, scope) => {
      if (node.kind !== 'list') {
        return wrongType(node, scope, 'a list of choices');
      }
      if (node.items.length === 0) {
        return reportParameter(node, scope, 'empty_list', 'At least one choice is needed.');
      }
      return allRead(node.items, scope, readChoice);
    },
  };
}

export function weightList(description: string): ParameterType<readonly ExactNumber[]> {
  return {
    type: 'weights',
    description,
    constraints: 'as many as choices',
    read: (node, scope) =>
      node.kind === 'list'
        ? allRead(node.items, scope, readWeight)
        : wrongType(node, scope, 'a list of weights'),
  };
}

function allRead<T>(
  nodes: readonly YamlNode[],
  scope: ParameterScope,
  read: (node: YamlNode, scope: ParameterScope) => T | typeof NOT_READ,
): readonly T[] | typeof NOT_READ {
  const items: T[] = [];
  nodes.forEach((node, index) => {
    const item = read(node, { ...scope, path: `${scope.path}[${index}]` });
    if (item !== NOT_READ) {
      items.push(item);
    }
  });
  return items.length === nodes.length ? items : NOT_READ;
}

function readChoice(node: YamlNode, scope: ParameterScope): Choice | typeof NOT_READ {
  switch (node.kind) {
    case 'scalar':
      return { value: scalarConstant(node, scope), weight: null };
    case 'list':
      return wrongType(node, scope, 'a single value; write lists and mappings as {value: …}');
    default:
      return node.entries.some((entry) => entry.key === 'value')
        ? readValueForm(node, scope)
        : readShortForm(node, scope);
  }
}

/** `{value: A, weight: 3}`: the one form that may carry lists and mappings. */
function readValueForm(node: YamlMap, scope: ParameterScope): Choice | typeof NOT_READ {
  const reader = new MapReader(node, scope.path, scope.problems);
  const before = scope.problems.errorCount;
  const value = reader.entry('value')?.value;
  const weight = reader.value('weight');
  reader.finish();
  const read = weight === undefined ? null : readWeight(weight, { ...scope, path: reader.pathOf('weight') });
  if (value === undefined || read === NOT_READ || scope.problems.errorCount > before) {
    return NOT_READ;
  }
  const constant: Value =
    value.kind === 'scalar' ? scalarConstant(value, scope) : { kind: 'json', text: toJsonText(value) };
  return { value: constant, weight: read };
}

/** `A: 3` */
function readShortForm(node: YamlMap, scope: ParameterScope): Choice | typeof NOT_READ {
  const [entry, ...others] = node.entries;
  if (entry === undefined || others.length > 0) {
    const message = 'A weighted choice is one key with its weight, or {value: …, weight: …}.';
    return reportParameter(node, scope, 'bad_choice', message);
  }
  const weight = readWeight(entry.value, scope);
  return weight === NOT_READ ? NOT_READ : { value: scalarConstant(entry.keyNode, scope), weight };
}

function readWeight(node: YamlNode, scope: ParameterScope): ExactNumber | typeof NOT_READ {
  const text = node.kind === 'scalar' ? weightText(node.value) : null;
  const exact = text === null || text.length > MAX_WEIGHT_DIGITS ? null : parseExact(text);
  if (exact === null || exact.digits <= 0n || exact.scale > MAX_WEIGHT_DIGITS) {
    const message = 'A weight must be a number above 0 or a percentage such as "25%".';
    return reportParameter(node, scope, 'bad_weight', message);
  }
  return exact;
}

function weightText(value: Value): string | null {
  switch (typeof value) {
    case 'bigint':
    case 'number':
      return String(value);
    case 'string':
      return /^\s*[0-9.]+\s*%\s*$/.test(value) ? value.replace('%', '') : null;
    default:
      return value !== null && typeof value === 'object' && 'kind' in value ? value.text : null;
  }
}
