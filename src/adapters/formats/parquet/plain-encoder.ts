import {
  bytesOf,
  clockNanosOf,
  daysOf,
  decimalOf,
  floatOf,
  nanosOf,
  truthOf,
  unfit,
  uuidOf,
} from './plain-texts.js';
import type { ParquetColumn } from './parquet-facts.js';

/** The values of a page, from their texts, in the encoding PLAIN. Throws `FormatError` where one does not fit the column. */
export type PlainEncoder = (texts: readonly string[]) => Buffer;

/** Null: values of such a column can be kept, and not be written by themselves. */
export function plainEncoder(column: ParquetColumn): PlainEncoder | null {
  const { element } = column;
  if (element.children.length > 0 || element.repetition === 'REPEATED') {
    return null;
  }
  switch (element.type) {
    case 'BOOLEAN':
      return plainTruths;
    case 'FLOAT':
      return (texts) => fixed(texts, 4, (out, text, at) => out.writeFloatLE(floatOf(text), at));
    case 'DOUBLE':
      return (texts) => fixed(texts, 8, (out, text, at) => out.writeDoubleLE(floatOf(text), at));
    case 'BYTE_ARRAY':
      return byteArrays(column);
    case 'FIXED_LEN_BYTE_ARRAY':
      return fixedBytes(column);
    default:
      return integers(column);
  }
}

const DECIMAL = /^DECIMAL\((\d+),(\d+)\)$/;
const INTEGER = /^(U?)(TINYINT|SMALLINT|INTEGER|BIGINT)$/;
const BITS: Readonly<Record<string, bigint>> = { TINYINT: 8n, SMALLINT: 16n, INTEGER: 32n, BIGINT: 64n };

function byteArrays({ type }: ParquetColumn): PlainEncoder | null {
  if (type === 'VARCHAR' || type === 'JSON') {
    return plainTexts;
  }
  return type === 'BLOB' ? (texts) => lengthened(texts.map(bytesOf)) : null;
}

function fixedBytes({ element, type }: ParquetColumn): PlainEncoder | null {
  const length = Number(element.typeLength);
  if (DECIMAL.test(type)) {
    const readDecimal = decimalReader(type);
    return (texts) => Buffer.concat(texts.map((text) => bigEndian(readDecimal(text), length)));
  }
  const read = type === 'UUID' ? uuidOf : type === 'BLOB' ? bytesOf : null;
  return read === null ? null : (texts) => Buffer.concat(texts.map((text) => ofLength(read(text), length)));
}

function ofLength(bytes: Buffer, length: number): Buffer {
  if (bytes.length !== length) {
    throw unfit();
  }
  return bytes;
}

/** Two’s complement, most significant byte first. */
function bigEndian(value: bigint, length: number): Buffer {
  const bits = BigInt(length * 8);
  const wrapped = BigInt.asUintN(length * 8, value);
  if (value >= 1n << (bits - 1n) || value < -(1n << (bits - 1n))) {
    throw unfit();
  }
  return Buffer.from(wrapped.toString(16).padStart(length * 2, '0'), 'hex');
}

function integers(column: ParquetColumn): PlainEncoder | null {
  const { type } = column.element;
  const read = integerReader(column);
  if (read === null || (type !== 'INT32' && type !== 'INT64')) {
    return null;
  }
  return type === 'INT32'
    ? (texts) =>
        fixed(texts, 4, (out, text, at) => out.writeInt32LE(Number(BigInt.asIntN(32, read(text))), at))
    : (texts) => fixed(texts, 8, (out, text, at) => out.writeBigInt64LE(BigInt.asIntN(64, read(text)), at));
}

/** What is stored for a text; within the bounds of the type. */
function integerReader(column: ParquetColumn): ((text: string) => bigint) | null {
  const { element, type } = column;
  const whole = INTEGER.exec(type);
  if (whole !== null) {
    const bits = BITS[whole[2] ?? ''] ?? 32n;
    const [least, end] = whole[1] === 'U' ? [0n, 1n << bits] : [-(1n << (bits - 1n)), 1n << (bits - 1n)];
    return (text) => within(decimalOf(text, 0), least, end);
  }
  const bound = 1n << (element.type === 'INT32' ? 31n : 63n);
  const read = DECIMAL.test(type) ? decimalReader(type) : timeReader(column);
  const mayBeInfinite = type === 'DATE' || type.startsWith('TIMESTAMP');
  return read === null
    ? null
    : (text) => {
        const sign = mayBeInfinite ? INFINITE.get(text) : undefined;
        return sign === undefined ? within(read(text), -bound, bound) : sign * (bound - 1n);
      };
}

/** Days and moments that are beyond all others: so DuckDB tells the largest numbers. */
const INFINITE: ReadonlyMap<string, bigint> = new Map([
  ['infinity', 1n],
  ['-infinity', -1n],
]);

function decimalReader(type: string): (text: string) => bigint {
  const [, digits, scale] = DECIMAL.exec(type) ?? [];
  const end = 10n ** BigInt(digits ?? 0);
  return (text) => within(decimalOf(text, Number(scale)), 1n - end, end);
}

const UNITS: readonly (readonly [RegExp, bigint])[] = [
  [/MILLIS=Milli|_MILLIS/, 1_000_000n],
  [/MICROS=Micro|_MICROS/, 1000n],
  [/NANOS=Nano/, 1n],
];

function timeReader({ element, type }: ParquetColumn): ((text: string) => bigint) | null {
  if (type === 'DATE') {
    return daysOf;
  }
  const unit = UNITS.find(([pattern]) => pattern.test(element.logical ?? element.converted ?? ''))?.[1];
  const read = type.startsWith('TIMESTAMP') ? nanosOf : type === 'TIME' ? clockNanosOf : null;
  return unit === undefined || read === null ? null : (text) => floored(read(text), unit);
}

function floored(nanos: bigint, unit: bigint): bigint {
  const rest = ((nanos % unit) + unit) % unit;
  return (nanos - rest) / unit;
}

function within(value: bigint, least: bigint, end: bigint): bigint {
  if (value < least || value >= end) {
    throw unfit();
  }
  return value;
}

function fixed(
  texts: readonly string[],
  length: number,
  write: (out: Buffer, text: string, at: number) => void,
): Buffer {
  const out = Buffer.allocUnsafe(texts.length * length);
  texts.forEach((text, index) => {
    write(out, text, index * length);
  });
  return out;
}

function plainTexts(texts: readonly string[]): Buffer {
  let most = 0;
  for (const text of texts) {
    most += 4 + text.length * 3;
  }
  const out = Buffer.allocUnsafe(most);
  let at = 0;
  for (const text of texts) {
    const length = out.write(text, at + 4);
    out.writeUInt32LE(length, at);
    at += 4 + length;
  }
  return Buffer.from(out.subarray(0, at));
}

function lengthened(values: readonly Buffer[]): Buffer {
  return Buffer.concat(
    values.flatMap((value) => {
      const length = Buffer.allocUnsafe(4);
      length.writeUInt32LE(value.length);
      return [length, value];
    }),
  );
}

/** One bit each. */
function plainTruths(texts: readonly string[]): Buffer {
  const out = Buffer.alloc(Math.ceil(texts.length / 8));
  texts.forEach((text, index) => {
    out[index >> 3]! |= truthOf(text) << (index & 7);
  });
  return out;
}
