import type { TaskKind } from '../../engine/index.js';
import type { PartitionStatus, RunStatus, TaskStatus } from '../run-status.js';

/** What a worker does with one partition. `check_run` and `clean_up` belong to the run, the others to a task. */
export type PartitionKind =
  | 'check_run'
  | 'split_table'
  | 'mask_rows'
  | 'verify_table'
  | 'rewrite_keys'
  | 'restore_triggers'
  | 'build_table'
  | 'run_statement'
  | 'truncate_table'
  | 'list_files'
  | 'mask_files'
  | 'discover'
  | 'clean_up';

export interface LedgerPartition {
  readonly id: number;
  readonly kind: PartitionKind;
  readonly status: PartitionStatus;
}

export interface LedgerTask {
  readonly id: number;
  /** `2` is the third task of the ruleset, `2.0` its first child. */
  readonly path: string;
  readonly kind: TaskKind;
  readonly status: TaskStatus;
  /** How many of its partitions may be worked at once; null: all. */
  readonly workers: number | null;
  /** Is the table large enough to be walked in parts? */
  readonly splits: boolean;
  /** Is the table at the end compared with what it was at the beginning? */
  readonly verifies: boolean;
  /** Is it known what it was at the beginning? */
  readonly isNoted: boolean;
  /** Is anything masked row by row? */
  readonly masksRows: boolean;
  /** Are keys masked as a whole, after the rows? */
  readonly rewritesKeys: boolean;
  /** Are the table's triggers off while it is masked, and put back at its end? */
  readonly managesTriggers: boolean;
  /** May indexes be dropped while it is masked, and built again at its end? */
  readonly managesIndexes: boolean;
  /** Are the values of columns dealt out anew before it is masked? */
  readonly dealsColumns: boolean;
  readonly partitions: readonly LedgerPartition[];
}

/** All that the decision about a run's next steps may depend on. */
export interface RunLedger {
  readonly status: RunStatus;
  /** No other run works on the target, and none waits for it since longer. */
  readonly targetIsFree: boolean;
  readonly continueOnFailure: boolean;
  /** A warning was logged. */
  readonly warned: boolean;
  /** Something of ours may stand in the target. */
  readonly mustCleanUp: boolean;
  readonly check: LedgerPartition | null;
  readonly cleanUp: LedgerPartition | null;
  /** Those that have not finished well, in document order, parents before their children. */
  readonly tasks: readonly LedgerTask[];
}

/** `taskId`: null for steps of the run itself. */
export interface TaskPartition extends LedgerPartition {
  readonly taskId: number | null;
}

export function partitionsByTask(
  partitions: readonly TaskPartition[],
): ReadonlyMap<number | null, readonly TaskPartition[]> {
  const groups = new Map<number | null, TaskPartition[]>();
  for (const part of partitions) {
    const group = groups.get(part.taskId);
    if (group === undefined) {
      groups.set(part.taskId, [part]);
    } else {
      group.push(part);
    }
  }
  return groups;
}
