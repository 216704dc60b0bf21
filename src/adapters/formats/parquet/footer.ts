import { FormatError } from '../format-error.js';
import { readThrift, THRIFT, writeThrift } from './thrift.js';
import type { FileHandle } from 'node:fs/promises';
import type { ThriftField, ThriftStruct, ThriftValue } from './thrift.js';

/** What stands at both ends of the file. */
export const MAGIC = Buffer.from('PAR1');
const TRAILER = 8;

/** Numbers of the fields that are needed, by the structs of the format's own definition. */
export const FOOTER = { ROW_GROUPS: 4 } as const;
export const GROUP = { COLUMNS: 1, BYTES: 2, ROWS: 3, SORTING: 4, OFFSET: 5, PACKED_BYTES: 6 } as const;
export const CHUNK = {
  ...{ PATH: 1, OFFSET: 2, META: 3, OFFSET_INDEX: 4, OFFSET_INDEX_LENGTH: 5 },
  ...{ COLUMN_INDEX: 6, COLUMN_INDEX_LENGTH: 7 },
} as const;
export const META = {
  ...{
    ENCODINGS: 2,
    CODEC: 4,
    VALUES: 5,
    BYTES: 6,
    PACKED_BYTES: 7,
    DATA_PAGE: 9,
    INDEX_PAGE: 10,
    DICTIONARY: 11,
  },
  ...{
    STATISTICS: 12,
    ENCODING_STATS: 13,
    BLOOM: 14,
    BLOOM_LENGTH: 15,
    SIZE_STATISTICS: 16,
    GEO_STATISTICS: 17,
  },
} as const;

/** Reads the footer as it is. Throws `FormatError`. */
export async function readFooter(file: FileHandle, size: number): Promise<ThriftStruct> {
  const trailer = await readAt(file, size - TRAILER, TRAILER);
  const length = trailer.readUInt32LE(0);
  if (!trailer.subarray(4).equals(MAGIC) || length + TRAILER + MAGIC.length > size) {
    throw new FormatError('malformed', 'This is no Parquet file: its marks are missing.');
  }
  return readThrift(await readAt(file, size - TRAILER - length, length));
}

/** What stands behind the last column: the footer and its length. */
export function footerBytes(footer: ThriftStruct): Buffer {
  const bytes = writeThrift(footer);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  return Buffer.concat([bytes, length, MAGIC]);
}

/** So many bytes from there. Throws `FormatError` where the file ends before. */
export async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = at < 0 ? { bytesRead: -1 } : await file.read(bytes, 0, length, at);
  if (bytesRead !== length) {
    throw new FormatError(
      'corrupt',
      'The Parquet file is cut off, or its footer tells of what is not there.',
    );
  }
  return bytes;
}

/** A number of a struct; null: it has none. */
export function numberAt(struct: ThriftStruct, id: number): number | null {
  const value = struct.get(id)?.value;
  return typeof value === 'bigint' ? Number(value) : null;
}

/** A struct in a struct. Throws `FormatError`. */
export function structAt(struct: ThriftStruct, id: number): ThriftStruct {
  return asStruct(struct.get(id)?.value);
}

/** The structs of a list in a struct. Throws `FormatError`. */
export function structsAt(struct: ThriftStruct, id: number): readonly ThriftStruct[] {
  const value = struct.get(id)?.value;
  const list = typeof value === 'object' && 'items' in value ? value.items : [];
  return list.map(asStruct);
}

function asStruct(value: ThriftValue | undefined): ThriftStruct {
  if (!(value instanceof Map)) {
    throw new FormatError('corrupt', 'The footer of the Parquet file lacks what it must have.');
  }
  return value;
}

export function i32(value: number): ThriftField {
  return { kind: THRIFT.I32, value: BigInt(value) };
}

export function i64(value: number): ThriftField {
  return { kind: THRIFT.I64, value: BigInt(value) };
}

export function structList(items: readonly ThriftStruct[]): ThriftField {
  return { kind: THRIFT.LIST, value: { kind: THRIFT.STRUCT, items } };
}
