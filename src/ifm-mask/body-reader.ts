import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, type InputType, type ZlibOptions } from 'node:zlib';
import type { NowOrLater } from '../common/async/now-or-later.js';
import {
  InvalidInputError,
  TooLargeError,
  TooSlowError,
  UnsupportedMediaTypeError,
} from '../common/errors/domain-error.js';
import type { Deadlines } from './deadlines.js';

export interface BodyBounds {
  readonly maxMb: number;
  /** Within which the whole body must have arrived. */
  readonly maxMs: number;
  /** Watches over `maxMs`. */
  readonly deadlines: Deadlines;
}

type Decompress = (bytes: InputType, options: ZlibOptions) => Promise<Buffer>;

/** How a body may be compressed. */
export type ContentEncoding = 'identity' | 'gzip' | 'deflate' | 'br';

const ENCODINGS: Readonly<Record<string, ContentEncoding | undefined>> = {
  ...{ identity: 'identity', gzip: 'gzip', 'x-gzip': 'gzip', deflate: 'deflate', br: 'br' },
};

const DECOMPRESS: Readonly<Record<Exclude<ContentEncoding, 'identity'>, Decompress>> = {
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/** Throws where the encoding is none that is known. */
export function contentEncodingOf(request: IncomingMessage): ContentEncoding {
  const name = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const encoding = Object.hasOwn(ENCODINGS, name) ? ENCODINGS[name] : undefined;
  if (encoding === undefined) {
    throw new UnsupportedMediaTypeError('The body may be compressed by gzip, deflate or br only.');
  }
  return encoding;
}

/**
 * Does something with the text of a whole body, as soon as it is there. Of compressed bodies the limit holds before and
 * after: a bomb does not go off.
 */
export function withBodyText<T>(
  request: IncomingMessage,
  bounds: BodyBounds,
  use: (text: string) => NowOrLater<T>,
): Promise<T> {
  const encoding = contentEncodingOf(request);
  return withBytes(request, bounds, (bytes) =>
    encoding === 'identity'
      ? use(toText(bytes))
      : decompressed(bytes, DECOMPRESS[encoding], bounds).then((plain) => use(toText(plain))),
  );
}

/** Without a byte order mark. */
function toText(bytes: Buffer): string {
  if (!isUtf8(bytes)) {
    throw new InvalidInputError('The body is not valid UTF-8.');
  }
  const text = bytes.toString('utf8');
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

function withBytes<T>(
  request: IncomingMessage,
  { maxMb, maxMs, deadlines }: BodyBounds,
  use: (bytes: Buffer) => NowOrLater<T>,
): Promise<T> {
  const maxBytes = maxMb * 1024 * 1024;
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) {
    return Promise.reject(tooLarge(maxMb));
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const endWait = deadlines.start(() => {
      settle(() => {
        reject(new TooSlowError(`The body did not arrive within ${maxMs / 1000} seconds.`));
      });
    });
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > maxBytes) {
        settle(() => {
          reject(tooLarge(maxMb));
        });
      } else {
        chunks.push(chunk);
      }
    };
    const end = (): void => {
      settle(() => {
        try {
          resolve(
            use(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, size)),
          );
        } catch (error) {
          reject(error instanceof Error ? error : new Error('The body could not be used', { cause: error }));
        }
      });
    };
    const cutOff = (): void => {
      settle(() => {
        reject(new InvalidInputError('The body ended before its announced length.'));
      });
    };
    const settle = (outcome: () => void): void => {
      endWait();
      request.off('data', take).off('end', end).off('close', cutOff).resume();
      outcome();
    };
    request.on('data', take).on('end', end).on('close', cutOff).on('error', ignore);
  });
}

/** `close` says all that is to be known. */
function ignore(): void {
  return undefined;
}

async function decompressed(bytes: Buffer, decompress: Decompress, { maxMb }: BodyBounds): Promise<Buffer> {
  try {
    return await decompress(bytes, { maxOutputLength: maxMb * 1024 * 1024 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      throw tooLarge(maxMb);
    }
    throw new InvalidInputError('The body could not be decompressed.');
  }
}

function tooLarge(maxMb: number): TooLargeError {
  return new TooLargeError(
    `The body is larger than the ${maxMb} MB that one request may send (see MAX_MASK_BODY_MB): send several requests, or a stream of Content-Type application/x-ndjson.`,
  );
}
