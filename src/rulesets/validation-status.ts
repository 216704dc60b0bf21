import { storableText } from '../common/validation/storable-text.js';
import type { Problem, ProblemType } from '../engine/index.js';

/** How far the check of a ruleset has come, and its verdict. */
export const VALIDATION_STATUSES = ['valid', 'invalid', 'in_progress', 'unknown'] as const;

export type ValidationStatus = (typeof VALIDATION_STATUSES)[number];

/** One finding, as stored and shown. */
export interface ValidationFinding {
  readonly message: string;
  /** Absent: `ruleset`. */
  readonly type?: ProblemType;
  readonly code: string;
  readonly line: number;
  readonly column: number;
  /** Given: line and column are those of this library's text. */
  readonly library?: string;
  readonly path: string;
}

/** The verdict on one text, with what led to it. */
export interface Verdict {
  readonly validationStatus: ValidationStatus;
  readonly validationErrors: ValidationFinding[];
  readonly validationWarnings: ValidationFinding[];
}

/** The verdict on a ruleset, with the libraries that its text imports. */
export interface RulesetVerdict extends Verdict {
  readonly imports: string[];
}

/** Texts below this many bytes are checked while the caller waits. */
export const MAX_WAITING_BYTES = 61_440;

/** More findings than anyone reads; the rest is counted. */
const MAX_FINDINGS = 500;

export const IN_PROGRESS: RulesetVerdict = {
  validationStatus: 'in_progress',
  validationErrors: [],
  validationWarnings: [],
  imports: [],
};

/** The end of a check that never came to one; what runs make of the text, they say themselves. */
export const UNCHECKED: RulesetVerdict = {
  validationStatus: 'unknown',
  validationErrors: [
    {
      message:
        'The check of this ruleset failed several times; the log of the server says why. Save it again.',
      code: 'check_failed',
      line: 1,
      column: 1,
      path: '',
    },
  ],
  validationWarnings: [],
  imports: [],
};

export function isCheckedAtOnce(configYaml: string): boolean {
  return Buffer.byteLength(configYaml) < MAX_WAITING_BYTES;
}

export function verdictOf(problems: readonly Problem[]): Verdict {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const warnings = problems.filter(({ severity }) => severity === 'warning');
  return {
    validationStatus: errors.length === 0 ? 'valid' : 'invalid',
    validationErrors: findingsOf(errors),
    validationWarnings: findingsOf(warnings),
  };
}

function findingsOf(problems: readonly Problem[]): ValidationFinding[] {
  const findings = problems.slice(0, MAX_FINDINGS).map(toFinding);
  const last = problems[MAX_FINDINGS];
  if (last === undefined) {
    return findings;
  }
  const message = `${problems.length - MAX_FINDINGS} more findings from here on.`;
  return [...findings, { ...toFinding(last), code: 'too_many_problems', message }];
}

/** A finding in the form in which it is stored: messages and paths may quote any text of the ruleset. */
export function toFinding({ message, type, code, at, path }: Problem): ValidationFinding {
  const { line, column, library } = at;
  return {
    message: storableText(message),
    ...(type === 'ruleset' ? {} : { type }),
    code,
    line,
    column,
    path: storableText(path),
    ...(library === undefined ? {} : { library: storableText(library) }),
  };
}
