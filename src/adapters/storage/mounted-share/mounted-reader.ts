import { constants, type BigIntStats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';

import type { FileFacts, OpenFile, OpenOptions } from '../storage-adapter.js';
import { StorageError } from '../storage-error.js';
import { mountedError } from './mounted-errors.js';

const CHUNK = 256 * 1_024;
const PERMISSIONS = 0o777n;

/** Never waits for the other end of a pipe, and the last part is no link: the path is a real one. */
const READ_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** `real`: the resolved path. */
export async function openMountedFile(real: string, path: string, options: OpenOptions): Promise<OpenFile> {
  const handle = await open(real, READ_FLAGS);
  try {
    const stats = await handle.stat({ bigint: true });
    if (!stats.isFile()) {
      throw new StorageError('not_a_file', 'It is not a regular file.');
    }
    const facts = factsOf(path, stats);
    if (options.version !== undefined && options.version !== facts.version) {
      throw changed();
    }
    const body = Readable.from(chunksOf(handle, facts, options.range), {
      objectMode: false,
      highWaterMark: CHUNK,
    });
    // Not in the generator: one that was never begun does not end either.
    body.once('close', () => void handle.close().catch(() => undefined));
    return { facts, traits: { contentType: null, mode: Number(stats.mode & PERMISSIONS) }, body };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

export function factsOf(path: string, stats: BigIntStats): FileFacts {
  return {
    path,
    size: Number(stats.size),
    version: versionOf(stats),
    modifiedAt: new Date(Number(stats.mtimeMs)).toISOString(),
    unreadable: stats.isFile() ? null : 'It is not a regular file.',
  };
}

/** Without the device: its number may be another one after a restart. */
function versionOf(stats: BigIntStats): string {
  return `${stats.ino}-${stats.size}-${stats.mtimeNs}`;
}

async function* chunksOf(
  handle: FileHandle,
  facts: FileFacts,
  range: OpenOptions['range'],
): AsyncGenerator<Buffer> {
  const end = Math.min(range?.end ?? facts.size, facts.size);
  let position = range?.start ?? 0;
  try {
    while (position < end) {
      const wanted = Math.min(CHUNK, end - position);
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(wanted), 0, wanted, position);
      if (bytesRead === 0) {
        throw changed();
      }
      position += bytesRead;
      yield bytesRead === wanted ? buffer : buffer.subarray(0, bytesRead);
    }
    if (versionOf(await handle.stat({ bigint: true })) !== facts.version) {
      throw changed();
    }
  } catch (error) {
    throw mountedError(error);
  }
}

function changed(): StorageError {
  return new StorageError('changed', 'The file was changed by someone else meanwhile.');
}
