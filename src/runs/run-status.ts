/** The life cycle of a run as a table; nothing else compares run statuses. */
export const RUN_STATUSES = [
  'queued',
  'validating',
  'running',
  'finished',
  'finished_with_warnings',
  'failed',
  'cancelling',
  'cancelled',
] as const;

export type RunStatus = (typeof RUN_STATUSES)[number];

/** Where a run may go next. Only a failed run is taken up again, by its user. Before and after its work a run fails only by force. */
const MOVES: Readonly<Record<RunStatus, readonly RunStatus[]>> = {
  queued: ['validating', 'failed', 'cancelling'],
  validating: ['running', 'failed', 'cancelling'],
  running: ['finished', 'finished_with_warnings', 'failed', 'cancelling'],
  cancelling: ['cancelled', 'failed'],
  finished: [],
  finished_with_warnings: [],
  failed: ['queued'],
  cancelled: [],
};

const FINAL: ReadonlySet<RunStatus> = new Set(['finished', 'finished_with_warnings', 'failed', 'cancelled']);

export const UNFINISHED_RUN_STATUSES: readonly RunStatus[] = RUN_STATUSES.filter(
  (status) => !isFinal(status),
);

/** Nothing happens to the run by itself any more. */
export function isFinal(status: RunStatus): boolean {
  return FINAL.has(status);
}

export function mayMove(from: RunStatus, to: RunStatus): boolean {
  return MOVES[from].includes(to);
}

/** From where a run may go there. */
export function movesTo(to: RunStatus): readonly RunStatus[] {
  return RUN_STATUSES.filter((from) => mayMove(from, to));
}

/** Work on the target has begun and not ended, so no other run may start there. */
export const OCCUPYING_RUN_STATUSES: readonly RunStatus[] = UNFINISHED_RUN_STATUSES.filter(
  (status) => status !== 'queued',
);

/** One task of a run. `stopping`: asked to end after its current batches; `skipped`: never started. */
export const TASK_STATUSES = [
  'pending',
  'running',
  'stopping',
  'finished',
  'failed',
  'stopped',
  'skipped',
] as const;

export type TaskStatus = (typeof TASK_STATUSES)[number];

const ENDED_TASKS: ReadonlySet<TaskStatus> = new Set(['finished', 'failed', 'stopped', 'skipped']);

export function isEndedTask(status: TaskStatus): boolean {
  return ENDED_TASKS.has(status);
}

/** Only their partitions can still matter to what a run does next. */
export const OPEN_TASK_STATUSES: readonly TaskStatus[] = TASK_STATUSES.filter(
  (status) => !isEndedTask(status),
);

/** One partition. `waiting`: for a free place; `pending`: a worker may claim it; `working`: claimed. */
export const PARTITION_STATUSES = ['waiting', 'pending', 'working', 'finished', 'failed', 'stopped'] as const;

export type PartitionStatus = (typeof PARTITION_STATUSES)[number];

const ENDED_PARTITIONS: ReadonlySet<PartitionStatus> = new Set(['finished', 'failed', 'stopped']);

export function isEndedPartition(status: PartitionStatus): boolean {
  return ENDED_PARTITIONS.has(status);
}
