import type { DatabaseSession, RewriteFacts, TableName } from '../../adapters/databases/index.js';
import type { CompiledTableMask, MaskTableTask } from '../../engine/index.js';
import { numbersRows } from '../keys/key-rules.js';
import type { LiveTable } from '../work/live-table.js';
import { failure, info, warning } from '../run-log-lines.js';
import type { LogLine } from '../run-log-lines.js';
import { shownTable } from '../shown-table.js';

export interface RewriteCheck {
  readonly lines: readonly LogLine[];
  /** Tables that are locked with the one that is written anew. */
  readonly locks: readonly TableName[];
}

/** Can the table of a task be written anew, and what would that mean? */
export async function checkRewrite(
  { rewriter }: DatabaseSession,
  task: MaskTableTask,
  table: LiveTable,
  { mask, place }: { readonly mask: CompiledTableMask; readonly place: string },
): Promise<RewriteCheck> {
  if (rewriter === undefined) {
    const text = 'write_mode rewrite is not supported on this kind of database: use in_place';
    return { lines: [failure(`${place}${text}`)], locks: [] };
  }
  const facts = await rewriter.describe(table.description.name);
  const refusals = [...refusalsOf(task, table, mask), ...facts.refusals];
  const lines = refusals.map((reason) => failure(`${place}the table cannot be written anew: ${reason}`));
  return { lines: [...lines, ...told(place, facts)], locks: facts.locks };
}

function refusalsOf(task: MaskTableTask, table: LiveTable, mask: CompiledTableMask): readonly string[] {
  return [
    task.joins.length > 0 && 'the task joins other tables: use write_mode in_place',
    mask.shuffles.length > 0 && 'secure_shuffle needs write_mode in_place',
    numbersRows(task, table) && 'from_unique goes by the order of keys: use write_mode in_place',
  ].filter((reason) => reason !== false);
}

function told(place: string, { locks, silentTriggers }: RewriteFacts): readonly LogLine[] {
  const others = locks.map(shownTable).join(', ');
  const together = others === '' ? '' : `, together with ${others}`;
  const text = `the table is written anew in one transaction and locked for everybody until its end${together}`;
  const names = silentTriggers.map((name) => `"${name}"`).join(', ');
  return [
    info(`${place}${text}`),
    ...(names === ''
      ? []
      : [
          warning(
            'triggers_silent',
            `${place}no trigger fires when a table is written anew: what these derive from masked columns stays as it was: ${names}`,
          ),
        ]),
  ];
}
