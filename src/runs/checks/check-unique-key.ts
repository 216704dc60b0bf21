import type { DatabaseSession } from '../../adapters/databases/index.js';
import type { MaskUniqueKeyTask, MaskingContext } from '../../engine/index.js';
import { compileUniqueKey } from '../../engine/index.js';
import type { KeyChecks } from './check-keys.js';
import type { CheckedTask } from './checked-task.js';
import { listed } from '../keys/key-family.js';
import { planUniqueKey } from '../keys/key-plan.js';
import type { LiveTable } from '../work/live-table.js';
import { readLiveTable } from '../work/live-table.js';
import { failure } from '../run-log-lines.js';

/** Checks a `mask_unique_key` task against the live catalog. */
export async function checkUniqueKey(
  task: MaskUniqueKeyTask,
  session: DatabaseSession,
  keys: KeyChecks,
  context: MaskingContext,
): Promise<Omit<CheckedTask, 'splits'>> {
  const found = { table: null, rowsTotal: null, masksRows: false, rewritesKeys: true };
  const place = `line ${task.at.line}, column ${task.at.column}: `;
  const table = await readLiveTable(session, { table: task.table, joins: [] });
  if (table === null) {
    return { ...found, lines: [failure(`${place}there is no table "${task.table}"`)] };
  }
  const plan = await planUniqueKey(session, task, table, context);
  const { name } = table.description;
  const rows = await session.countRows(name, null);
  const lines = [
    ...(await keys.check(task, plan)),
    ...(plan.owners.every(({ columns }) => isUnique(table, columns))
      ? []
      : [failure(`${place}${plan.owners.map(listed).join(', ')} is no primary or unique key of the table`)]),
    ...tooFew(task, table, context, rows).map((text) => failure(`${place}${text}`)),
  ];
  return { ...found, lines, table: name, rowsTotal: rows };
}

/** Formats that have fewer texts than the table has keys: of nullable ones nobody knows how many there are. */
function tooFew(
  task: MaskUniqueKeyTask,
  table: LiveTable,
  context: MaskingContext,
  rows: number,
): readonly string[] {
  const isNullable = task.targetKey.some(({ column }) => table.find(column)?.nullable !== false);
  const { problems } = compileUniqueKey(
    task,
    { table: task.table, shape: table.shape },
    context,
    isNullable ? 0 : rows,
  );
  return problems.filter(({ code }) => code === 'format_too_small').map(({ message }) => message);
}

function isUnique({ description }: LiveTable, columns: readonly string[]): boolean {
  return description.uniqueKeys.some(
    (key) => key.length === columns.length && key.every((column) => columns.includes(column)),
  );
}
