import type { ColumnCounts } from '../../adapters/databases/index.js';
import { warning } from '../run-log-lines.js';
import type { LogLine } from '../run-log-lines.js';

/** What of the counts of a task's columns somebody should look at. */
export function columnNotices(title: string, columns: readonly ColumnCounts[]): readonly LogLine[] {
  return columns.flatMap(({ column, truncated = 0, altered = 0 }) => {
    const cut = `${title}: ${truncated} masked texts of column "${column}" were cut to what it holds`;
    const other = `${title}: triggers changed ${altered} of the masked values of column "${column}" as they were written`;
    return [
      ...(truncated > 0 ? [warning('truncated', cut)] : []),
      ...(altered > 0 ? [warning('altered_by_triggers', other)] : []),
    ];
  });
}
