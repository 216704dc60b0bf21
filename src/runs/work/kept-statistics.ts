import type { KeptStatistics } from '../../adapters/databases/index.js';
import { info } from '../run-log-lines.js';
import type { LogLine } from '../run-log-lines.js';
import { shownTable } from '../shown-table.js';

/** `about`: the task, or the run. */
export function keptLine(about: string, { table, reason }: KeptStatistics): LogLine {
  const until = 'until the server renews them by itself they may hold values from before';
  return info(`${about}: statistics of ${shownTable(table)} are not renewed (${reason}): ${until}`);
}
