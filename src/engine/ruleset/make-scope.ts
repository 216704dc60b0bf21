import { readMasks } from './read-masks.js';
import { readTasks } from './read-tasks.js';
import type { ProblemList } from './problem-list.js';
import type { ReadScope } from './read-scope.js';
import type { SeedCatalog } from '../ports/seed-files.js';
import type { SkipItem } from './nodes.js';

export interface ScopeOptions {
  readonly target: ReadScope['target'];
  readonly seedCatalog: SeedCatalog | null;
  readonly skipDefaults: readonly SkipItem[];
}

/** What the readers of one document share. */
export function makeScope(problems: ProblemList, options: ScopeOptions): ReadScope {
  return {
    problems,
    ...options,
    hasRow: options.target !== 'in_flight',
    seedFiles: new Set(),
    readTasks,
    readMasks,
  };
}
