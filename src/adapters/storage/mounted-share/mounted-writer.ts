import { randomBytes } from 'node:crypto';
import { lstat, mkdir, open, realpath, rename, rm, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';

import { unfinishedName } from '../safe-path.js';
import type { FileTraits, FileWriter } from '../storage-adapter.js';
import { StorageError } from '../storage-error.js';
import { mounted, mountedError } from './mounted-errors.js';
import { assertInside, realPlaceOf, type MountedPlace } from './mounted-place.js';

/** Writes beside the final name under a hidden one, so that renaming is one step within one file system. */
export class MountedWriter implements FileWriter {
  readonly body: Writable;
  private isShown = false;

  private constructor(
    private readonly handle: FileHandle,
    private readonly draft: string,
    private readonly target: string,
    private readonly mode: number | null,
  ) {
    this.body = new Writable({
      highWaterMark: 1_024 * 1_024,
      write: (chunk: Buffer, _, done) => {
        handle.writeFile(chunk).then(
          () => {
            done();
          },
          (error: unknown) => {
            done(mountedError(error));
          },
        );
      },
    });
    // Whoever writes hears of errors by the stream; a writer that is dropped must not end the process.
    this.body.on('error', () => undefined);
  }

  static async create(
    place: MountedPlace,
    path: string,
    traits: FileTraits,
    owner: string,
  ): Promise<MountedWriter> {
    const folder = await realPlaceOf(place, dirname(path));
    await mkdir(folder, { recursive: true });
    assertInside(place.root, await realpath(folder));
    const target = join(folder, basename(path));
    if (await isFolder(target)) {
      throw new StorageError('not_a_file', 'There is a folder of this name.');
    }
    const draft = join(folder, unfinishedName(owner, randomBytes(8).toString('hex')));
    const handle = await open(draft, 'wx', traits.mode === null ? 0o666 : 0o600);
    return new MountedWriter(handle, draft, target, traits.mode);
  }

  async complete(): Promise<void> {
    try {
      this.body.end();
      await finished(this.body);
      await mounted(() => this.publish());
    } catch (error) {
      await this.abandon();
      throw error;
    }
  }

  async abandon(): Promise<boolean> {
    if (this.isShown) {
      return true;
    }
    this.body.destroy();
    await this.handle.close().catch(() => undefined);
    return rm(this.draft, { force: true }).then(
      () => true,
      () => false,
    );
  }

  private async publish(): Promise<void> {
    if (this.mode !== null) {
      await this.handle.chmod(this.mode);
    }
    await this.handle.sync();
    await this.handle.close();
    await rename(this.draft, this.target);
    this.isShown = true;
    await syncFolder(dirname(this.target));
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isDirectory();
  } catch {
    return false;
  }
}

/** Makes a name durable. Some network file systems cannot do this for folders, and do it by themselves. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
