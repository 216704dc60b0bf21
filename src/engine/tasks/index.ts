import { buildTempTable } from './build-temp-table.js';
import { dataDiscovery, fileDiscovery, schemaDiscovery } from './discovery.js';
import { maskFile } from './mask-file.js';
import { maskTable } from './mask-table.js';
import { maskTabularFile } from './mask-tabular-file.js';
import { maskUniqueKey } from './mask-unique-key.js';
import { parallel } from './parallel.js';
import { runSql } from './run-sql.js';
import { serial } from './serial.js';
import { subset } from './subset.js';
import { truncateTable } from './truncate-table.js';
import type { TaskDefinition } from './task-definition.js';

/** Every task of the language. */
export const TASK_DEFINITIONS: readonly TaskDefinition[] = [
  maskTable,
  maskUniqueKey,
  runSql,
  truncateTable,
  buildTempTable,
  dataDiscovery,
  schemaDiscovery,
  subset,
  maskFile,
  maskTabularFile,
  fileDiscovery,
  parallel,
  serial,
];

export const FILE_ONLY_TASKS: ReadonlySet<string> = new Set(
  TASK_DEFINITIONS.filter(({ targets }) => !targets.includes('database')).map(({ name }) => name),
);
