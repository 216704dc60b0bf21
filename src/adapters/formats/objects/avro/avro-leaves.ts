import { decimalBytes, decimalText } from './avro-decimal.js';
import { FormatError } from '../../format-error.js';
import { longBytes } from './avro-cursor.js';
import { readTime, timeText } from './avro-time.js';
import type { AvroCursor } from './avro-cursor.js';
import type { AvroShape, AvroTime } from './avro-shape.js';

export type AvroLeaf = Exclude<AvroShape, { readonly kind: 'array' | 'map' | 'record' | 'union' }>;
type AvroBytes = Extract<AvroLeaf, { readonly kind: 'bytes' | 'fixed' }>;

const INTEGER = /^-?[0-9]+$/;
const NUMBER = /^-?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?$/;
const LIMIT = { int: 31n, long: 63n };

/** The JSON text of the value at the cursor. Bytes become text of the characters U+0000 to U+00FF, as Avro has it. */
export function leafJson(shape: AvroLeaf, cursor: AvroCursor): string {
  switch (shape.kind) {
    case 'null':
      return 'null';
    case 'boolean':
      return cursor.take(1)[0] === 0 ? 'false' : 'true';
    case 'int':
    case 'long':
      return integerJson(cursor.long(), shape.logical);
    case 'float':
      return floatJson(cursor.take(4).readFloatLE());
    case 'double':
      return floatJson(cursor.take(8).readDoubleLE());
    case 'enum':
      return JSON.stringify(symbolAt(shape.symbols, cursor.count()));
    case 'string':
      return JSON.stringify(cursor.take(cursor.count()).toString());
    default:
      return bytesJson(shape, cursor);
  }
}

function integerJson(value: bigint, logical: AvroTime | null): string {
  return (logical === null ? null : timeText(value, logical)) ?? value.toString();
}

function bytesJson(shape: AvroBytes, cursor: AvroCursor): string {
  const bytes = cursor.take(shape.kind === 'fixed' ? shape.size : cursor.count());
  return shape.decimal === null
    ? JSON.stringify(bytes.toString('latin1'))
    : decimalText(bytes, shape.decimal);
}

/** JSON has no other numbers. */
function floatJson(value: number): string {
  return Number.isFinite(value) ? String(value) : JSON.stringify(String(value));
}

function symbolAt(symbols: readonly string[], index: number): string {
  const symbol = symbols[index];
  if (symbol === undefined) {
    throw new FormatError('corrupt', 'A block of the file is damaged: an enum has no such symbol.');
  }
  return symbol;
}

/** The bytes of a JSON scalar; null: it does not fit the type. */
export function leafBytes(shape: AvroLeaf, json: string): Buffer | null {
  if (shape.kind === 'null') {
    return json === 'null' ? Buffer.alloc(0) : null;
  }
  const isText = json.startsWith('"');
  if (!isText && (json === '' || json === 'null' || json.startsWith('{') || json.startsWith('['))) {
    return null;
  }
  return scalarBytes(shape, isText ? (JSON.parse(json) as string) : json);
}

/** `text`: what a JSON string holds, or how another scalar is written. */
function scalarBytes(shape: AvroLeaf, text: string): Buffer | null {
  switch (shape.kind) {
    case 'null':
      return null;
    case 'boolean':
      return booleanBytes(text);
    case 'int':
    case 'long':
      return integerBytes(readInteger(text, shape.logical), shape.kind);
    case 'float':
    case 'double':
      return floatBytes(text, shape.kind);
    case 'string':
      return withLength(Buffer.from(text));
    case 'enum':
      return symbolBytes(shape.symbols, text);
    default:
      return bytesOf(shape, text);
  }
}

function booleanBytes(text: string): Buffer | null {
  return text === 'true' || text === 'false' ? Buffer.from([Number(text === 'true')]) : null;
}

function symbolBytes(symbols: readonly string[], text: string): Buffer | null {
  const index = symbols.indexOf(text);
  return index < 0 ? null : longBytes(BigInt(index));
}

function readInteger(text: string, logical: AvroTime | null): bigint | null {
  if (INTEGER.test(text)) {
    return BigInt(text);
  }
  return logical === null ? null : readTime(text, logical);
}

function integerBytes(value: bigint | null, kind: 'int' | 'long'): Buffer | null {
  const limit = 1n << LIMIT[kind];
  return value === null || value >= limit || value < -limit ? null : longBytes(value);
}

function floatBytes(text: string, kind: 'float' | 'double'): Buffer | null {
  if (!NUMBER.test(text) && !['NaN', 'Infinity', '-Infinity'].includes(text)) {
    return null;
  }
  const bytes = Buffer.alloc(kind === 'float' ? 4 : 8);
  if (kind === 'float') {
    bytes.writeFloatLE(Number(text));
  } else {
    bytes.writeDoubleLE(Number(text));
  }
  return bytes;
}

function bytesOf(shape: AvroBytes, text: string): Buffer | null {
  const size = shape.kind === 'fixed' ? shape.size : null;
  const bytes = shape.decimal === null ? latin1Bytes(text) : decimalBytes(text, shape.decimal, size);
  if (bytes === null || size === null) {
    return bytes === null ? null : withLength(bytes);
  }
  return bytes.length === size ? bytes : null;
}

function latin1Bytes(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'latin1');
  return bytes.toString('latin1') === text ? bytes : null;
}

export function withLength(bytes: Buffer): Buffer {
  return Buffer.concat([longBytes(BigInt(bytes.length)), bytes]);
}
