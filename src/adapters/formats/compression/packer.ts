import { Transform } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { Compression } from '../file-kind.js';

/** Each is a frame of its own: a Zstandard file may have any number of them. */
const FRAME = 4 * 1024 * 1024;
/** What the program zstd takes by itself. */
const ZSTD_LEVEL = 3;

/** A stream that compresses what is written to it. */
export async function packer(compression: Compression): Promise<Transform> {
  return compression === 'gzip' ? createGzip() : zstdPacker();
}

let compressor: Promise<typeof import('@bokuweb/zstd-wasm')> | null = null;

/** Loaded when first needed, and once: a second start takes the memory away under the first. */
async function loadCompressor(): Promise<typeof import('@bokuweb/zstd-wasm')> {
  const zstd = await import('@bokuweb/zstd-wasm');
  await zstd.init();
  return zstd;
}

/** Compresses a whole into one frame. */
export async function zstdCompressor(): Promise<(plain: Buffer) => Buffer> {
  const zstd = await (compressor ??= loadCompressor());
  return (plain) => Buffer.from(zstd.compress(plain, ZSTD_LEVEL));
}

async function zstdPacker(): Promise<Transform> {
  const compressOne = await zstdCompressor();
  const compress = (chunks: readonly Buffer[]): Buffer => compressOne(Buffer.concat(chunks));
  let chunks: Buffer[] = [];
  let length = 0;
  let frames = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done): void {
      chunks.push(chunk);
      length += chunk.length;
      if (length < FRAME) {
        done();
        return;
      }
      const frame = compress(chunks);
      chunks = [];
      length = 0;
      frames++;
      done(null, frame);
    },
    flush(done): void {
      done(null, length > 0 || frames === 0 ? compress(chunks) : undefined);
    },
  });
}
