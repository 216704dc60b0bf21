import { formatCapacity } from '../masks/unique/from-unique.js';
import { MASKS_BY_NAME } from '../masks/index.js';
import { ProblemList } from './problem-list.js';
import type { MaskNode, MaskTableTask } from './nodes.js';
import type { Problem } from './problem.js';

/** Do the masks of a chain keep different values different? */
export function areUnique(masks: readonly MaskNode[]): boolean {
  return (
    masks.length > 0 && masks.every(({ maskName }) => MASKS_BY_NAME.get(maskName)?.traits?.unique === true)
  );
}

/** Does the chain begin by moving values between rows? */
export function areShuffled(masks: readonly MaskNode[]): boolean {
  const [first] = masks;
  return first !== undefined && MASKS_BY_NAME.get(first.maskName)?.traits?.wholeColumn === true;
}

/** Is what the chain gives the same whatever it is given? */
export function ignoresValue(masks: readonly MaskNode[]): boolean {
  const [first] = masks;
  return first !== undefined && MASKS_BY_NAME.get(first.maskName)?.traits?.ignoresValue === true;
}

/** May the chain mask a key, so that what refers to the key can be masked alike? */
export function mayMaskKey(masks: readonly MaskNode[]): boolean {
  const [only, ...others] = masks;
  return (
    only !== undefined && others.length === 0 && MASKS_BY_NAME.get(only.maskName)?.traits?.cascades === true
  );
}

export function maskedKeyMessage(column: string): string {
  return (
    `The column "${column}" is the task's key and cannot be masked by this mask: use "imitate_unique", "imitate_uuid" or ` +
    '"imitate_nz_ird", which change what refers to the key as well, or give the task another unique key.'
  );
}

/**
 * How a chain gives the values of a unique column others that are unique again. `follows`: by the value, also wherever
 * something refers to it; `value`: by the value, in this column alone; `ordinal`: by the number of the value; null: it
 * does not.
 */
export function keyMaskKind(masks: readonly MaskNode[]): 'follows' | 'value' | 'ordinal' | null {
  if (!areUnique(masks)) {
    return null;
  }
  if (masks.some((mask) => formatCapacity(mask) !== null)) {
    return masks.length === 1 ? 'ordinal' : null;
  }
  return mayMaskKey(masks) ? 'follows' : 'value';
}

/** The formats of a task that have fewer texts than the task masks rows: for the run, which knows the rows. */
export function checkUniqueCapacity(task: MaskTableTask, rows: number): readonly Problem[] {
  const problems = new ProblemList();
  for (const node of task.rules.flatMap((rule) => rule.masks.flatMap(withNested))) {
    const capacity = formatCapacity(node);
    if (capacity !== null && capacity < rows) {
      const message = `The format has ${capacity} texts, too few for the ${rows} rows of this task.`;
      problems.error('format_too_small', message, { path: node.path, at: node.at });
    }
  }
  return problems.sorted();
}

/** A mask and all masks inside it, wherever its parameters keep them. */
function withNested(node: MaskNode): readonly MaskNode[] {
  return [node, ...within(node.params)];
}

function within(data: unknown): readonly MaskNode[] {
  if (isMaskNode(data)) {
    return withNested(data);
  }
  if (data === null || typeof data !== 'object' || ArrayBuffer.isView(data)) {
    return [];
  }
  return Object.values(data).flatMap(within);
}

function isMaskNode(data: unknown): data is MaskNode {
  return (
    data !== null && typeof data === 'object' && 'maskName' in data && 'params' in data && 'path' in data
  );
}
