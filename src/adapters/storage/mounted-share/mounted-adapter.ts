import { randomBytes } from 'node:crypto';
import { open, opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { assertPath, unfinishedName, unfinishedPrefix } from '../safe-path.js';
import type {
  FileFacts,
  FileStore,
  FileTraits,
  FileWriter,
  OpenFile,
  OpenOptions,
  StorageAdapter,
  StorageEnvironment,
} from '../storage-adapter.js';
import { StorageError } from '../storage-error.js';
import { mounted, mountedError } from './mounted-errors.js';
import { listMounted } from './mounted-listing.js';
import { mountedPlace, realPathOf, realPlaceOf, type MountedPlace } from './mounted-place.js';
import { factsOf, openMountedFile } from './mounted-reader.js';
import { sweepMounted } from './mounted-sweep.js';
import { MountedWriter } from './mounted-writer.js';

/** Folders that the operator has mounted below MOUNTS_DIR. */
export function mountedAdapter({ mountsDir }: StorageEnvironment): StorageAdapter {
  return {
    async test({ baseDirectory }, roles) {
      const { base } = await mountedPlace(mountsDir, baseDirectory);
      await mounted(async () => {
        const folder = await opendir(base);
        await folder.read();
        await folder.close();
        if (roles.destination) {
          await tryToWrite(base);
        }
      });
    },
    async open({ baseDirectory }, owner) {
      unfinishedPrefix(owner);
      return new MountedStore(await mountedPlace(mountsDir, baseDirectory), owner);
    },
  };
}

class MountedStore implements FileStore {
  readonly identity: string;

  constructor(
    private readonly files: MountedPlace,
    private readonly owner: string,
  ) {
    this.identity = `mounted_share:${files.base}`;
  }

  list({ recurse }: { readonly recurse: boolean }): AsyncIterable<FileFacts> {
    return listMounted(this.files, recurse);
  }

  async stat(path: string): Promise<FileFacts | null> {
    assertPath(path);
    try {
      const stats = await stat(await realPathOf(this.files, path), { bigint: true });
      return stats.isDirectory() ? null : factsOf(path, stats);
    } catch (error) {
      const fault = mountedError(error);
      if (fault.code === 'not_found' || fault.code === 'not_a_file') {
        return null;
      }
      throw fault;
    }
  }

  place(path: string): Promise<string> {
    assertPath(path);
    return mounted(async () => `mounted_share:${await realPlaceOf(this.files, path)}`);
  }

  open(path: string, options: OpenOptions = {}): Promise<OpenFile> {
    return mounted(async () => {
      assertPath(path);
      return openMountedFile(await realPathOf(this.files, path), path, options);
    });
  }

  create(path: string, traits: FileTraits): Promise<FileWriter> {
    return mounted(() => {
      assertPath(path);
      return MountedWriter.create(this.files, path, traits, this.owner);
    });
  }

  sweep(owner: string): Promise<number> {
    return mounted(() => sweepMounted(this.files.base, owner));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** Files are made under hidden names anyway: making one and dropping it shows everything that writing needs. */
async function tryToWrite(base: string): Promise<void> {
  const probe = join(base, unfinishedName('test', randomBytes(8).toString('hex')));
  try {
    const handle = await open(probe, 'wx', 0o600);
    await handle.writeFile('x').finally(() => handle.close());
  } catch (error) {
    const { code, message } = mountedError(error);
    throw new StorageError(code, `Files cannot be written there: ${message}`, { cause: error });
  } finally {
    await rm(probe, { force: true });
  }
}
