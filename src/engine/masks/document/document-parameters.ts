import { reportParameter, wrongType } from '../parameters.js';
import type { NOT_READ } from '../parameters.js';
import type { DocumentStep } from '../../ports/document-view.js';
import type { ParameterScope, ParameterType } from '../parameters.js';
import type { YamlNode } from '../../ruleset/yaml-tree.js';

const LONGEST_PATH = 100;
const GREATEST_POSITION = 1e9;

/** A path of keys, list positions and `*`. */
export function documentPath(description: string): ParameterType<readonly DocumentStep[]> {
  return {
    type: 'path',
    description,
    constraints: `1 to ${LONGEST_PATH} keys, list positions from 0, or "*"`,
    read: readDocumentPath,
  };
}

export function readDocumentPath(
  node: YamlNode,
  scope: ParameterScope,
): readonly DocumentStep[] | typeof NOT_READ {
  if (node.kind !== 'list') {
    return wrongType(node, scope, 'a list of keys and list positions, such as [owner, 0, name]');
  }
  const steps = node.items.map(stepOf).filter((step) => step !== null);
  if (steps.length < node.items.length || steps.length === 0 || steps.length > LONGEST_PATH) {
    const message = `A path has 1 to ${LONGEST_PATH} steps, each a key, a list position from 0, or "*".`;
    return reportParameter(node, scope, 'bad_value', message);
  }
  return steps;
}

function stepOf(node: YamlNode): DocumentStep | null {
  const value = node.kind === 'scalar' ? node.value : null;
  if (typeof value === 'bigint') {
    return value >= 0n && value <= GREATEST_POSITION ? Number(value) : null;
  }
  return typeof value === 'string' ? value : null;
}
