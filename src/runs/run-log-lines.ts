import { LOG_LEVEL } from './run-log.entity.js';
import type { RunOptions } from './run-options.js';
import type { TaskStatus } from './run-status.js';

/** One line of a run's log, before it has its place. */
export interface LogLine {
  readonly level: number;
  /** Never holds a data value or a secret. */
  readonly message: string;
}

export const debug = (message: string): LogLine => ({ level: LOG_LEVEL.debug, message });
export const info = (message: string): LogLine => ({ level: LOG_LEVEL.info, message });
export const failure = (message: string): LogLine => ({ level: LOG_LEVEL.error, message });

/** A warning; any makes a successful run `finished_with_warnings`. The code comes first, for programs. */
export function warning(code: string, message: string): LogLine {
  return { level: LOG_LEVEL.warning, message: `[${code}] ${message}` };
}

/** Empty where a run has no destination. */
export function destinationSaid({ destinationName }: { readonly destinationName: string }): string {
  return destinationName === '' ? '' : ` to "${destinationName}"`;
}

export function runStarted(run: {
  readonly id: number;
  readonly rulesetName: string;
  readonly connectionName: string;
  readonly destinationName: string;
  readonly options: RunOptions;
}): LogLine {
  const { batchSize, maxRows, ...flags } = run.options;
  const said = Object.entries({
    'batch size': batchSize,
    'max rows': maxRows,
    'dry run': flags.dryRun,
    'continue on failure': flags.continueOnFailure,
    'without the instance secret': flags.disableInstanceSecret,
    'diagnostic logging': flags.diagnosticLogging,
  })
    .filter(([, value]) => value !== false && value !== null)
    .map(([name, value]) => (value === true ? name : `${name} ${String(value)}`));
  return info(
    `Run ${run.id} started: ruleset "${run.rulesetName}" on connection "${run.connectionName}"${destinationSaid(run)} (${said.join(', ')})`,
  );
}

/** What stays after a run that did not come to its end. */
export const STAYS = {
  database: 'batches already committed stay',
  file: 'files already written stay',
  file_data_discovery: 'nothing was changed',
} as const;

/** How the files of a task ended. */
export interface FileCount {
  readonly masked: number;
  readonly failed: number;
  /** Not begun, or broken off. */
  readonly left: number;
  readonly skipped: number;
}

export interface TaskReport {
  readonly number: number;
  readonly of: number;
  readonly title: string;
  readonly isTable: boolean;
  /** Null: no task on files. */
  readonly files: FileCount | null;
  readonly rowsRead: number;
  readonly rowsWritten: number;
  readonly seconds: number;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
}

export function taskName(task: {
  readonly number: number;
  readonly of: number;
  readonly title: string;
}): string {
  return `Task ${task.number}/${task.of} ${task.title}`;
}

export function taskEnded(task: TaskReport, status: TaskStatus, dryRun: boolean): LogLine {
  const name = taskName(task);
  const rows = countsSaid(task, dryRun);
  switch (status) {
    case 'finished':
      return info(`${name}: finished${rows}, ${clock(task.seconds)}${speedSaid(task)}`);
    case 'failed':
      return failure(
        `${name}: failed${rows}: ${task.errorMessage ?? 'unknown reason'} [${task.errorCode ?? 'unknown'}]`,
      );
    case 'stopped':
      return info(`${name}: stopped${rows}; ${STAYS[task.files === null ? 'database' : 'file']}`);
    case 'skipped':
      return info(`${name}: skipped`);
    case 'pending':
    case 'running':
    case 'stopping':
      return debug(`${name}: ${status}`);
  }
}

function countsSaid(task: TaskReport, dryRun: boolean): string {
  if (task.files !== null) {
    return filesSaid(task.files, dryRun) + rowsSaid(task, dryRun);
  }
  return task.isTable ? rowsSaid(task, dryRun) : '';
}

function filesSaid({ masked, failed, left, skipped }: FileCount, dryRun: boolean): string {
  const others = Object.entries({ failed, 'not done': left, 'left out': skipped })
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `, ${count} ${name}`);
  return `, ${masked} files ${dryRun ? 'would be written' : 'written'}${others.join('')}`;
}

function rowsSaid(task: TaskReport, dryRun: boolean): string {
  const masked = dryRun ? `, ${task.rowsWritten} rows would be masked` : `, ${task.rowsWritten} rows masked`;
  return `${masked}, ${task.rowsRead - task.rowsWritten} skipped`;
}

/** Of what took long enough to be measured. */
function speedSaid({ isTable, rowsRead, seconds }: TaskReport): string {
  return isTable && seconds >= 1 && rowsRead > 0 ? `, ${Math.round(rowsRead / seconds)} rows/s` : '';
}

/** `00:01:12` */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}
