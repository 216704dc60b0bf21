/** How far the check of a ruleset has come, and its verdict. */
export type ValidationStatus = 'valid' | 'invalid' | 'in_progress' | 'unknown';

/** One finding, as stored and shown. */
export interface ValidationFinding {
  readonly message: string;
  readonly code: string;
  readonly line: number;
  readonly column: number;
  readonly path: string;
}
