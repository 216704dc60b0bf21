import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { open, type Entry, type ZipFile } from 'yauzl';

/** The archive is not one that is taken. The message says why and names the entry, never its content. */
export class ZipError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ZipError';
  }
}

export interface ZipLimits {
  /** Folders count, too. */
  readonly maxEntries: number;
  readonly maxEntryBytes: number;
  readonly maxTotalBytes: number;
  /**
   * Where the entry of this name is written to instead of being held in memory, however large it is; null: it is held.
   */
  readonly fileFor?: (name: string) => string | null;
}

export interface ZipEntry {
  /** With slashes between folders; safe to join to a folder. */
  readonly name: string;
  /** Empty when it was written to a file. */
  readonly bytes: Buffer;
}

/** Text shrinks to a tenth; what shrinks to a hundredth was made to burst. Small entries do no harm. */
const MAX_RATIO = 100;
const HARMLESS_BYTES = 1024 * 1024;

const FILE_TYPE = 0xf000;
const REGULAR = 0x8000;
const FOLDER = 0x4000;
const ZIP_MAGIC = Buffer.from([0x50, 0x4b, 0x03, 0x04]);

/**
 * The files in an archive, one after the other. Refuses (by `ZipError`) entries that lead out of a folder, that are
 * links, encrypted, archives themselves or named twice, and whatever is larger than the limits, before it is unpacked.
 */
export async function* zipEntries(path: string, limits: ZipLimits): AsyncGenerator<ZipEntry> {
  const zip = await opened(path);
  try {
    if (zip.entryCount > limits.maxEntries) {
      throw new ZipError(`The archive has more than ${limits.maxEntries} entries`);
    }
    const seen = new Set<string>();
    let total = 0;
    for await (const entry of zip.eachEntry()) {
      checkEntry(entry, limits, seen);
      total += entry.uncompressedSize;
      if (total > limits.maxTotalBytes) {
        throw new ZipError(`Unpacked, the archive has more than ${limits.maxTotalBytes} bytes`);
      }
      if (!entry.fileName.endsWith('/')) {
        yield { name: entry.fileName, bytes: await contentOf(zip, entry, limits) };
      }
    }
  } catch (error) {
    throw error instanceof ZipError ? error : new ZipError(reasonOf(error));
  } finally {
    zip.close();
  }
}

function opened(path: string): Promise<ZipFile> {
  const options = { lazyEntries: true, autoClose: false, strictFileNames: true, validateEntrySizes: true };
  return new Promise((resolve, reject) => {
    open(path, options, (error, zip) => {
      if (error === null) {
        resolve(zip);
      } else {
        reject(new ZipError(reasonOf(error)));
      }
    });
  });
}

function checkEntry(entry: Entry, limits: ZipLimits, seen: Set<string>): void {
  const { fileName: name, uncompressedSize, compressedSize } = entry;
  const problem =
    nameProblem(name) ??
    kindProblem(entry) ??
    sizeProblem(uncompressedSize, compressedSize, maxBytesOf(name, limits));
  if (problem !== null) {
    throw new ZipError(`The entry ${shown(name)} ${problem}`);
  }
  const key = name.normalize('NFC').toLowerCase();
  if (seen.has(key)) {
    throw new ZipError(`The entry ${shown(name)} is there twice`);
  }
  seen.add(key);
}

function nameProblem(name: string): string | null {
  const parts = name.replace(/\/$/, '').split('/');
  const leads =
    parts.some((part) => part === '' || part === '.' || part === '..') || /^[a-z]:|\\/i.test(name);
  if (leads) {
    return 'leads out of the archive';
  }
  return /\p{Cc}/u.test(name) ? 'has control characters in its name' : null;
}

function kindProblem(entry: Entry): string | null {
  const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE;
  if (type !== 0 && type !== REGULAR && type !== FOLDER) {
    return 'is a link or a device';
  }
  return entry.isEncrypted() ? 'is encrypted' : null;
}

function maxBytesOf(name: string, limits: ZipLimits): number {
  return (limits.fileFor?.(name) ?? null) === null ? limits.maxEntryBytes : limits.maxTotalBytes;
}

function sizeProblem(size: number, packed: number, maxBytes: number): string | null {
  if (size > maxBytes) {
    return `has more than ${maxBytes} bytes`;
  }
  return size > HARMLESS_BYTES && size > packed * MAX_RATIO ? 'is packed beyond reason' : null;
}

async function contentOf(zip: ZipFile, entry: Entry, { fileFor }: ZipLimits): Promise<Buffer> {
  const stream: Readable = await zip.openReadStreamPromise(entry);
  const path = fileFor?.(entry.fileName) ?? null;
  if (path !== null) {
    await pipeline(stream, createWriteStream(path, { mode: 0o600 }));
    return Buffer.alloc(0);
  }
  const pieces: Buffer[] = [];
  for await (const piece of stream) {
    pieces.push(piece as Buffer);
  }
  const bytes = Buffer.concat(pieces);
  if (bytes.subarray(0, ZIP_MAGIC.length).equals(ZIP_MAGIC)) {
    throw new ZipError(`The entry ${shown(entry.fileName)} is an archive itself`);
  }
  return bytes;
}

/** The library's texts quote names as they are. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  return /relative path|absolute path|invalid characters/i.test(message)
    ? 'An entry leads out of the archive'
    : 'The file is no zip archive, or a damaged one';
}

function shown(name: string): string {
  return JSON.stringify(name.slice(0, 100));
}
