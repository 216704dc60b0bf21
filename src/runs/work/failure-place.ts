import { MaskingError } from '../../engine/index.js';
import type { Position, Task } from '../../engine/index.js';
import type { RunTask } from '../ledger/run-task.entity.js';

const NAMED_COLUMN = /column "((?:[^"]|"")+)"/;

/** What a failure of a task is about: the task, and the line of the rule for the column at fault, else of the task. */
export function failurePlace(task: RunTask, node: Task | undefined, error: unknown): string {
  if (node === undefined) {
    return `${task.title}: `;
  }
  const { line, column } = ruleAt(node, columnOf(error)) ?? node.at;
  return `line ${line}, column ${column}: ${task.title}: `;
}

function columnOf(error: unknown): string | null {
  if (error instanceof MaskingError) {
    return error.column;
  }
  return error instanceof Error ? (NAMED_COLUMN.exec(error.message)?.[1] ?? null) : null;
}

/** The ruleset may write the name with quotes and in other case than the catalog. */
function ruleAt(node: Task, column: string | null): Position | null {
  if (column === null || node.kind !== 'mask_table') {
    return null;
  }
  const plain = (name: string): string => name.replace(/^["`[]|["`\]]$/g, '').toLowerCase();
  return node.rules.find((rule) => plain(rule.column) === plain(column))?.at ?? null;
}
