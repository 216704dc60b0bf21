import { Readable } from 'node:stream';
import type { FileSource } from '../../src/adapters/formats/index.js';

/** What `createReadStream` hands out at a time. */
const PIECE = 64 * 1024;

/** A file of `bytes` bytes or a little more that no disk holds: `page` over and over behind `head`. */
export function endlessSource(path: string, bytes: number, { head, page }: RepeatedText): FileSource {
  const repeated = Buffer.from(page.repeat(Math.ceil((2 * PIECE) / page.length)));
  return {
    ...{ path, size: bytes, local: () => Promise.reject(new Error('There is no such file')) },
    open: (range) => {
      const end = Math.min(bytes, range?.end ?? Number.POSITIVE_INFINITY);
      return Promise.resolve(Readable.from(pieces(Buffer.from(head), repeated, end), { objectMode: false }));
    },
  };
}

export interface RepeatedText {
  readonly head: string;
  /** Whole lines. */
  readonly page: string;
}

function* pieces(head: Buffer, repeated: Buffer, end: number): Generator<Buffer> {
  yield head;
  for (let at = head.length; at < end; at += repeated.length) {
    for (let from = 0; from < repeated.length; from += PIECE) {
      yield repeated.subarray(from, from + PIECE);
    }
  }
}
