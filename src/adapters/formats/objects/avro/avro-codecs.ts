import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { FormatError } from '../../format-error.js';
import { packer } from '../../compression/packer.js';
import { Readable } from 'node:stream';
import snappy from 'snappyjs';
import { unpack } from '../../compression/unpack.js';

/** How the blocks of a file are compressed. */
export interface AvroCodec {
  unpack(packed: Buffer): Buffer | Promise<Buffer>;
  pack(plain: Buffer): Buffer | Promise<Buffer>;
}

/** Greatest length of a block when it is unpacked. */
const LARGEST_BLOCK = 64 * 1024 * 1024;
const CHECKSUM = 4;

const CODECS: Readonly<Record<string, AvroCodec>> = {
  null: { unpack: (packed) => packed, pack: (plain) => plain },
  deflate: {
    unpack: (packed) => inflateRawSync(packed, { maxOutputLength: LARGEST_BLOCK }),
    pack: (plain) => deflateRawSync(plain),
  },
  snappy: { unpack: unpackSnappy, pack: packSnappy },
  zstandard: {
    unpack: (packed) => gathered(unpack(Readable.from([packed]), 'zstd')),
    pack: async (plain) => {
      const packing = await packer('zstd');
      packing.end(plain);
      return gathered(packing as AsyncIterable<Buffer>);
    },
  },
};

/** `name`: as in the header of the file. Throws `FormatError`. */
export function avroCodec(name: string): AvroCodec {
  const codec = Object.hasOwn(CODECS, name) ? CODECS[name] : undefined;
  if (codec === undefined) {
    const known = Object.keys(CODECS).join(', ');
    throw new FormatError('unsupported', `The file is compressed by "${name}"; supported are ${known}.`);
  }
  return codec;
}

/** The checksum of the plain bytes stands behind the compressed ones. */
function unpackSnappy(packed: Buffer): Buffer {
  const body = packed.subarray(0, -CHECKSUM);
  const plain = Buffer.from(snappy.uncompress(body, LARGEST_BLOCK));
  if (packed.length < CHECKSUM || crc32(plain) !== packed.readUInt32BE(packed.length - CHECKSUM)) {
    throw new Error('The checksum of a block is wrong');
  }
  return plain;
}

function packSnappy(plain: Buffer): Buffer {
  const checksum = Buffer.alloc(CHECKSUM);
  checksum.writeUInt32BE(crc32(plain));
  return Buffer.concat([snappy.compress(plain), checksum]);
}

async function gathered(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > LARGEST_BLOCK) {
      throw new FormatError('too_long', `A block is longer than ${LARGEST_BLOCK} bytes.`);
    }
    all.push(chunk);
  }
  return Buffer.concat(all);
}
