import type { DatabaseSession } from '../../adapters/databases/index.js';
import type { MaskTableTask } from '../../engine/index.js';
import type { LiveTable } from './live-table.js';
import { scanJoins } from '../walk/table-scan.js';
import type { TableBaseline, TableState } from './table-changes.js';

/** Notes what a table is before its first write. The counters come first: what is written after them, they show. */
export async function readBaseline(
  session: DatabaseSession,
  table: LiveTable,
  task: MaskTableTask,
): Promise<TableBaseline> {
  const { name } = table.description;
  const counters = await session.writeCounters(name);
  const filtered = picksRows(task)
    ? {
        rows: await session.countRows(name, null),
        matching: await session.countRows(name, task.where, scanJoins(table, task)),
      }
    : null;
  return { columns: columnIds(table, task), counters, filtered };
}

/** Does a condition, or a join that needs a partner, leave rows alone? */
export function picksRows({ where, joins }: MaskTableTask): boolean {
  return where !== null || joins.some(({ outer }) => !outer);
}

/** The same at the end. `settled`: when the counters may be read. */
export async function readState(
  session: DatabaseSession,
  table: LiveTable,
  task: MaskTableTask,
  settled: Promise<void>,
): Promise<Omit<TableState, 'title' | 'rewritten'>> {
  const { name, partitionColumns, updateTriggers } = table.description;
  const rows = await session.countRows(name, null);
  await settled;
  return {
    columns: columnIds(table, task),
    counters: await session.writeCounters(name),
    rows,
    movesRows: task.rules.some((rule) => partitionColumns.includes(table.find(rule.column)?.name ?? '')),
    hasTriggers: updateTriggers.length > 0,
  };
}

function columnIds(table: LiveTable, task: MaskTableTask): Record<string, string> {
  const names = [...task.key, ...task.rules.map((rule) => rule.column)];
  return Object.fromEntries(names.map((name) => [name, table.find(name)?.id ?? '']));
}
