import { FormatError } from '../format-error.js';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Compression } from '../file-kind.js';
import type { Readable } from 'node:stream';

/** A few bytes may stand for very many: so much is unpacked at once. */
const ZSTD_PIECE = 4 * 1024;
const GZIP_PIECE = 64 * 1024;

/** What is in a compressed stream, piece by piece. Throws `FormatError` where it is damaged or cut off. */
export function unpack(packed: Readable, compression: Compression): AsyncGenerator<Buffer, void, void> {
  return compression === 'gzip' ? unpackGzip(packed) : unpackZstd(packed);
}

async function* unpackGzip(packed: Readable): AsyncGenerator<Buffer, void, void> {
  const unzip = createGunzip({ chunkSize: GZIP_PIECE });
  // Closes each stream when the other one ends early; faults come out of the loop.
  pipeline(packed, unzip, () => undefined);
  try {
    for await (const chunk of unzip as AsyncIterable<Buffer>) {
      yield chunk;
    }
  } catch (error) {
    throw isZlibError(error) ? damaged('gzip', error) : error;
  }
}

function isZlibError(error: unknown): boolean {
  return String((error as NodeJS.ErrnoException | null)?.code).startsWith('Z_');
}

async function* unpackZstd(packed: Readable): AsyncGenerator<Buffer, void, void> {
  const { Decompress } = await import('fzstd');
  const pieces: Buffer[] = [];
  const unzip = new Decompress((piece) =>
    pieces.push(Buffer.from(piece.buffer, piece.byteOffset, piece.length)),
  );
  const feed = (bytes: Uint8Array, isLast: boolean): readonly Buffer[] => {
    try {
      unzip.push(bytes, isLast);
    } catch (error) {
      throw damaged('zstd', error);
    }
    return pieces.splice(0);
  };
  for await (const chunk of packed as AsyncIterable<Buffer>) {
    for (let at = 0; at < chunk.length; at += ZSTD_PIECE) {
      yield* feed(chunk.subarray(at, at + ZSTD_PIECE), false);
    }
  }
  yield* feed(new Uint8Array(0), true);
}

function damaged(name: string, cause: unknown): FormatError {
  return new FormatError('corrupt', `The ${name} data of the file is damaged or cut off.`, { cause });
}
