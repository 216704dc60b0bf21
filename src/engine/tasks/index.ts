import { maskTable } from './mask-table.js';
import { parallel } from './parallel.js';
import { runSql } from './run-sql.js';
import { serial } from './serial.js';
import { truncateTable } from './truncate-table.js';
import type { TaskDefinition } from './task-definition.js';

/** Every task of database rulesets that this version has. */
export const TASK_DEFINITIONS: readonly TaskDefinition[] = [
  maskTable,
  runSql,
  truncateTable,
  parallel,
  serial,
];

/** Every database task of the public language: what is missing above is answered by "not supported yet". */
export const DATABASE_TASK_NAMES: readonly string[] = [
  ...TASK_DEFINITIONS.map((definition) => definition.name),
  ...['mask_unique_key', 'build_temp_table', 'run_data_discovery', 'run_schema_discovery', 'subset'],
];

export const FILE_TASK_NAMES: readonly string[] = [
  'mask_file',
  'mask_tabular_file',
  'run_file_data_discovery',
  'parallel',
  'serial',
];
