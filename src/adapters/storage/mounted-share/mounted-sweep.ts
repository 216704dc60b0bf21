import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { isUnfinishedOf } from '../safe-path.js';
import { mountedError } from './mounted-errors.js';

/** Removes the unfinished files of one owner in a folder and below; links are not followed. Tells how many. */
export async function sweepMounted(folder: string, owner: string): Promise<number> {
  let dropped = 0;
  for (const entry of await entriesOf(folder)) {
    if (entry.isDirectory()) {
      dropped += await sweepMounted(join(folder, entry.name), owner);
    } else if (entry.isFile() && isUnfinishedOf(entry.name, owner)) {
      await rm(join(folder, entry.name), { force: true });
      dropped += 1;
    }
  }
  return dropped;
}

async function entriesOf(folder: string): ReturnType<typeof readEntries> {
  try {
    return await readEntries(folder);
  } catch (error) {
    // What this user may not look into, this user has not written either.
    if (['not_found', 'denied'].includes(mountedError(error).code)) {
      return [];
    }
    throw error;
  }
}

function readEntries(folder: string) {
  return readdir(folder, { withFileTypes: true });
}
