import type { TaskDefinition } from './task-definition.js';

export const runSql: TaskDefinition = {
  name: 'run_sql',
  targets: ['database'],
  canRun: true,
  read(reader, { taskPath }) {
    const sql = reader.requiredText('sql');
    return sql === null ? null : { kind: 'run_sql', path: taskPath, at: reader.node.at, sql };
  },
};
