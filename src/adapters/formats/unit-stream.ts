import { FormatError } from './format-error.js';
import type { Readable } from 'node:stream';
import type { TextCodec } from './text-codec.js';

export interface UnitStreamOptions {
  readonly signal: AbortSignal;
  /** Takes the byte order mark of the file, if it has one, as it stands there. */
  readonly mark: (bytes: Buffer) => Promise<void>;
  /** Told before each piece how many bytes of the stream are done with it. */
  readonly read: (bytes: number) => void;
}

/** The units of a text file, piece by piece. The stream is closed whatever happens. */
export async function* unitsOf(
  stream: Readable,
  codec: TextCodec,
  options: UnitStreamOptions,
): AsyncGenerator<string, void, void> {
  const decoder = codec.decoder();
  const { markLength } = codec.encoding;
  let mark = Buffer.alloc(0);
  let done = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    options.signal.throwIfAborted();
    const rest = chunk.subarray(Math.max(0, markLength - mark.length));
    if (mark.length < markLength) {
      mark = Buffer.concat([mark, chunk.subarray(0, chunk.length - rest.length)]);
      await options.mark(mark.subarray(mark.length - (chunk.length - rest.length)));
    }
    done += chunk.length;
    options.read(done);
    yield decoder.push(rest);
  }
  if (mark.length < markLength) {
    throw new FormatError('corrupt', 'The file became shorter while it was read.');
  }
  yield decoder.end();
}
