import { ByteSink } from '../byte-sink.js';
import { readHead } from '../read-head.js';
import { resolveEncoding } from '../text-encoding.js';
import { textCodec } from '../text-codec.js';
import { unitsOf } from '../unit-stream.js';
import type { FileSource, ObjectOptions } from '../format-adapter.js';
import type { TextCodec } from '../text-codec.js';
import type { Writable } from 'node:stream';

/** Enough for telling the encoding. */
const FIRST_LOOK = 64 * 1024;

/** A text file that is being masked: what it is written in, its units, and where they go. */
export interface TextWork {
  readonly codec: TextCodec;
  /** Its units from the start, piece by piece; a byte order mark is copied. */
  units(): AsyncGenerator<string, void, void>;
  /** The same once more. */
  unitsAgain(): AsyncGenerator<string, void, void>;
  write(units: string): Promise<void>;
  end(): Promise<void>;
  /** Of the file, so far. */
  bytesRead(): number;
}

/** What is asked here of a `MaskWork`, whatever its format. */
interface EncodedWork {
  readonly options: ObjectOptions;
  readonly signal: AbortSignal;
}

/** `special`: the characters that structure the format. Throws `FormatError`. */
export async function openText(
  source: FileSource,
  target: { readonly sink: Writable; readonly work: EncodedWork },
  special: readonly string[],
): Promise<TextWork> {
  const { sink, work } = target;
  const head = await readHead(source, FIRST_LOOK);
  const codec = textCodec(resolveEncoding(work.options.encoding, head), special);
  const output = new ByteSink(sink, work.signal);
  let bytesRead = 0;
  const read = (bytes: number): void => void (bytesRead = bytes);
  const units = async function* (mark: (bytes: Buffer) => Promise<void>): AsyncGenerator<string, void, void> {
    yield* unitsOf(await source.open(), codec, { signal: work.signal, mark, read });
  };
  return {
    codec,
    units: () => units((bytes) => output.write(bytes)),
    unitsAgain: () => units(() => Promise.resolve()),
    write: (units) => output.write(codec.encode(units)),
    end: () => output.end(),
    bytesRead: () => bytesRead,
  };
}
