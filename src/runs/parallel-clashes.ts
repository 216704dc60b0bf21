import type { TableName } from '../adapters/databases/index.js';
import type { Task } from '../engine/index.js';

/** Which tables two branches of one `parallel` task would change at the same time, as sentences. */
export function parallelClashes(
  tasks: readonly Task[],
  tableOf: ReadonlyMap<string, TableName | null>,
): readonly string[] {
  return tasks.flatMap((task) => {
    if (task.kind !== 'parallel' && task.kind !== 'serial') {
      return [];
    }
    const inside = parallelClashes(task.tasks, tableOf);
    return task.kind === 'parallel' ? [...inside, ...clashesOf(task.tasks, tableOf)] : inside;
  });
}

function clashesOf(branches: readonly Task[], tableOf: ReadonlyMap<string, TableName | null>): string[] {
  const seen = new Map<string, number>();
  const clashes: string[] = [];
  for (const branch of branches) {
    for (const table of new Set(tablesIn(branch, tableOf))) {
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

function tablesIn(task: Task, tableOf: ReadonlyMap<string, TableName | null>): string[] {
  if (task.kind === 'parallel' || task.kind === 'serial') {
    return task.tasks.flatMap((child) => tablesIn(child, tableOf));
  }
  const table = tableOf.get(task.path) ?? null;
  return table === null ? [] : [`"${table.schema}"."${table.table}"`];
}
