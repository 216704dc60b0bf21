import type { TaskDefinition } from './task-definition.js';

export const truncateTable: TaskDefinition = {
  name: 'truncate_table',
  targets: ['database'],
  canRun: true,
  read(reader, { taskPath }) {
    const table = reader.requiredText('table');
    return table === null ? null : { kind: 'truncate_table', path: taskPath, at: reader.node.at, table };
  },
};
