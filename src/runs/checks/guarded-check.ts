import { DatabaseError } from '../../adapters/databases/index.js';
import type { Position, Task } from '../../engine/index.js';
import { NO_TABLE } from './checked-task.js';
import type { CheckedTask } from './checked-task.js';
import { PartitionFailure } from '../work/partition-failure.js';
import { failure } from '../run-log-lines.js';

/** How long the check waits for a table that another session holds. */
export const LOCK_WAIT_MS = 10_000;

/** What the database says against a task is a finding like any other, with its place in the ruleset. */
export async function guarded(
  task: Task & { readonly table: string },
  check: () => Promise<CheckedTask>,
): Promise<CheckedTask> {
  try {
    return await check();
  } catch (error) {
    const text = reasonOf(error, task.table);
    if (text === null) {
      throw error;
    }
    return { ...NO_TABLE, lines: [failure(`${at(task)}${text}`)] };
  }
}

/** Null: not about the table. */
function reasonOf(error: unknown, table: string): string | null {
  if (error instanceof PartitionFailure) {
    return error.message;
  }
  return error instanceof DatabaseError ? databaseReason(error, table) : null;
}

function databaseReason(
  { code, message, transient, engineCode }: DatabaseError,
  table: string,
): string | null {
  if (code === 'lock_timeout') {
    const waited = `the check waited ${LOCK_WAIT_MS / 1_000} seconds`;
    return `table ${shown(table)} is locked by another session; ${waited}. Run again when that session is done`;
  }
  if (transient) {
    return null;
  }
  const state = engineCode === null ? '' : ` (${engineCode})`;
  return code === 'read_only'
    ? `reading table ${shown(table)} would write: a where condition may only call what reads${state}`
    : `${message}${state}`;
}

/** Where a node stands in the ruleset, as its message begins. */
export function at(node: { readonly at: Position }): string {
  return `line ${node.at.line}, column ${node.at.column}: `;
}

/** A table as the ruleset names it, in quotes unless it has its own. */
export function shown(table: string): string {
  return table.includes('"') ? table : `"${table}"`;
}
