import type { FileFacts } from '../../adapters/storage/index.js';
import { compileFileChoice } from '../../engine/index.js';
import type { FileChoice } from '../../engine/index.js';
import { fileReader } from './run-file-kind.js';
import type { FileTask } from './run-file-kind.js';

/** `cannot`: the task asks for the file, and it cannot be masked. */
export type FileSort = 'to_mask' | 'skipped' | 'not_included' | 'cannot';

export interface SortedFile {
  readonly sort: FileSort;
  readonly path: string;
  readonly size: number;
  readonly version: string;
  readonly fileType: string;
  /** Null: it is to be masked. */
  readonly skipReason: string | null;
}

/** Said of a file that none of a task's filters names. */
export const NOT_INCLUDED = 'No include filter names it';

/** Decides what becomes of each file that a task looks at. */
export class FileSorting {
  private readonly choose: (path: string) => FileChoice;

  constructor(private readonly task: FileTask) {
    this.choose = compileFileChoice(task);
  }

  sort({ path, size, version, unreadable }: FileFacts): SortedFile {
    const reader = fileReader(this.task, path);
    const sorted = (sort: FileSort, skipReason: string | null): SortedFile => ({
      ...{ sort, path, size, version, fileType: reader.type, skipReason },
    });
    const chosen = this.choose(path);
    if (chosen.choice === 'not_included') {
      return sorted('not_included', NOT_INCLUDED);
    }
    if (chosen.choice === 'skipped') {
      return sorted('skipped', `The skip filter ${chosen.filter} names it`);
    }
    if (unreadable !== null) {
      return sorted('cannot', unreadable);
    }
    if (reader.by !== null) {
      return sorted('to_mask', null);
    }
    // Without an include nobody has asked for just this file.
    const isAsked = this.task.include.length > 0 || !reader.isForOther;
    return sorted(isAsked ? 'cannot' : 'skipped', reader.reason);
  }
}
