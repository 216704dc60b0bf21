import { quoted } from '../ruleset/near-miss.js';
import { readNestedTasks } from './nested-tasks.js';
import { tablesOf } from '../ruleset/task-tables.js';
import type { ProblemList } from '../ruleset/problem-list.js';
import type { Task } from '../ruleset/nodes.js';
import type { TaskDefinition } from './task-definition.js';

export const parallel: TaskDefinition = {
  name: 'parallel',
  targets: ['database', 'file'],
  canRun: true,
  read(reader, place, scope) {
    const tasks = readNestedTasks(reader, place, scope);
    if (tasks === null) {
      return null;
    }
    refuseSharedTables(tasks, reader.pathOf('tasks'), scope.problems);
    return { kind: 'parallel', path: place.taskPath, at: reader.node.at, tasks };
  },
};

/** Two branches that change one table would undo each other's work. */
function refuseSharedTables(branches: readonly Task[], path: string, problems: ProblemList): void {
  const owners = new Map<string, Task>();
  for (const branch of branches) {
    for (const { table, at } of tablesOf(branch)) {
      const owner = owners.get(table);
      if (owner !== undefined && owner !== branch) {
        const message = `The table ${quoted(table)} is changed by two branches of one parallel task.`;
        problems.error('parallel_same_table', message, { path, at });
      }
      owners.set(table, owner ?? branch);
    }
  }
}
