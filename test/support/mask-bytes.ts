import { Readable, Writable } from 'node:stream';
import type {
  FileCounts,
  FileSource,
  MaskWork,
  ObjectFormat,
  ObjectOptions,
  RecordMasker,
  TabularFormat,
  TabularMaskerMaker,
} from '../../src/adapters/formats/index.js';

/** A file in memory, read in pieces of `pieceLength` bytes. */
export function bytesSource(bytes: Buffer, pieceLength = 64 * 1024, path = 'people.csv'): FileSource {
  return {
    ...{ path, size: bytes.length },
    open: (range) =>
      Promise.resolve(Readable.from(pieces(bytes.subarray(range?.start, range?.end), pieceLength))),
    local: () => Promise.reject(new Error('This file is in memory only')),
  };
}

function* pieces(bytes: Buffer, length: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) {
    yield bytes.subarray(at, at + length);
  }
}

/** A stream and what has been written to it. */
export function collector(): { readonly sink: Writable; bytes(): Buffer } {
  const chunks: Buffer[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(Buffer.from(chunk));
      setImmediate(done);
    },
  });
  return { sink, bytes: () => Buffer.concat(chunks) };
}

/** A masker that gives each cell of the columns `write` what `change` makes of it. */
export function changing(
  write: readonly number[],
  change: (value: string | null, row: number) => string | null,
): TabularMaskerMaker {
  return () => ({
    ...{ read: write, write },
    mask: (rows, first) => rows.map((row, index) => row.map((value) => change(value, first + index))),
  });
}

interface Format<Options, Masker> {
  mask(source: FileSource, sink: Writable, work: MaskWork<Options, Masker>): Promise<FileCounts>;
}

interface Masked {
  readonly bytes: Buffer;
  readonly counts: FileCounts;
}

/** Masks a file in memory. */
export function maskBytes<Options>(
  format: TabularFormat<Options>,
  source: FileSource,
  given: { options: Options; masker: TabularMaskerMaker },
  signal?: AbortSignal,
): Promise<Masked>;
export function maskBytes(
  format: ObjectFormat,
  source: FileSource,
  given: { options: ObjectOptions; masker: RecordMasker },
  signal?: AbortSignal,
): Promise<Masked>;
export async function maskBytes<Options, Masker>(
  format: Format<Options, Masker>,
  source: FileSource,
  { options, masker }: { options: Options; masker: Masker },
  signal: AbortSignal = new AbortController().signal,
): Promise<Masked> {
  const { sink, bytes } = collector();
  const counts = await format.mask(source, sink, {
    ...{ options, masker, progress: () => undefined, signal },
    scratch: () => Promise.reject(new Error('No folder for temporary files is given')),
  });
  return { bytes: bytes(), counts };
}
