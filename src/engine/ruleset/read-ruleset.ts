import type { SeedCatalog } from '../ports/seed-files.js';
import type { Ruleset } from './nodes.js';
import type { Problem } from './problem.js';

/** What reading a ruleset may depend on, besides its text. */
export interface ReadOptions {
  /** What the ruleset is for; `database` when absent. */
  readonly target?: 'database' | 'file' | undefined;
  /** Replaces `{{ locality }}`; `US` when absent. */
  readonly locality?: string | undefined;
  /** Known seed files; without it their names are not checked. */
  readonly seedCatalog?: SeedCatalog | null | undefined;
}

export interface ReadResult {
  /** Null when any problem is an error. */
  readonly ruleset: Ruleset | null;
  /** All findings, in the order of the text. */
  readonly problems: readonly Problem[];
}

/** Reads and checks ruleset text. Never throws; collects every problem it can find. */
export function readRuleset(text: string, options: ReadOptions = {}): ReadResult {
  void text;
  void options;
  return { ruleset: null, problems: [] };
}
