import { MASK_DEFINITIONS } from '../engine/index.js';
import type { ColumnRule, MaskTableTask } from '../engine/index.js';
import type { LiveTable } from './live-table.js';
import { failure } from './run-log-lines.js';
import type { LogLine } from './run-log-lines.js';

/** Masks that give every row a value of its own, by one that other rows may still hold. */
const ONE_TO_ONE: ReadonlySet<string> = new Set(
  MASK_DEFINITIONS.filter(({ traits }) => traits?.unique === true).map(({ name }) => name),
);

/**
 * Batch by batch, a row may get the value that a later row still has: the index would refuse it, and a foreign key would
 * lose its partner. Until keys are rewritten as a whole such rules are refused before the first write.
 */
export function refuseUniqueColumns(task: MaskTableTask, table: LiveTable): readonly LogLine[] {
  return task.rules.flatMap((rule) => {
    const column = table.find(rule.column);
    const mask = maskNames(rule.masks).find((name) => ONE_TO_ONE.has(name));
    return column !== undefined && mask !== undefined && (column.inUniqueIndex || column.inForeignKey)
      ? [refusal(rule, mask, column.name)]
      : [];
  });
}

/** Of masks and all masks inside them, wherever their parameters keep them. */
function maskNames(data: unknown): readonly string[] {
  if (data === null || typeof data !== 'object' || ArrayBuffer.isView(data)) {
    return [];
  }
  const own = 'maskName' in data && typeof data.maskName === 'string' ? [data.maskName] : [];
  return [...own, ...Object.values(data).flatMap(maskNames)];
}

function refusal({ at }: ColumnRule, mask: string, column: string): LogLine {
  const text = `the mask ${mask} is not supported yet on columns of a unique index or foreign key`;
  return failure(`line ${at.line}, column ${at.column}: ${text}: "${column}"`);
}
