import type { ColumnShape, RowText } from '../../../engine/index.js';

const NEEDS_ESCAPE = /["\\]/;
const ESCAPED = /["\\]/g;

/**
 * One array parameter in PostgreSQL's text form. Every element is quoted, so nothing in it is special but `"` and `\`,
 * and the text NULL stays a text.
 */
export function arrayLiteral(texts: readonly (string | null)[]): string {
  let literal = '{';
  for (const text of texts) {
    const separator = literal.length === 1 ? '' : ',';
    literal += separator + (text === null ? 'NULL' : quoteElement(text));
  }
  return `${literal}}`;
}

/**
 * One array parameter in PostgreSQL's binary form, for element types whose binary form is their text. Compared with
 * the text form it saves a fifth of the server's work in an update.
 */
export function binaryTextArray(texts: readonly (string | null)[], elementOid: number): Buffer {
  // dimensions, null flag, element type, length of the one dimension, its lower bound
  const header = int32(1) + int32(1) + int32(elementOid) + int32(texts.length) + int32(1);
  const all = texts.join('');
  return Buffer.byteLength(all) === all.length ? asciiArray(header, texts) : unicodeArray(header, texts);
}

/** Where each character is one byte, one string is written at once: three times as fast as text by text. */
function asciiArray(header: string, texts: readonly (string | null)[]): Buffer {
  let bytes = header;
  for (const text of texts) {
    bytes += text === null ? NULL_ELEMENT : int32(text.length) + text;
  }
  return Buffer.from(bytes, 'latin1');
}

function unicodeArray(header: string, texts: readonly (string | null)[]): Buffer {
  const sizes = texts.map((text) => (text === null ? -1 : Buffer.byteLength(text)));
  const total = sizes.reduce((sum, size) => sum + 4 + Math.max(size, 0), header.length);
  const buffer = Buffer.allocUnsafe(total);
  let place = buffer.write(header, 'latin1');
  for (const [index, text] of texts.entries()) {
    place = buffer.writeInt32BE(sizes[index] ?? -1, place);
    place += text === null ? 0 : buffer.write(text, place);
  }
  return buffer;
}

const NULL_ELEMENT = '\xff\xff\xff\xff';

/** Four bytes as Latin-1 characters. */
function int32(value: number): string {
  return String.fromCharCode((value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255);
}

function quoteElement(text: string): string {
  return NEEDS_ESCAPE.test(text) ? `"${text.replace(ESCAPED, '\\$&')}"` : `"${text}"`;
}

/** Key of a row as stored in the bookkeeping table. */
export function keyToText(key: RowText | null): string | null {
  return key === null ? null : JSON.stringify(key);
}

export function keyFromText(text: string | null): RowText | null {
  return text === null ? null : (JSON.parse(text) as (string | null)[]);
}

const KINDS: Readonly<Record<string, ColumnShape['kind']>> = {
  int2: 'integer',
  int4: 'integer',
  int8: 'integer',
  numeric: 'decimal',
  float4: 'float',
  float8: 'float',
  bool: 'boolean',
  text: 'text',
  varchar: 'text',
  bpchar: 'text',
  name: 'text',
  date: 'date',
  timestamp: 'datetime',
  timestamptz: 'datetime',
  time: 'time',
  timetz: 'time',
  bytea: 'bytes',
  json: 'json',
  jsonb: 'json',
};

/** Digits of the largest value; the range itself is checked by the server. */
const INTEGER_DIGITS: Readonly<Record<string, number>> = { int2: 5, int4: 10, int8: 19 };

/** Catalog facts of a type with its domains already followed down to the base. */
export interface BaseType {
  readonly name: string;
  readonly inSystemSchema: boolean;
  /** -1: none. */
  readonly modifier: number;
}

export type TypeLimits = Pick<ColumnShape, 'kind' | 'maxLength' | 'numericPrecision' | 'numericScale'>;

/** What the engine may know of a type. A user's own type named like a built-in one is `other`. */
export function limitsOf(type: BaseType): TypeLimits {
  if (!type.inSystemSchema) {
    return { ...limits(type.name === 'citext' ? 'text' : 'other') };
  }
  const kind = KINDS[type.name] ?? 'other';
  if (kind === 'integer') {
    return { ...limits(kind), numericPrecision: INTEGER_DIGITS[type.name] ?? null, numericScale: 0 };
  }
  if (type.name === 'name') {
    return { ...limits(kind), maxLength: 63 };
  }
  if (type.modifier < 4) {
    return limits(kind);
  }
  if (kind === 'text') {
    return { ...limits(kind), maxLength: type.modifier - 4 };
  }
  return kind === 'decimal' ? decimalLimits(type.modifier - 4) : limits(kind);
}

function limits(kind: ColumnShape['kind']): TypeLimits {
  return { kind, maxLength: null, numericPrecision: null, numericScale: null };
}

/** Precision in the upper half, scale in the lower 11 bits, signed since PostgreSQL 15. */
function decimalLimits(modifier: number): TypeLimits {
  const scale = ((modifier & 0x7ff) ^ 0x400) - 0x400;
  return { ...limits('decimal'), numericPrecision: (modifier >> 16) & 0xffff, numericScale: scale };
}
