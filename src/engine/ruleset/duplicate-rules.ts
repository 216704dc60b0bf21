import { maskTableTasks } from './task-tables.js';
import { quoted } from './near-miss.js';
import type { MaskTableTask, Task } from './nodes.js';
import type { ProblemList } from './problem-list.js';

/** Warns where one column has several rules, or one table several tasks: allowed, but seldom meant. */
export function warnAboutDuplicates(tasks: readonly Task[], problems: ProblemList): void {
  const seen = new Map<string, MaskTableTask>();
  for (const task of maskTableTasks(tasks)) {
    warnAboutColumns(task, problems);
    const first = seen.get(task.table);
    if (first === undefined) {
      seen.set(task.table, task);
      continue;
    }
    const message = `The table ${quoted(task.table)} is already masked by the task in line ${first.at.line}.`;
    problems.warning('duplicate_rule', message, { path: `tasks ${task.path}`, at: task.at });
  }
}

function warnAboutColumns(task: MaskTableTask, problems: ProblemList): void {
  const lines = new Map<string, number>();
  for (const rule of task.rules) {
    const first = lines.get(rule.column);
    if (first === undefined) {
      lines.set(rule.column, rule.at.line);
      continue;
    }
    const message = `The column ${quoted(rule.column)} already has a rule in line ${first}; this one masks its result.`;
    problems.warning('duplicate_rule', message, { path: rule.path, at: rule.at });
  }
}
