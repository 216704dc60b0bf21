import type { TableName } from '../../adapters/databases/index.js';
import type { LogLine } from '../run-log-lines.js';

/** What the check of one task found out. */
export interface CheckedTask {
  /** Errors and warnings; without an error the task can be run. */
  readonly lines: readonly LogLine[];
  /** As resolved in the catalog; null: no table, or none found. */
  readonly table: TableName | null;
  readonly rowsTotal: number | null;
  readonly splits: boolean;
  readonly masksRows: boolean;
  readonly rewritesKeys: boolean;
  /** Triggers are switched off while the table is masked; absent: no. */
  readonly managesTriggers?: boolean;
  /** Indexes may be dropped while the table is masked; absent: no. */
  readonly managesIndexes?: boolean;
  /** Other tables that are locked while it is written; absent: none. */
  readonly locks?: readonly TableName[];
  /** Values of columns are dealt out anew before the table is masked; absent: no. */
  readonly dealsColumns?: boolean;
}

/** What a task is that masks no table, or that nothing is known of. */
export const NO_TABLE: Omit<CheckedTask, 'lines'> = {
  table: null,
  rowsTotal: null,
  splits: false,
  masksRows: true,
  rewritesKeys: false,
};
