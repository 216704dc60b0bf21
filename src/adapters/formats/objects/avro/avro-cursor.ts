import { FormatError } from '../../format-error.js';

/** Reads the primitive values of a block one after another. Throws `FormatError` where they do not fit into it. */
export class AvroCursor {
  at = 0;

  constructor(readonly bytes: Buffer) {}

  /** A whole number in zigzag order. */
  long(): bigint {
    let low = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.bytes[this.at++];
      if (byte === undefined || shift > 63n) {
        corrupt();
      }
      low |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) {
        return BigInt.asIntN(64, (low >> 1n) ^ -(low & 1n));
      }
    }
  }

  /** A length or a number of items. */
  count(): number {
    const count = Number(this.long());
    return Number.isSafeInteger(count) ? count : corrupt();
  }

  take(length: number): Buffer {
    const end = this.at + length;
    if (length < 0 || end > this.bytes.length) {
      corrupt();
    }
    const taken = this.bytes.subarray(this.at, end);
    this.at = end;
    return taken;
  }
}

export function longBytes(value: bigint): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, (value << 1n) ^ (value >> 63n));
  while (rest > 0x7fn) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  return Buffer.from([...bytes, Number(rest)]);
}

function corrupt(): never {
  throw new FormatError('corrupt', 'A block of the file is damaged: a value does not end within it.');
}
