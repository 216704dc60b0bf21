import { FormatError } from '../format-error.js';

/** Kinds of values in Thrift's compact protocol, as they are numbered there. */
export const THRIFT = {
  ...{
    TRUE: 1,
    FALSE: 2,
    BYTE: 3,
    I16: 4,
    I32: 5,
    I64: 6,
    DOUBLE: 7,
    BINARY: 8,
    LIST: 9,
    SET: 10,
    STRUCT: 12,
  },
} as const;

/** Every field by its number, known or not, so that what is read can be written again as it was. */
export type ThriftStruct = Map<number, ThriftField>;
export type ThriftValue = boolean | bigint | Buffer | ThriftList | ThriftStruct;

export interface ThriftField {
  readonly kind: number;
  readonly value: ThriftValue;
}

export interface ThriftList {
  readonly kind: number;
  readonly items: readonly ThriftValue[];
}

const LONG_LIST = 15;
const DEEPEST = 64;

/** Reads the struct at the start of `bytes`. Throws `FormatError`. */
export function readThrift(bytes: Buffer): ThriftStruct {
  try {
    return new ThriftReader(bytes).struct(0);
  } catch (error) {
    throw new FormatError('corrupt', 'The footer of the Parquet file is damaged.', { cause: error });
  }
}

class ThriftReader {
  private at = 0;

  constructor(private readonly bytes: Buffer) {}

  struct(depth: number): ThriftStruct {
    if (depth > DEEPEST) {
      throw new RangeError('Nested too deeply');
    }
    const fields: ThriftStruct = new Map();
    let id = 0;
    for (let head = this.byte(); head !== 0; head = this.byte()) {
      const kind = head & 15;
      id = head >> 4 === 0 ? Number(this.signed()) : id + (head >> 4);
      const isBoolean = kind === THRIFT.TRUE || kind === THRIFT.FALSE;
      fields.set(id, { kind, value: isBoolean ? kind === THRIFT.TRUE : this.value(kind, depth) });
    }
    return fields;
  }

  private value(kind: number, depth: number): ThriftValue {
    switch (kind) {
      case THRIFT.TRUE:
      case THRIFT.FALSE:
        return this.byte() === THRIFT.TRUE;
      case THRIFT.BYTE:
        return BigInt(this.byte());
      case THRIFT.I16:
      case THRIFT.I32:
      case THRIFT.I64:
        return this.signed();
      case THRIFT.DOUBLE:
        return this.take(8);
      case THRIFT.BINARY:
        return this.take(Number(this.unsigned()));
      case THRIFT.LIST:
      case THRIFT.SET:
        return this.list(depth);
      case THRIFT.STRUCT:
        return this.struct(depth + 1);
      default:
        throw new RangeError('A kind of value that Parquet does not use');
    }
  }

  private list(depth: number): ThriftList {
    const head = this.byte();
    const length = head >> 4 === LONG_LIST ? Number(this.unsigned()) : head >> 4;
    if (length > this.bytes.length) {
      throw new RangeError('A list that is longer than the bytes');
    }
    return { kind: head & 15, items: Array.from({ length }, () => this.value(head & 15, depth + 1)) };
  }

  private byte(): number {
    return this.bytes.readUInt8(this.at++);
  }

  private take(length: number): Buffer {
    if (this.at + length > this.bytes.length) {
      throw new RangeError('Cut off');
    }
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  private signed(): bigint {
    const folded = this.unsigned();
    return (folded >> 1n) ^ -(folded & 1n);
  }

  private unsigned(): bigint {
    let result = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.byte();
      result |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) {
        return result;
      }
    }
  }
}

/** The bytes of a struct. */
export function writeThrift(struct: ThriftStruct): Buffer {
  const out: Buffer[] = [];
  writeStruct(out, struct);
  return Buffer.concat(out);
}

function writeStruct(out: Buffer[], struct: ThriftStruct): void {
  let last = 0;
  for (const [id, { kind, value }] of [...struct].sort(([one], [other]) => one - other)) {
    const step = id - last;
    out.push(
      step <= LONG_LIST
        ? Buffer.of((step << 4) | kind)
        : Buffer.concat([Buffer.of(kind), signed(BigInt(id))]),
    );
    if (typeof value !== 'boolean') {
      writeValue(out, kind, value);
    }
    last = id;
  }
  out.push(Buffer.of(0));
}

function writeValue(out: Buffer[], kind: number, value: ThriftValue): void {
  if (typeof value === 'boolean') {
    out.push(Buffer.of(value ? THRIFT.TRUE : THRIFT.FALSE));
  } else if (typeof value === 'bigint') {
    out.push(kind === THRIFT.BYTE ? Buffer.of(Number(value)) : signed(value));
  } else if (Buffer.isBuffer(value)) {
    out.push(...(kind === THRIFT.BINARY ? [varint(BigInt(value.length))] : []), value);
  } else if (value instanceof Map) {
    writeStruct(out, value);
  } else {
    const { length } = value.items;
    const isLong = length >= LONG_LIST;
    out.push(Buffer.of(((isLong ? LONG_LIST : length) << 4) | value.kind));
    out.push(...(isLong ? [varint(BigInt(length))] : []));
    value.items.forEach((item) => {
      writeValue(out, value.kind, item);
    });
  }
}

/** As the protocol writes numbers of any length that are not negative. */
export function varint(value: bigint): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80n; rest >>= 7n) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
  }
  return Buffer.from([...bytes, Number(rest)]);
}

function signed(value: bigint): Buffer {
  return varint(value < 0n ? (-value << 1n) - 1n : value << 1n);
}
