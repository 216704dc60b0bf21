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

function quoteElement(text: string): string {
  return NEEDS_ESCAPE.test(text) ? `"${text.replace(ESCAPED, '\\$&')}"` : `"${text}"`;
}

/**
 * One array parameter in PostgreSQL's binary form, for element types whose binary form is their text. Compared with
 * the text form it saves a fifth of the server's work in an update.
 */
export function binaryTextArray(texts: readonly (string | null)[], elementOid: number): Buffer {
  const header = arrayHeader(texts.length, elementOid);
  const all = texts.join('');
  const isAscii = Buffer.byteLength(all) === all.length;
  return textArray(header, isAscii ? texts : texts.map(bytesOf));
}

const BEYOND_ASCII = /[\u0080-\uffff]/;

/** The text's bytes as Latin-1 characters. */
function bytesOf(text: string | null): string | null {
  return text !== null && BEYOND_ASCII.test(text) ? Buffer.from(text).toString('latin1') : text;
}

/** Bytes of a whole number. */
export type IntegerSize = 2 | 4 | 8;

const INTEGER = /^-?[0-9]{1,19}$/;
const HALF = 2 ** 32;

/**
 * The same for whole numbers, which the server would otherwise parse digit by digit. Null when a text is no number of
 * this size: the server says best what is wrong with it.
 */
export function binaryIntegerArray(
  texts: readonly (string | null)[],
  elementOid: number,
  size: IntegerSize,
): Buffer | null {
  const header = arrayHeader(texts.length, elementOid);
  const buffer = Buffer.allocUnsafe(header.length + texts.length * (4 + size));
  let place = buffer.write(header, 'latin1');
  for (const text of texts) {
    if (text !== null && !isInteger(text, size)) {
      return null;
    }
    place = buffer.writeInt32BE(text === null ? -1 : size, place);
    place = text === null ? place : writeInteger(buffer, place, size, text);
  }
  return buffer.subarray(0, place);
}

function isInteger(text: string, size: IntegerSize): boolean {
  if (!INTEGER.test(text)) {
    return false;
  }
  return size === 8
    ? text.length < 19 || BigInt.asIntN(64, BigInt(text)) === BigInt(text)
    : Number(text) === (size === 2 ? (Number(text) << 16) >> 16 : Number(text) | 0);
}

function writeInteger(buffer: Buffer, place: number, size: IntegerSize, text: string): number {
  const value = Number(text);
  if (size === 2) {
    return buffer.writeInt16BE(value, place);
  }
  if (size === 4) {
    return buffer.writeInt32BE(value, place);
  }
  if (!Number.isSafeInteger(value)) {
    return buffer.writeBigInt64BE(BigInt(text), place);
  }
  const high = Math.floor(value / HALF);
  return buffer.writeUInt32BE(value - high * HALF, buffer.writeInt32BE(high, place));
}

/** Dimensions, null flag, element type, length of the one dimension, its lower bound. */
function arrayHeader(length: number, elementOid: number): string {
  return int32(1) + int32(1) + int32(elementOid) + int32(length) + int32(1);
}

/** Where each character is one byte, one string is written at once: three times as fast as text by text. */
function textArray(header: string, texts: readonly (string | null)[]): Buffer {
  let bytes = header;
  for (const text of texts) {
    bytes += text === null ? NULL_ELEMENT : lengthOf(text) + text;
  }
  return Buffer.from(bytes, 'latin1');
}

const NULL_ELEMENT = '\xff\xff\xff\xff';

/** Most texts are short, and their lengths need not be spelled each time. */
const SHORT_LENGTHS: readonly string[] = Array.from({ length: 256 }, (_, length) => int32(length));

function lengthOf(text: string): string {
  return SHORT_LENGTHS[text.length] ?? int32(text.length);
}

/** Four bytes as Latin-1 characters. */
function int32(value: number): string {
  return String.fromCharCode((value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255);
}
