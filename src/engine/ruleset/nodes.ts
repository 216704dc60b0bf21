import type { Position } from './problem.js';
import type { Value } from '../values/value.js';

/** A checked ruleset: frozen, fully expanded, free of YAML. */
export interface Ruleset {
  readonly version: '1.0';
  readonly tasks: readonly Task[];
  readonly autoManageTriggers: boolean;
  /** Seed files that masks read; load them before `compileTableMask`. */
  readonly seedFiles: readonly string[];
}

export type Task = MaskTableTask | RunSqlTask | TruncateTableTask | ParallelTask | SerialTask;
export type TaskKind = Task['kind'];

interface TaskBase {
  /** Place in the ruleset, from 0: `2` is the third task, `2.0` its first child. Stable: the run ledger stores it. */
  readonly path: string;
  readonly at: Position;
}

export interface MaskTableTask extends TaskBase {
  readonly kind: 'mask_table';
  /** As written, perhaps with schema and quotes: the adapter resolves it. */
  readonly table: string;
  /** Columns that identify one row, as written. */
  readonly key: readonly string[];
  /** SQL condition, as written; null: all rows. */
  readonly where: string | null;
  /** How many partitions of this table may be worked at once; null: as many as there are worker slots. */
  readonly workers: number | null;
  readonly rules: readonly ColumnRule[];
}

export interface RunSqlTask extends TaskBase {
  readonly kind: 'run_sql';
  readonly sql: string;
}

export interface TruncateTableTask extends TaskBase {
  readonly kind: 'truncate_table';
  readonly table: string;
}

export interface ParallelTask extends TaskBase {
  readonly kind: 'parallel';
  readonly tasks: readonly Task[];
}

export interface SerialTask extends TaskBase {
  readonly kind: 'serial';
  readonly tasks: readonly Task[];
}

export interface ColumnRule {
  readonly column: string;
  readonly masks: readonly MaskNode[];
  /** The effective list: the rule's own, else the task's; empty: not hashed. */
  readonly hashColumns: readonly HashColumn[];
  /** The effective list: the rule's own, else `skip_defaults`. */
  readonly skip: readonly SkipItem[];
  readonly path: string;
  readonly at: Position;
}

export interface HashColumn {
  /** The row column to hash; null: the rule's own column (`source: self`). */
  readonly column: string | null;
  readonly caseTransform: 'lower' | 'upper' | null;
  readonly trim: boolean;
  /** Place of the value inside a JSON column; null: the whole value. */
  readonly jsonPath: readonly (string | number)[] | null;
  readonly at: Position;
}

export type SkipItem = { readonly equals: Value } | { readonly matches: string };

/** One mask as written: its name and its still unchecked parameters, read by the mask's own descriptor. */
export interface MaskNode {
  readonly maskName: string;
  /** Parameters already checked and typed by the descriptor. */
  readonly params: unknown;
  readonly path: string;
  readonly at: Position;
}
