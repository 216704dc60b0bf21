import { varint } from './thrift.js';

/** Small numbers in the format’s mixture of runs and packed bits, as one stretch of whichever is shorter. */
export function hybrid(values: readonly number[] | Uint32Array, width: number): Buffer {
  const runs = runsOf(values, width, Math.ceil((values.length * width) / 8));
  return runs ?? packed(values, width);
}

/** Null: they would take more than `most` bytes. */
function runsOf(values: ArrayLike<number>, width: number, most: number): Buffer | null {
  const out: Buffer[] = [];
  let length = 0;
  const bytes = Math.ceil(width / 8);
  for (let start = 0; start < values.length;) {
    let end = start + 1;
    while (end < values.length && values[end] === values[start]) {
      end++;
    }
    const value = Buffer.alloc(bytes);
    if (bytes > 0) {
      value.writeUIntLE(values[start] ?? 0, 0, bytes);
    }
    const head = varint(BigInt(end - start) << 1n);
    length += head.length + bytes;
    if (width > 0 && length > most) {
      return null;
    }
    out.push(head, value);
    start = end;
  }
  return Buffer.concat(out);
}

function packed(values: Iterable<number> & { readonly length: number }, width: number): Buffer {
  const groups = Math.ceil(values.length / 8);
  const out = Buffer.alloc(groups * width);
  let [at, bits, pending] = [0, 0, 0];
  for (const value of values) {
    // Fewer than 8 bits wait, and values have at most 20.
    pending |= value << bits;
    for (bits += width; bits >= 8; bits -= 8) {
      out[at++] = pending & 0xff;
      pending >>>= 8;
    }
  }
  if (bits > 0) {
    out[at] = pending & 0xff;
  }
  return Buffer.concat([varint((BigInt(groups) << 1n) | 1n), out]);
}

/** Bits that the numbers below `count` need. */
export function bitWidth(count: number): number {
  return count <= 1 ? 0 : 32 - Math.clz32(count - 1);
}
