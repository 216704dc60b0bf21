import type { TaskKind } from '../../engine/index.js';
import type { LedgerPartition, LedgerTask, PartitionKind, RunLedger } from './run-ledger.js';
import { isEndedPartition, isEndedTask, isFinal } from '../run-status.js';
import type { RunStatus, TaskStatus } from '../run-status.js';

/** One change of the ledger. */
export type Action =
  | { readonly act: 'move_run'; readonly to: RunStatus }
  | { readonly act: 'move_task'; readonly taskId: number; readonly to: TaskStatus }
  | { readonly act: 'add_partition'; readonly taskId: number | null; readonly kind: PartitionKind }
  | { readonly act: 'release_partition'; readonly partitionId: number }
  | { readonly act: 'stop_partition'; readonly partitionId: number };

/** Tasks worked at the same time, over the whole run. */
export const MAX_PARALLEL_TASKS = 10;

/** Parts of tables worked at the same time, over the whole run: each holds two sessions of the target. */
export const MAX_PARALLEL_PARTS = 20;

/**
 * What happens next to a run: ledger → changes. Pure, and total: any ledger, however it came about, has an answer.
 * The caller applies the changes and asks again until there are none; then the run waits for its workers.
 */
export function decideRun(ledger: RunLedger): readonly Action[] {
  if (isFinal(ledger.status)) {
    return [];
  }
  if (ledger.status === 'queued') {
    return ledger.targetIsFree ? [moveRun('validating'), addPartition(null, 'check_run')] : [];
  }
  if (ledger.check === null) {
    return ledger.status === 'cancelling' ? [moveRun('cancelled')] : [addPartition(null, 'check_run')];
  }
  if (!isEndedPartition(ledger.check.status)) {
    return ledger.status === 'cancelling' ? stopUnclaimed([ledger.check]) : [];
  }
  if (ledger.status === 'validating') {
    return ledger.check.status === 'finished' ? [moveRun('running')] : windUp(ledger);
  }
  const next = new TaskWalk(ledger).next();
  if (next.length > 0) {
    return next;
  }
  return ledger.tasks.every((task) => isEndedTask(task.status)) ? windUp(ledger) : [];
}

/** The clean-up always comes, then the end status, last of all. */
function windUp(ledger: RunLedger): readonly Action[] {
  if (ledger.cleanUp === null) {
    return ledger.mustCleanUp ? [addPartition(null, 'clean_up')] : [moveRun(endStatus(ledger))];
  }
  return isEndedPartition(ledger.cleanUp.status) ? [moveRun(endStatus(ledger))] : [];
}

function endStatus(ledger: RunLedger): RunStatus {
  if (ledger.status === 'cancelling') {
    return 'cancelled';
  }
  if (ledger.check?.status !== 'finished' || ledger.tasks.some((task) => task.status !== 'finished')) {
    return 'failed';
  }
  return ledger.warned ? 'finished_with_warnings' : 'finished';
}

/** Walks the tree of tasks once and collects what may happen now. */
class TaskWalk {
  private readonly actions: Action[] = [];
  /** Nothing new starts, and what runs ends after its current batch. */
  private readonly stops: boolean;
  private freePlaces: number;

  constructor(private readonly ledger: RunLedger) {
    this.stops =
      ledger.status === 'cancelling' || (!ledger.continueOnFailure && ledger.tasks.some(isFailing));
    const busy = ledger.tasks.filter((task) => !isContainer(task) && isActive(task));
    this.freePlaces = MAX_PARALLEL_TASKS - busy.length;
  }

  next(): readonly Action[] {
    this.walk(this.childrenOf(''), false);
    return this.withinPlaces(this.actions);
  }

  /** What finds no place now does when another part has ended. */
  private withinPlaces(actions: readonly Action[]): readonly Action[] {
    const parts = this.ledger.tasks.flatMap((task) => task.partitions);
    const busy = parts.filter(
      ({ kind, status }) => kind === 'mask_rows' && (status === 'pending' || status === 'working'),
    );
    let free = MAX_PARALLEL_PARTS - busy.length;
    return actions.filter((action) => action.act !== 'release_partition' || (free -= 1) >= 0);
  }

  private walk(tasks: readonly LedgerTask[], sideBySide: boolean): void {
    const open = tasks.filter((task) => !isEndedTask(task.status));
    if (this.stops || sideBySide) {
      open.forEach((task) => this.step(task));
    } else if (open[0] !== undefined) {
      this.step(open[0]);
    }
  }

  private step(task: LedgerTask): void {
    if (task.status === 'pending' && this.stops) {
      this.moveTree(task, 'skipped');
    } else if (isContainer(task)) {
      this.stepContainer(task);
    } else if (task.status === 'pending') {
      this.start(task);
    } else {
      const stops = { run: this.stops, onFailure: !this.ledger.continueOnFailure };
      this.actions.push(...stepLeaf(task, stops));
    }
  }

  private stepContainer(task: LedgerTask): void {
    const children = this.childrenOf(task.path);
    if (task.status === 'pending') {
      this.actions.push({ act: 'move_task', taskId: task.id, to: 'running' });
    }
    if (children.every((child) => isEndedTask(child.status))) {
      this.actions.push({ act: 'move_task', taskId: task.id, to: containerEnd(children) });
      return;
    }
    this.walk(children, task.kind === 'parallel');
  }

  private start(task: LedgerTask): void {
    if (this.freePlaces > 0) {
      this.freePlaces -= 1;
      this.actions.push({ act: 'move_task', taskId: task.id, to: 'running' });
      this.actions.push(addPartition(task.id, firstPartition(task)));
    }
  }

  private moveTree(task: LedgerTask, to: TaskStatus): void {
    this.actions.push({ act: 'move_task', taskId: task.id, to });
    this.childrenOf(task.path).forEach((child) => this.moveTree(child, to));
  }

  private childrenOf(path: string): readonly LedgerTask[] {
    return this.ledger.tasks.filter((task) => parentPath(task.path) === path);
  }
}

interface Stops {
  /** The run ends as soon as it can. */
  readonly run: boolean;
  /** So does a task on files at the first that fails. */
  readonly onFailure: boolean;
}

function stepLeaf(task: LedgerTask, stops: Stops): readonly Action[] {
  if (task.status === 'stopping') {
    return stepStopping(task);
  }
  if (stops.run || hasBroken(task, stops)) {
    return [{ act: 'move_task', taskId: task.id, to: 'stopping' }, ...stopUnclaimed(task.partitions)];
  }
  if (isOnFiles(task)) {
    return stepFiles(task);
  }
  if (task.kind !== 'mask_table') {
    return task.partitions.every((part) => part.status === 'finished') ? [finish(task)] : [];
  }
  return stepTable(task);
}

/** A lane that ends as failed has done what it could; others go on beside it where the run goes on after failures. */
function hasBroken(task: LedgerTask, { onFailure }: Stops): boolean {
  return task.partitions.some(
    ({ kind, status }) =>
      status === 'stopped' || (status === 'failed' && (onFailure || kind !== 'mask_files')),
  );
}

/** Without files to mask the list is all there is. */
function stepFiles(task: LedgerTask): readonly Action[] {
  if (task.partitions.some((part) => !isEndedPartition(part.status))) {
    return releaseWaiting(task.partitions, task.workers);
  }
  return [{ act: 'move_task', taskId: task.id, to: isFailing(task) ? 'failed' : 'finished' }];
}

function stepTable(task: LedgerTask): readonly Action[] {
  const rows = task.masksRows ? stepRows(task) : 'done';
  if (rows !== 'done') {
    return rows;
  }
  const steps: readonly PartitionKind[] = [
    ...(task.rewritesKeys ? (['rewrite_keys'] as const) : []),
    ...(isPutBack(task) ? (['restore_triggers'] as const) : []),
  ];
  for (const kind of steps) {
    const step = task.partitions.find((part) => part.kind === kind);
    if (step?.status !== 'finished') {
      return step === undefined ? [addPartition(task.id, kind)] : [];
    }
  }
  return [finish(task)];
}

function stepRows(task: LedgerTask): readonly Action[] | 'done' {
  const rows = task.partitions.filter((part) => part.kind === 'mask_rows');
  const split = task.partitions.find((part) => part.kind === 'split_table');
  if (split !== undefined && split.status !== 'finished') {
    return split.status === 'waiting' ? [{ act: 'release_partition', partitionId: split.id }] : [];
  }
  if (rows.length === 0 || rows.some((part) => part.status !== 'finished')) {
    return releaseWaiting(rows, task.workers);
  }
  if (!task.verifies || (split === undefined && task.isNoted)) {
    return 'done';
  }
  const verification = task.partitions.find((part) => part.kind === 'verify_table');
  if (verification === undefined) {
    return [addPartition(task.id, 'verify_table')];
  }
  return verification.status === 'finished' ? 'done' : [];
}

function stepStopping(task: LedgerTask): readonly Action[] {
  const unclaimed = stopUnclaimed(task.partitions);
  if (unclaimed.length > 0 || task.partitions.some((part) => !isEndedPartition(part.status))) {
    return unclaimed;
  }
  if (isPutBack(task) && !task.partitions.some((part) => part.kind === 'restore_triggers')) {
    return [addPartition(task.id, 'restore_triggers')];
  }
  if (isFailing(task)) {
    return [{ act: 'move_task', taskId: task.id, to: 'failed' }];
  }
  // A statement cannot stop half-way: when it was done before it heard of the stop, it is done.
  const isOneStep = !isOnFiles(task) && (task.kind !== 'mask_table' || !task.masksRows);
  const isDone = isOneStep && task.partitions.every((part) => part.status === 'finished');
  return [{ act: 'move_task', taskId: task.id, to: isDone ? 'finished' : 'stopped' }];
}

function releaseWaiting(rows: readonly LedgerPartition[], workers: number | null): readonly Action[] {
  const waiting = rows.filter((part) => part.status === 'waiting');
  const busy = rows.filter((part) => part.status === 'pending' || part.status === 'working').length;
  const free = workers === null ? waiting.length : Math.max(0, workers - busy);
  return waiting.slice(0, free).map((part) => ({ act: 'release_partition', partitionId: part.id }));
}

function stopUnclaimed(partitions: readonly LedgerPartition[]): readonly Action[] {
  return partitions
    .filter((part) => part.status === 'waiting' || part.status === 'pending')
    .filter((part) => part.kind !== 'restore_triggers')
    .map((part) => ({ act: 'stop_partition', partitionId: part.id }));
}

function containerEnd(children: readonly LedgerTask[]): TaskStatus {
  if (children.some((child) => child.status === 'failed')) {
    return 'failed';
  }
  return children.every((child) => child.status === 'finished') ? 'finished' : 'stopped';
}

const DISCOVERY_KINDS: ReadonlySet<TaskKind> = new Set<TaskKind>([
  'run_schema_discovery',
  'run_data_discovery',
  'run_file_data_discovery',
]);

function firstPartition(task: LedgerTask): PartitionKind {
  if (task.kind === 'run_sql') {
    return 'run_statement';
  }
  if (task.kind === 'truncate_table') {
    return 'truncate_table';
  }
  if (task.kind === 'build_temp_table') {
    return 'build_table';
  }
  if (isOnFiles(task)) {
    return 'list_files';
  }
  if (DISCOVERY_KINDS.has(task.kind)) {
    return 'discover';
  }
  if (!task.masksRows) {
    return 'rewrite_keys';
  }
  return isPrepared(task) ? 'split_table' : 'mask_rows';
}

/**
 * Does a step of its own come before the rows? Else whoever masks them also notes what the table was, and verifies it at
 * the end: of thousands of small tables each step costs more than the rows.
 */
export function isPrepared(
  task: Pick<LedgerTask, 'splits' | 'managesTriggers' | 'managesIndexes' | 'dealsColumns'>,
): boolean {
  return task.splits || isPutBack(task) || task.dealsColumns;
}

/** Is something of its table changed for the time of the task, and back at its end? */
function isPutBack(task: Pick<LedgerTask, 'managesTriggers' | 'managesIndexes'>): boolean {
  return task.managesTriggers || task.managesIndexes;
}

function isContainer(task: LedgerTask): boolean {
  return task.kind === 'parallel' || task.kind === 'serial';
}

function isOnFiles(task: LedgerTask): boolean {
  return task.kind === 'mask_file' || task.kind === 'mask_tabular_file';
}

function isActive(task: LedgerTask): boolean {
  return task.status === 'running' || task.status === 'stopping';
}

function isFailing(task: LedgerTask): boolean {
  return task.status === 'failed' || task.partitions.some((part) => part.status === 'failed');
}

function parentPath(path: string): string {
  const dot = path.lastIndexOf('.');
  return dot === -1 ? '' : path.slice(0, dot);
}

function finish(task: LedgerTask): Action {
  return { act: 'move_task', taskId: task.id, to: 'finished' };
}

function moveRun(to: RunStatus): Action {
  return { act: 'move_run', to };
}

function addPartition(taskId: number | null, kind: PartitionKind): Action {
  return { act: 'add_partition', taskId, kind };
}
