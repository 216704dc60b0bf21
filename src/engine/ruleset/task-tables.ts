import type { MaskFileTask, MaskTableTask, MaskTabularFileTask, Task } from './nodes.js';
import type { Position } from './problem.js';

/** The tables that a task and its children change, as written. */
export function tablesOf(task: Task): readonly { readonly table: string; readonly at: Position }[] {
  switch (task.kind) {
    case 'mask_table':
    case 'mask_unique_key':
    case 'truncate_table':
    case 'build_temp_table':
      return [{ table: task.table, at: task.at }];
    case 'parallel':
    case 'serial':
      return task.tasks.flatMap(tablesOf);
    default:
      return [];
  }
}

/** Every `mask_table` task, in the order of the text. */
export function maskTableTasks(tasks: readonly Task[]): readonly MaskTableTask[] {
  return withoutGroups(tasks).filter((task) => task.kind === 'mask_table');
}

/** Every task that masks files, in the order of the text. */
export function maskFileTasks(tasks: readonly Task[]): readonly (MaskFileTask | MaskTabularFileTask)[] {
  return withoutGroups(tasks).filter(
    (task) => task.kind === 'mask_file' || task.kind === 'mask_tabular_file',
  );
}

function withoutGroups(tasks: readonly Task[]): readonly Task[] {
  return tasks.flatMap((task) =>
    task.kind === 'parallel' || task.kind === 'serial' ? withoutGroups(task.tasks) : [task],
  );
}
