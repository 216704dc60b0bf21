import { DatabaseError } from '../../adapters/databases/index.js';
import type { DatabaseSession } from '../../adapters/databases/index.js';
import type { CompiledTableMask, MaskTableTask } from '../../engine/index.js';
import { columnsOf } from '../work/live-table.js';
import type { BuiltDescriptions, LiveTable } from '../work/live-table.js';
import { failure } from '../run-log-lines.js';
import type { LogLine } from '../run-log-lines.js';
import { shownTable } from '../shown-table.js';
import { scanFor } from '../walk/table-scan.js';

/** What speaks against reading the joined tables of a task. */
export async function checkJoins(
  session: DatabaseSession,
  table: LiveTable,
  task: MaskTableTask,
  { mask, built }: { readonly mask: CompiledTableMask; readonly built: BuiltDescriptions },
): Promise<readonly LogLine[]> {
  const lines = table.joined.flatMap((joined, place) => {
    const at = placeOf(task, place);
    return [...refuseItself(at, table, joined), ...refuseUnseen(at, joined, namesRead(joined, place, mask))];
  });
  return task.joins.length === 0 || lines.length > 0 || built.size > 0
    ? lines
    : checkKeys(session, table, task, mask);
}

function refuseItself(at: string, table: LiveTable, joined: LiveTable): readonly LogLine[] {
  const [one, other] = [table.description.name, joined.description.name];
  return one.schema === other.schema && one.table === other.table
    ? [failure(`${at}a table cannot be joined to itself: its rows change while they are read`)]
    : [];
}

function refuseUnseen(at: string, { description }: LiveTable, names: readonly string[]): readonly LogLine[] {
  const { name, columns, canSelect, rowSecurityApplies } = description;
  const shown = shownTable(name);
  if (rowSecurityApplies) {
    const text = `row-level security hides rows of the joined table ${shown} from the database user`;
    return [failure(`${at}${text}: use one with BYPASSRLS`)];
  }
  const unseen = columns.filter((column) => names.includes(column.name) && !column.canSelect);
  if (canSelect && unseen.length === 0) {
    return [];
  }
  const what = unseen.map((column) => `"${column.name}"`).join(', ');
  const text = `permission denied: the database user may not read the joined table ${shown}`;
  return [failure(`${at}${text}${what === '' ? '' : ` (${what})`}`)];
}

function namesRead(joined: LiveTable, place: number, mask: CompiledTableMask): readonly string[] {
  const names = mask.readColumns.filter((_, position) => mask.readJoins[position] === place);
  return columnsOf(joined, names).map(({ name }) => name);
}

async function checkKeys(
  session: DatabaseSession,
  table: LiveTable,
  task: MaskTableTask,
  mask: CompiledTableMask,
): Promise<readonly LogLine[]> {
  try {
    await session.checkJoins(scanFor(table, task, mask));
    return [];
  } catch (error) {
    if (error instanceof DatabaseError && !error.transient) {
      return [failure(`${placeOf(task, 0)}${error.message}`)];
    }
    throw error;
  }
}

function placeOf(task: MaskTableTask, join: number): string {
  const { line, column } = task.joins[join]!.at;
  return `line ${line}, column ${column}: `;
}
