import { realpath, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';

import { readBaseDirectory } from '../safe-path.js';
import { StorageError } from '../storage-error.js';
import { mounted } from './mounted-errors.js';

/** The base directory of a connection, links resolved, and the root that nothing may leave. */
export interface MountedPlace {
  readonly root: string;
  readonly base: string;
}

/** Throws `StorageError` when the folder is not there or lies outside the mounted shares. */
export async function mountedPlace(mountsDir: string, baseDirectory: string): Promise<MountedPlace> {
  const relative = readBaseDirectory(baseDirectory);
  const root = await realpath(mountsDir).catch(() => {
    throw new StorageError('not_found', 'The folder of mounted shares (MOUNTS_DIR) is not there.');
  });
  return mounted(async () => {
    const base = await realpath(join(root, relative)).catch((error: unknown) => {
      throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? noBase(relative) : error;
    });
    assertInside(root, base);
    if (!(await stat(base)).isDirectory()) {
      throw new StorageError('bad_path', 'The base directory is a file.');
    }
    return { root, base };
  });
}

/** The real path of something below the base; throws `bad_path` when it lies outside the mounted shares. */
export async function realPathOf(place: MountedPlace, path: string): Promise<string> {
  const real = await realpath(join(place.base, path));
  assertInside(place.root, real);
  return real;
}

/** As `realPathOf` for what need not be there: the part that is there is resolved, the rest follows. */
export async function realPlaceOf(place: MountedPlace, path: string): Promise<string> {
  const missing: string[] = [];
  let present = path;
  for (;;) {
    try {
      return join(await realPathOf(place, present), ...missing);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || present === '.') {
        throw error;
      }
      missing.unshift(present.slice(present.lastIndexOf('/') + 1));
      present = dirname(present);
    }
  }
}

/** Throws `bad_path` when a real path lies outside the mounted shares. */
export function assertInside(root: string, real: string): void {
  if (real !== root && !real.startsWith(root.endsWith(sep) ? root : root + sep)) {
    throw new StorageError('bad_path', 'A symbolic link leads out of the mounted shares.');
  }
}

function noBase(relative: string): StorageError {
  return new StorageError(
    'not_found',
    `There is no folder "${relative}" among the mounted shares. Is the share mounted into MOUNTS_DIR?`,
  );
}
