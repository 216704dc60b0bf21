import type { PartitionEnd } from '../ledger/partition-claims.js';
import type { PartitionWatch, StopReason } from '../ledger/partition-watch.js';
import { PartitionFailure } from './partition-failure.js';
import type { LogLine } from '../run-log-lines.js';
import type { RunPartition } from '../ledger/run-partition.entity.js';
import type { RunTask } from '../ledger/run-task.entity.js';
import type { Run } from '../run.entity.js';

/** One claimed partition and everything its work depends on. */
export interface PartitionJob {
  readonly run: Run;
  /** Null for `check_run` and `clean_up`. */
  readonly task: RunTask | null;
  readonly partition: RunPartition;
  readonly watch: PartitionWatch;
  /** Adds lines to the run's log at once. */
  readonly log: (...lines: readonly LogLine[]) => Promise<void>;
}

/**
 * Works one kind of partition to its end. Resolves with how it ended; `lost` when another worker has taken it over, and
 * nothing may be written any more. Throws when it cannot be finished.
 */
export interface PartitionWorker {
  work(job: PartitionJob): Promise<PartitionEnd | 'lost'>;
}

/** How a partition ends whose work stopped at a safe point. */
export function endAfterStop(reason: StopReason): PartitionEnd | 'lost' {
  switch (reason) {
    case 'stop':
      return { status: 'stopped' };
    case 'drain':
      return { status: 'pending' };
    case 'lost':
      return 'lost';
  }
}

export function taskOf(job: PartitionJob): RunTask {
  if (job.task === null) {
    throw new PartitionFailure('no_task', 'The partition belongs to no task.');
  }
  return job.task;
}
