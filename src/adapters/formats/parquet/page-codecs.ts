import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import snappy from 'snappyjs';
import { zstdCompressor } from '../compression/packer.js';

export type PageCodec = (plain: Buffer) => Buffer;

type Packer = readonly [codec: number, make: () => PageCodec | Promise<PageCodec>];

/** As the format numbers them. */
const PACKERS: readonly Packer[] = [
  [0, () => (plain) => plain],
  [1, () => (plain) => snappy.compress(plain)],
  [2, () => (plain) => gzipSync(plain)],
  [4, () => (plain) => brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })],
  [6, zstdCompressor],
];

/** Compresses pages of columns; null: there is nothing at hand that does so. */
export async function pageCodec(codec: number): Promise<PageCodec | null> {
  const packer = PACKERS.find(([number]) => number === codec);
  return packer === undefined ? null : packer[1]();
}
