import type { TargetColumn } from '../../adapters/databases/index.js';
import type { CompiledTableMask } from '../../engine/index.js';
import { columnsOf } from '../work/live-table.js';
import type { LiveTable } from '../work/live-table.js';
import { failure, warning } from '../run-log-lines.js';
import type { LogLine } from '../run-log-lines.js';

/** A right to write that is missing stops a real run; a dry run does not need it, and tells of it. */
export function missingWriteRight(text: string, dryRun: boolean): LogLine {
  return dryRun ? warning('permission_denied', `${text}: a real run would be refused`) : failure(text);
}

/** Rights may be given by the column: those that are missing are named before the first write. */
export function missingColumnRights(
  place: string,
  table: LiveTable,
  mask: CompiledTableMask,
  dryRun: boolean,
): readonly LogLine[] {
  const denied = `${place}permission denied: the database user may not`;
  const own = mask.readColumns.filter((_, place) => mask.readJoins[place] === null);
  const unreadable = columnsOf(table, own).filter((column) => !column.canSelect);
  const unwritable = columnsOf(table, mask.writeColumns).filter((column) => !column.canUpdate);
  return [
    ...(unreadable.length > 0 ? [failure(`${denied} read ${named(unreadable)}`)] : []),
    ...(unwritable.length > 0 ? [missingWriteRight(`${denied} update ${named(unwritable)}`, dryRun)] : []),
  ];
}

function named(columns: readonly TargetColumn[]): string {
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  return `${columns.length === 1 ? 'column' : 'columns'} ${names}`;
}
