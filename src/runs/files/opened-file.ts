import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ByteRange, FileSource } from '../../adapters/formats/index.js';
import { StorageError } from '../../adapters/storage/index.js';
import type { FileFacts, FileStore, FileTraits, OpenFile } from '../../adapters/storage/index.js';

/** Which file, and which version of it. */
export type FileVersion = Pick<FileFacts, 'path' | 'size' | 'version'>;

/** A file of the source for the time that it is masked: always the version that was listed. */
export class OpenedFile implements FileSource {
  readonly path: string;
  readonly size: number;
  private readonly bodies = new Set<Readable>();
  private readonly folders: string[] = [];

  readonly traits: FileTraits;
  /** Opened to learn the traits: whoever reads the whole file first gets it. */
  private first: Readable | null;

  private constructor(
    private readonly store: FileStore,
    private readonly file: FileVersion,
    private readonly signal: AbortSignal,
    { traits, body }: OpenFile,
  ) {
    this.path = file.path;
    this.size = file.size;
    this.traits = traits;
    this.first = this.keep(body);
  }

  /** Throws `StorageError`, `changed` where it is another file by now. */
  static async open(store: FileStore, file: FileVersion, signal: AbortSignal): Promise<OpenedFile> {
    return new OpenedFile(store, file, signal, await store.open(file.path, { version: file.version }));
  }

  async open(range?: ByteRange): Promise<Readable> {
    const { first } = this;
    if (range === undefined && first !== null) {
      this.first = null;
      return first;
    }
    const { version, path } = this.file;
    const { body } = await this.store.open(path, { version, ...(range === undefined ? {} : { range }) });
    return this.keep(body);
  }

  async local(): Promise<string> {
    const copy = join(await this.scratch(), 'copy');
    await pipeline(await this.open(), createWriteStream(copy, { mode: 0o600 }), { signal: this.signal });
    return copy;
  }

  /** A new, empty folder for what a format must keep outside its memory; gone with `close`. */
  async scratch(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'vizard-file-'));
    this.folders.push(folder);
    return folder;
  }

  /** Throws `StorageError` when the file is not any more what was read. */
  async assertUnchanged(): Promise<void> {
    const now = await this.store.stat(this.path);
    if (now === null) {
      throw new StorageError('not_found', 'The file vanished while it was masked.');
    }
    if (now.version !== this.file.version) {
      throw new StorageError('changed', 'The file was changed while it was masked.');
    }
  }

  async close(): Promise<void> {
    this.bodies.forEach((body) => body.destroy());
    await Promise.all(this.folders.map((folder) => rm(folder, { recursive: true, force: true })));
  }

  private keep(body: Readable): Readable {
    // One that nobody reads any more may still fail.
    body.on('error', () => undefined);
    this.bodies.add(body);
    body.once('close', () => this.bodies.delete(body));
    return body;
  }
}
