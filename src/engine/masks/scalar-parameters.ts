import { olderReading } from '../ruleset/yaml-scalars.js';
import { wrongType } from './parameters.js';
import type { ParameterScope, ParameterType } from './parameters.js';
import type { Value } from '../values/value.js';
import type { YamlNode, YamlScalar } from '../ruleset/yaml-tree.js';

/** A constant of any kind that YAML can write. */
export function anyScalar(description: string): ParameterType<Value> {
  return {
    type: 'any scalar',
    description,
    constraints: '',
    nullIsValue: true,
    read: (node, scope) => {
      if (node.kind !== 'scalar') {
        return wrongType(node, scope, 'a single value');
      }
      if (node.plain && node.text === '') {
        const message = 'An empty value is NULL; write "" for empty text or null to say so.';
        scope.problems.warning('blank_value', message, { path: scope.path, at: node.at });
      }
      return scalarConstant(node, scope);
    },
  };
}

/** The constant, with a warning where older YAML readers would have taken it for something else. */
export function scalarConstant(node: YamlScalar, scope: ParameterScope): Value {
  const older = node.plain ? olderReading(node.text) : null;
  if (older !== null) {
    const place = { path: scope.path, at: node.at };
    scope.problems.warning('ambiguous_scalar', `This value is not in quotes. ${older}`, place);
  }
  return node.value;
}

/** JSON text of a YAML value. */
export function toJsonText(node: YamlNode): string {
  if (node.kind === 'list') {
    return `[${node.items.map(toJsonText).join(',')}]`;
  }
  if (node.kind === 'map') {
    const entries = node.entries.map((entry) => `${JSON.stringify(entry.key)}:${toJsonText(entry.value)}`);
    return `{${entries.join(',')}}`;
  }
  const value = node.value;
  if (typeof value === 'bigint') {
    return value.toString();
  }
  if (value !== null && typeof value === 'object' && !(value instanceof Uint8Array)) {
    return value.text;
  }
  return JSON.stringify(value);
}
