import { maskTableTasks } from './task-tables.js';
import { quoted } from './near-miss.js';
import type { ColumnRule, MaskTableTask, Task } from './nodes.js';
import type { ProblemList } from './problem-list.js';

/** More rules on one column than this are not compared with one another. */
const MAX_COMPARED = 50;

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
  const byColumn = new Map<string, ColumnRule[]>();
  for (const rule of task.rules) {
    const earlier = byColumn.get(rule.column) ?? [];
    byColumn.set(rule.column, earlier);
    const first = earlier.find((candidate) => alwaysMeet(candidate, rule));
    if (first !== undefined) {
      const message = `The column ${quoted(rule.column)} already has a rule in line ${first.at.line}; this one masks its result.`;
      problems.warning('duplicate_rule', message, { path: rule.path, at: rule.at });
    }
    if (earlier.length < MAX_COMPARED) {
      earlier.push(rule);
    }
  }
}

/** Whenever the one with more conditions applies, does the other? Branches of conditions may share a column. */
function alwaysMeet(a: ColumnRule, b: ColumnRule): boolean {
  const [fewer, more] = a.guards.length <= b.guards.length ? [a, b] : [b, a];
  return fewer.guards.every(({ condition, holds }) =>
    more.guards.some((guard) => guard.condition === condition && guard.holds === holds),
  );
}
