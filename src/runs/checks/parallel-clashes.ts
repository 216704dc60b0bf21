import type { TableName } from '../../adapters/databases/index.js';
import type { Task } from '../../engine/index.js';
import { shownTable } from '../shown-table.js';

/** Which tables two branches of one `parallel` task would change at the same time, as sentences. */
export function parallelClashes(
  tasks: readonly Task[],
  tablesOf: ReadonlyMap<string, readonly TableName[]>,
): readonly string[] {
  return tasks.flatMap((task) => {
    if (task.kind !== 'parallel' && task.kind !== 'serial') {
      return [];
    }
    const inside = parallelClashes(task.tasks, tablesOf);
    return task.kind === 'parallel' ? [...inside, ...clashesOf(task.tasks, tablesOf)] : inside;
  });
}

function clashesOf(branches: readonly Task[], tablesOf: ReadonlyMap<string, readonly TableName[]>): string[] {
  const seen = new Map<string, number>();
  const clashes: string[] = [];
  for (const branch of branches) {
    for (const table of new Set(tablesIn(branch, tablesOf))) {
      const line = seen.get(table);
      if (line === undefined) {
        seen.set(table, branch.at.line);
      } else {
        clashes.push(
          `line ${branch.at.line}: ${table} is also changed by the parallel branch at line ${line}`,
        );
      }
    }
  }
  return clashes;
}

function tablesIn(task: Task, tablesOf: ReadonlyMap<string, readonly TableName[]>): string[] {
  if (task.kind === 'parallel' || task.kind === 'serial') {
    return task.tasks.flatMap((child) => tablesIn(child, tablesOf));
  }
  return (tablesOf.get(task.path) ?? []).map(shownTable);
}
