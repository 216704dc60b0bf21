import { readNestedTasks } from './nested-tasks.js';
import type { TaskDefinition } from './task-definition.js';

export const serial: TaskDefinition = {
  name: 'serial',
  targets: ['database', 'file'],
  canRun: true,
  read(reader, place, scope) {
    const tasks = readNestedTasks(reader, place, scope);
    return tasks === null ? null : { kind: 'serial', path: place.taskPath, at: reader.node.at, tasks };
  },
};
