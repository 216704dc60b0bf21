import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

import { StorageError } from './storage-error.js';

const MOST_FAILURES = 5;
const FIRST_WAIT_MS = 200;

/** How to read one version of a file that lies behind a network. */
export interface ResumableFile {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /** From a position to `end`, of the version that was begun with; throws `changed` when there is another one. */
  readonly from: (position: number) => Promise<Readable>;
  /** What an error of a body means. */
  readonly faultOf: (error: unknown) => StorageError;
}

/**
 * The bytes of a file, whole or not at all: where the connection breaks they are asked for from there on, a few times.
 * Resolves when the first answer is there, so that refusals are thrown here.
 */
export async function resumingBody(file: ResumableFile): Promise<Readable> {
  const { start, end, faultOf } = file;
  if (start >= end) {
    return Readable.from([]);
  }
  let source: Readable;
  try {
    source = await file.from(start);
  } catch (error) {
    throw faultOf(error);
  }
  const body = Readable.from(bytesOf(file, source), { objectMode: false, highWaterMark: 256 * 1_024 });
  // Also when nobody has begun to read: the generator has not taken it over then.
  body.once('close', () => source.on('error', () => undefined).destroy());
  return body;
}

async function* bytesOf(file: ResumableFile, first: Readable): AsyncGenerator<Buffer> {
  let position = file.start;
  let source: Readable | null = first;
  let failures = 0;
  while (position < file.end) {
    try {
      source ??= await file.from(position);
      for await (const chunk of source as AsyncIterable<Buffer>) {
        position += chunk.length;
        failures = 0;
        yield chunk;
      }
      if (position < file.end) {
        throw new StorageError('unreachable', 'The storage ended the file too early.');
      }
    } catch (error) {
      const fault = file.faultOf(error);
      failures += 1;
      if (!fault.transient || failures > MOST_FAILURES) {
        throw fault;
      }
      source = null;
      await wait(FIRST_WAIT_MS * 2 ** (failures - 1));
    }
  }
}
