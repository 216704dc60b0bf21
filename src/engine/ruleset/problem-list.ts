import { LIBRARY_PROBLEM_TYPES } from './library-problems.js';
import type { Position, Problem } from './problem.js';

/** Enough to mend a ruleset by; more would only fill the store. */
const MAX_PROBLEMS = 1000;

/** Where a finding belongs: the path in the document and the position in the text. */
export interface Place {
  readonly path: string;
  readonly at: Position;
}

/** Collects findings while a ruleset is read or compiled. */
export class ProblemList {
  private readonly found: Problem[] = [];
  private readonly seen = new Set<string>();
  private errors = 0;
  private lenient = false;

  error(code: string, message: string, place: Place): void {
    this.errors++;
    this.add('error', code, message, place);
  }

  warning(code: string, message: string, place: Place): void {
    this.add('warning', code, message, place);
  }

  /** From now on keys that nobody knows are warned of, no errors. */
  beLenient(): void {
    this.lenient = true;
  }

  get isLenient(): boolean {
    return this.lenient;
  }

  get hasErrors(): boolean {
    return this.errors > 0;
  }

  get errorCount(): number {
    return this.errors;
  }

  /** Is nothing listed any more? Then a message need not be made. */
  get isFull(): boolean {
    return this.found.length >= MAX_PROBLEMS;
  }

  /** What was found first, with its message by itself. */
  get firstError(): Problem | null {
    return this.found.find(({ severity }) => severity === 'error') ?? null;
  }

  /** Takes over another list's findings. */
  take(other: ProblemList, isWanted: (problem: Problem) => boolean): void {
    for (const problem of other.found.filter(isWanted)) {
      this.errors += problem.severity === 'error' ? 1 : 0;
      this.add(problem.severity, problem.code, problem.message, problem);
    }
  }

  /** In the order of the text, libraries after the ruleset; at one position errors come first. */
  sorted(): readonly Problem[] {
    const found = this.found.map((problem) => ({ ...problem, message: placed(problem.message, problem.at) }));
    return found.sort(
      (a, b) =>
        compareText(a.at.library ?? '', b.at.library ?? '') ||
        a.at.line - b.at.line ||
        a.at.column - b.at.column ||
        Number(a.severity === 'warning') - Number(b.severity === 'warning'),
    );
  }

  /** An anchor used in many places is one piece of text: its faults are told once. */
  private add(severity: Problem['severity'], code: string, message: string, { path, at }: Place): void {
    const identity = `${at.library ?? ''}:${at.line}:${at.column}:${code}:${message}`;
    if (this.seen.has(identity) || this.found.length >= MAX_PROBLEMS) {
      return;
    }
    this.seen.add(identity);
    const type = LIBRARY_PROBLEM_TYPES.get(code) ?? 'ruleset';
    this.found.push({ severity, type, code, message, path, at });
    if (this.found.length === MAX_PROBLEMS) {
      const rest = `More than ${MAX_PROBLEMS} problems: the rest is not listed.`;
      this.found.push({
        severity: 'warning',
        type: 'ruleset',
        code: 'too_many_problems',
        message: rest,
        path: '',
        at,
      });
    }
  }
}

/** A line number alone would be looked up in the ruleset. */
function placed(message: string, at: Position): string {
  return at.library === undefined
    ? message
    : `In the library "${at.library}", line ${at.line}, column ${at.column}: ${message}`;
}

function compareText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
