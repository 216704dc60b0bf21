import type { WriteCounters } from '../../adapters/databases/index.js';
import { PartitionFailure } from './partition-failure.js';
import { debug, warning } from '../run-log-lines.js';
import type { LogLine } from '../run-log-lines.js';

/** What a table was when its masking began. */
export interface TableBaseline {
  /** Ids of the columns of key and rules, by the names as written in the ruleset. */
  readonly columns: Readonly<Record<string, string>>;
  readonly counters: WriteCounters | null;
  /** Only with a condition: rows of the whole table, and those that fulfil it. */
  readonly filtered: { readonly rows: number; readonly matching: number } | null;
}

/** What it is when all its rows were walked. */
export interface TableState {
  /** Of the task, for the log. */
  readonly title: string;
  readonly columns: Readonly<Record<string, string>>;
  readonly counters: WriteCounters | null;
  readonly rows: number;
  /** A masked column decides in which partition a row lies: our own updates insert and delete. */
  readonly movesRows: boolean;
  /** The table was written anew: every row was inserted, none updated. */
  readonly rewritten: boolean;
  /** Triggers may update the table, too. */
  readonly hasTriggers: boolean;
}

export interface WalkedRows {
  readonly read: number;
  readonly written: number;
  /** Batches may have been rolled back and written again, which the server counts twice. */
  readonly interrupted: boolean;
}

/**
 * Compares a masked table with what it was. Throws when rows may have been left unmasked; gives what else has to be said.
 * Inserted rows need no thought of their own unless as many were deleted: else the number of rows tells. That also keeps
 * a load shortly before the run, which the server may count late, and inserts that were rolled back, from being blamed.
 */
export function compareTable(
  baseline: TableBaseline,
  now: TableState,
  walked: WalkedRows,
): readonly LogLine[] {
  refuseOtherColumns(baseline, now);
  refuseOtherRows(baseline, now, walked);
  const difference = subtract(now.counters, baseline.counters);
  if (difference === null) {
    return [debug(`${now.title}: the server counted no writes throughout: those by others would not show`)];
  }
  if ((now.movesRows || now.rewritten) && walked.interrupted) {
    return [debug(`${now.title}: rows were moved, perhaps twice: writes by others would not show`)];
  }
  const ours = now.movesRows ? walked.written : 0;
  const inserted = difference.inserted - (now.rewritten ? now.rows : ours);
  const deleted = difference.deleted - (now.rewritten ? 0 : ours);
  if (inserted > 0 && deleted > 0) {
    throw new PartitionFailure(
      'rows_inserted',
      `${Math.min(inserted, deleted)} or more rows were inserted into the table during the run, and as many deleted; the ` +
        'new ones may not be masked. Run again on a copy that nothing else writes to.',
    );
  }
  return updatesByOthers(difference.updated - (now.rewritten ? 0 : walked.written), now, walked);
}

function updatesByOthers(updated: number, now: TableState, walked: WalkedRows): readonly LogLine[] {
  if (updated <= 0 || walked.interrupted || (now.movesRows && !now.rewritten) || now.hasTriggers) {
    return [];
  }
  const text =
    `${now.title}: the database counted ${updated} updates that are not of this run, made while the table was masked ` +
    'or shortly before: what they wrote may not be masked';
  return [warning('updated_by_others', text)];
}

function refuseOtherColumns(baseline: TableBaseline, now: TableState): void {
  const other = Object.entries(baseline.columns).find(([name, id]) => now.columns[name] !== id);
  if (other !== undefined) {
    throw new PartitionFailure(
      'table_changed',
      `The column "${other[0]}" is not the one any more that it was when masking began: the table was altered or ` +
        'replaced during the run, and the former column may not be masked.',
    );
  }
}

function refuseOtherRows({ filtered }: TableBaseline, { rows }: TableState, walked: WalkedRows): void {
  const expected = filtered?.rows ?? walked.read;
  if (rows !== expected) {
    const before = filtered === null ? `${expected} were walked` : `it held ${expected} before`;
    throw new PartitionFailure(
      'rows_differ',
      `The table holds ${rows} rows, but ${before}: rows were added or removed while the run was masking it, and some ` +
        'may not be masked. Run again while nobody else writes to the table.',
    );
  }
  if (filtered !== null && walked.read < filtered.matching) {
    throw new PartitionFailure(
      'condition_changed',
      `${filtered.matching} rows fulfilled the condition (where) before the first write, but only ${walked.read} were ` +
        'walked: the condition changed its result while the table was masked, and some rows may not be masked. It must ' +
        'not depend on what is masked, nor on other rows of the table.',
    );
  }
}

/** Null: there is nothing to compare, or the server counts anew since it was restarted. */
function subtract(now: WriteCounters | null, before: WriteCounters | null): WriteCounters | null {
  if (now === null || before === null) {
    return null;
  }
  const difference = {
    inserted: now.inserted - before.inserted,
    updated: now.updated - before.updated,
    deleted: now.deleted - before.deleted,
  };
  return Object.values(difference).every((count) => count >= 0) ? difference : null;
}
