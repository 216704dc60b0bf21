import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A file system of one megabyte in memory. */
export interface SmallDisk {
  readonly folder: string;
  makeReadOnly(): Promise<void>;
  remove(): void;
}

/** A new folder in `parent`. Null where this user may not mount; the reason is printed then. */
export function mountSmallDisk(parent = tmpdir()): SmallDisk | null {
  const folder = mkdtempSync(join(parent, 'vizard-small-disk-'));
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).status !== 0) {
    rmSync(folder, { recursive: true });
    process.stderr.write('Skipped: tests of a full disk (this user may not mount one).\n');
    return null;
  }
  return {
    folder,
    makeReadOnly: async (): Promise<void> => {
      // Refused while a file is open for writing.
      while (spawnSync('mount', ['-o', 'remount,ro', folder]).status !== 0) {
        await sleep(50);
      }
    },
    remove: (): void => {
      // Also while a process that is about to end has a file open.
      spawnSync('umount', ['--lazy', folder]);
      rmSync(folder, { recursive: true });
    },
  };
}
