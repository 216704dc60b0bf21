import type { DatabaseSession } from '../../adapters/databases/index.js';
import type { CompiledTableMask, MaskTableTask } from '../../engine/index.js';
import { isByAddress } from './check-row-address.js';
import type { LiveTable } from '../work/live-table.js';
import { failure } from '../run-log-lines.js';
import type { LogLine } from '../run-log-lines.js';

/** Why the values of columns cannot be dealt out anew (`secure_shuffle`). */
export function refuseDealing(
  task: MaskTableTask,
  table: LiveTable,
  mask: CompiledTableMask,
  session: DatabaseSession,
): readonly LogLine[] {
  return mask.shuffles.flatMap(({ column: name }) => {
    const column = table.find(name) ?? table.description.columns.find((candidate) => candidate.name === name);
    const rule = task.rules.find((candidate) => table.find(candidate.column)?.name === name) ?? task;
    const reasons = [
      session.changes === null && 'is not supported on this database yet',
      isByAddress(task, table) && 'needs a table with a key',
      column?.inUniqueIndex === true && 'would meet a unique index, batch by batch: use imitate_unique',
    ].filter((reason) => reason !== false);
    const place = `line ${rule.at.line}, column ${rule.at.column}: `;
    return reasons.map((reason) => failure(`${place}secure_shuffle of column "${name}" ${reason}`));
  });
}
