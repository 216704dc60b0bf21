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

  error(code: string, message: string, place: Place): void {
    this.errors++;
    this.add({ severity: 'error', code, message, path: place.path, at: place.at });
  }

  warning(code: string, message: string, place: Place): void {
    this.add({ severity: 'warning', code, message, path: place.path, at: place.at });
  }

  get hasErrors(): boolean {
    return this.errors > 0;
  }

  get errorCount(): number {
    return this.errors;
  }

  /** In the order of the text; at one position errors come first. */
  sorted(): readonly Problem[] {
    return [...this.found].sort(
      (a, b) =>
        a.at.line - b.at.line ||
        a.at.column - b.at.column ||
        Number(a.severity === 'warning') - Number(b.severity === 'warning'),
    );
  }

  /** An anchor used in many places is one piece of text: its faults are told once. */
  private add(problem: Problem): void {
    const identity = `${problem.at.line}:${problem.at.column}:${problem.code}:${problem.message}`;
    if (this.seen.has(identity) || this.found.length >= MAX_PROBLEMS) {
      return;
    }
    this.seen.add(identity);
    this.found.push(problem);
    if (this.found.length === MAX_PROBLEMS) {
      const message = `More than ${MAX_PROBLEMS} problems: the rest is not listed.`;
      this.found.push({ severity: 'warning', code: 'too_many_problems', message, path: '', at: problem.at });
    }
  }
}
