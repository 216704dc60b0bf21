import type { Verdict } from '../validation-status.js';

/** What a ruleset makes of some rows, and what is wrong with it. */
export interface Preview {
  readonly findings: Verdict;
  readonly tasks: readonly TaskPreview[];
}

export interface TaskPreview {
  readonly path: string;
  /** Null: the task is on files. */
  readonly table: string | null;
  readonly findings: Verdict;
  readonly rows: readonly RowPreview[];
}

export interface RowPreview {
  readonly key: Readonly<Record<string, string | null>>;
  readonly masked: boolean;
  readonly columns: readonly {
    readonly column: string;
    readonly before: string | null;
    readonly after: string | null;
  }[];
  /** Why the row cannot be masked; null: it can. */
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly column: string;
    readonly path: string;
  } | null;
}
