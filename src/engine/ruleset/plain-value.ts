import { plainFloat } from '../values/numbers.js';
import type { Value } from '../values/value.js';
import type { YamlNode } from './yaml-tree.js';

/** Settings longer than this are no settings. */
export const MAX_PLAIN_ENTRIES = 10_000;

/** A piece of YAML as plain JSON data; numbers that JSON would damage become text. Undefined: it is too long. */
export function plainValue(node: YamlNode): unknown {
  const budget = { left: MAX_PLAIN_ENTRIES };
  const plain = plainNode(node, budget);
  return budget.left < 0 ? undefined : plain;
}

function plainNode(node: YamlNode, budget: { left: number }): unknown {
  if (--budget.left < 0) {
    return null;
  }
  if (node.kind === 'list') {
    return node.items.map((item) => plainNode(item, budget));
  }
  if (node.kind === 'map') {
    return Object.fromEntries(node.entries.map(({ key, value }) => [key, plainNode(value, budget)]));
  }
  return plainScalar(node.value);
}

function plainScalar(value: Value): unknown {
  switch (typeof value) {
    case 'bigint':
      return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
    case 'number':
      return Number.isFinite(value) ? value : plainFloat(value);
    case 'object':
      return value !== null && 'kind' in value ? Number(value.text) : null;
    default:
      return value;
  }
}
