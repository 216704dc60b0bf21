import { readEitherText } from './task-values.js';
import type { TaskDefinition } from './task-definition.js';

export const buildTempTable: TaskDefinition = {
  name: 'build_temp_table',
  targets: ['database'],
  canRun: true,
  read(reader, { taskPath }) {
    const table = readEitherText(reader, 'table_name', 'table');
    const select = readEitherText(reader, 'sql_select_statement', 'select');
    if (table?.includes('.') === true) {
      const key = reader.entry('table') === undefined ? 'table_name' : 'table';
      const message = 'A temporary table is named without a schema.';
      reader.problems.error('bad_value', message, reader.placeOf(key));
    }
    if (table === null || select === null) {
      return null;
    }
    return { kind: 'build_temp_table', path: taskPath, at: reader.node.at, table, select };
  },
};
