import type { TaskReader } from '../ruleset/read-scope.js';

/** One kind of task: its name in the ruleset, where it belongs, and how it is read. */
export interface TaskDefinition {
  readonly name: string;
  readonly targets: readonly ('database' | 'file')[];
  /** False: the task is read and checked, and runs refuse it until they can carry it out. */
  readonly canRun: boolean;
  /** Given: the task is deprecated, and this should be used. */
  readonly insteadUse?: string;
  readonly read: TaskReader;
}
