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

export function runStarted(run: {
  readonly id: number;
  readonly rulesetName: string;
  readonly connectionName: string;
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
    `Run ${run.id} started: ruleset "${run.rulesetName}" on connection "${run.connectionName}" (${said.join(', ')})`,
  );
}

export interface TaskReport {
  readonly number: number;
  readonly of: number;
  readonly title: string;
  readonly isTable: boolean;
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
  const rows = task.isTable ? rowsSaid(task, dryRun) : '';
  switch (status) {
    case 'finished':
      return info(`${name}: finished${rows}, ${clock(task.seconds)}`);
    case 'failed':
      return failure(
        `${name}: failed${rows}: ${task.errorMessage ?? 'unknown reason'} [${task.errorCode ?? 'unknown'}]`,
      );
    case 'stopped':
      return info(`${name}: stopped${rows}; batches already committed stay`);
    case 'skipped':
      return info(`${name}: skipped`);
    case 'pending':
    case 'running':
    case 'stopping':
      return debug(`${name}: ${status}`);
  }
}

function rowsSaid(task: TaskReport, dryRun: boolean): string {
  const masked = dryRun ? `, ${task.rowsWritten} rows would be masked` : `, ${task.rowsWritten} rows masked`;
  return `${masked}, ${task.rowsRead - task.rowsWritten} skipped`;
}

/** `00:01:12` */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}
