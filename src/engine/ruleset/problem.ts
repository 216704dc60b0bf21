/** Where something stands in the ruleset text; both count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
  /** Set: line and column are those of this library's text. */
  readonly library?: string;
}

/** What kind of thing is at fault: the ruleset itself, a library that it imports, or a reference to one. */
export type ProblemType = 'ruleset' | 'expansion' | 'library_missing' | 'library_invalid';

/** A finding of the compiler. Problems are collected, never thrown, and never hold a data value. */
export interface Problem {
  readonly severity: 'error' | 'warning';
  readonly type: ProblemType;
  /** Stable, for programs: `unknown_mask`, `missing_key`, `unknown_column` … */
  readonly code: string;
  readonly message: string;
  /** Path in the document: `tasks[0].rules[1].masks[0].format`. */
  readonly path: string;
  readonly at: Position;
}
