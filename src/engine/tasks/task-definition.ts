import type { TaskReader } from '../ruleset/read-scope.js';

/** One kind of task: its name in the ruleset and how it is read. */
export interface TaskDefinition {
  readonly name: string;
  readonly read: TaskReader;
}
