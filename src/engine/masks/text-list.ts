import { wrongType } from './parameters.js';
import type { NOT_READ } from './parameters.js';
import type { ParameterScope, ParameterType } from './parameters.js';
import type { YamlNode } from '../ruleset/yaml-tree.js';

/** A list of texts, or one alone. */
export function textList(description: string): ParameterType<readonly string[]> {
  return { type: 'list of texts', description, constraints: '', read: readTexts };
}

function readTexts(node: YamlNode, scope: ParameterScope): readonly string[] | typeof NOT_READ {
  const items = node.kind === 'list' ? node.items : [node];
  const texts = items.flatMap((item) =>
    item.kind === 'scalar' && typeof item.value === 'string' ? [item.value] : [],
  );
  return texts.length === items.length ? texts : wrongType(node, scope, 'a list of texts');
}
