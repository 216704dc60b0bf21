import { packer } from './packer.js';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { unpack } from './unpack.js';
import type { Compression } from '../file-kind.js';
import type { FileCounts, FileSource, MaskWork, ObjectFormat, TabularFormat } from '../format-adapter.js';
import type { Writable } from 'node:stream';

/** The same format in compressed files, which are compressed again in the same way. Null: the format itself. */
export function tabularWithCompression<Options>(
  format: TabularFormat<Options>,
  compression: Compression | null,
): TabularFormat<Options> {
  return compression === null
    ? format
    : {
        columns: (source, options) => format.columns(new UnpackedSource(source, compression), options),
        mask: (source, sink, work) => maskPacked({ format, compression }, source, { sink, work }),
      };
}

/** As `tabularWithCompression`. */
export function objectsWithCompression(format: ObjectFormat, compression: Compression | null): ObjectFormat {
  return compression === null
    ? format
    : {
        content: format.content,
        mask: (source, sink, work) => maskPacked({ format, compression }, source, { sink, work }),
      };
}

interface Packed<Options, Masker> {
  readonly format: {
    mask(source: FileSource, sink: Writable, work: MaskWork<Options, Masker>): Promise<FileCounts>;
  };
  readonly compression: Compression;
}

interface Target<Options, Masker> {
  readonly sink: Writable;
  readonly work: MaskWork<Options, Masker>;
}

async function maskPacked<Options, Masker>(
  { format, compression }: Packed<Options, Masker>,
  source: FileSource,
  { sink, work }: Target<Options, Masker>,
): Promise<FileCounts> {
  const unpacked = new UnpackedSource(source, compression);
  const packing = await packer(compression);
  const written = pipeline(packing, sink);
  // Its faults reach the format through `packing`; what is left is awaited below.
  written.catch(() => undefined);
  try {
    const counts = await format.mask(unpacked, packing, {
      ...work,
      progress: (rows) => work.progress(rows, unpacked.bytesRead),
    });
    await written;
    return counts;
  } catch (error) {
    packing.destroy();
    throw error;
  }
}

/** A compressed file as if it were not. */
class UnpackedSource implements FileSource {
  /** Unknown until it has been read. */
  readonly size = Infinity;
  /** Of the stored file, by the stream opened last. */
  bytesRead = 0;
  readonly path: string;

  constructor(
    private readonly source: FileSource,
    private readonly compression: Compression,
  ) {
    this.path = source.path;
  }

  /** From the start only. */
  async open(): Promise<Readable> {
    this.bytesRead = 0;
    const stored = await this.source.open();
    const counted = Readable.from(this.counted(stored), { objectMode: false });
    return Readable.from(unpack(counted, this.compression), { highWaterMark: 2 });
  }

  local(): Promise<string> {
    return Promise.reject(new Error('A format that needs random access is never compressed as a whole'));
  }

  private async *counted(stored: Readable): AsyncGenerator<Buffer, void, void> {
    for await (const chunk of stored as AsyncIterable<Buffer>) {
      this.bytesRead += chunk.length;
      yield chunk;
    }
  }
}
