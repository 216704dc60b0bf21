import type { FileFacts } from '../../adapters/storage/index.js';
import { failure } from '../run-log-lines.js';
import type { LogLine } from '../run-log-lines.js';
import { fileName } from './file-lines.js';
import { FileSorting } from './file-sorting.js';
import type { FileTask } from './run-file-kind.js';

const SHOWN = 10;

/**
 * Finds files that more than one task would mask. Every task reads the source, so the last one would show what the
 * others have masked.
 */
export class FileClashes {
  private readonly tasks: readonly { readonly task: FileTask; readonly sorting: FileSorting }[];
  private readonly found: { readonly path: string; readonly tasks: readonly FileTask[] }[] = [];
  private count = 0;

  constructor(tasks: readonly FileTask[]) {
    this.tasks = tasks.map((task) => ({ task, sorting: new FileSorting(task) }));
  }

  look(facts: FileFacts): void {
    const takers = this.tasks.filter(({ sorting }) => sorting.sort(facts).sort === 'to_mask');
    if (takers.length > 1) {
      this.count += 1;
      if (this.found.length < SHOWN) {
        this.found.push({ path: facts.path, tasks: takers.map(({ task }) => task) });
      }
    }
  }

  lines(): readonly LogLine[] {
    const lines = this.found.map(({ path, tasks }) =>
      failure(
        `${fileName(path)} would be masked by the tasks of lines ${tasks.map(({ at }) => at.line).join(' and ')}: ` +
          'only the last would take effect. Use include and skip so that one task masks it, with all its rules',
      ),
    );
    const more = this.count - this.found.length;
    return more > 0 ? [...lines, failure(`${more} more files would be masked by more than one task`)] : lines;
  }
}
