import { parseExact, toInteger, formatScaled } from '../values/numbers.js';
import { castToBoolean } from '../masks/casts/to-boolean.js';
import { parseMoment } from '../values/temporal.js';
import { writeJsonValue } from '../values/json-value.js';
import { valueText } from '../values/value-text.js';
import type { ColumnShape } from './table-mask.js';
import type { TypedText, Value } from '../values/value.js';

type ColumnKind = ColumnShape['kind'];

/** Reads the driver's text of a column into a value; NULL is the caller's. */
export type TextReader = (text: string) => Value;
/** Text for the driver; undefined: a column of this kind cannot hold the value. */
export type TextWriter = (value: Exclude<Value, null>) => string | undefined;

export function textReader(kind: ColumnKind): TextReader {
  switch (kind) {
    case 'text':
    case 'other':
      return (text) => text;
    case 'integer':
      return (text) => (/^-?[0-9]+$/.test(text) ? BigInt(text) : text);
    case 'decimal':
      return readDecimal;
    case 'float':
      return readFloat;
    case 'boolean':
      return (text) => castToBoolean(text) ?? text;
    case 'bytes':
      return readBytes;
    default:
      return (text) => ({ kind, text });
  }
}

export function textWriter(kind: ColumnKind): TextWriter {
  switch (kind) {
    case 'text':
    case 'other':
      return writeText;
    case 'integer':
      return writeInteger;
    case 'decimal':
    case 'float':
      return writeNumber;
    case 'boolean':
      return writeBoolean;
    case 'bytes':
      return writeBytes;
    case 'date':
      return writeDate;
    case 'datetime':
      return writeDatetime;
    case 'time':
      return writeTime;
    default:
      return writeJsonValue;
  }
}

/** NaN and infinities of decimal columns are floats: a decimal is digits. */
function readDecimal(text: string): Value {
  return /^-?[0-9]+(?:\.[0-9]+)?$/.test(text) ? { kind: 'decimal', text } : readFloat(text);
}

function readFloat(text: string): Value {
  const value = Number(text);
  return Number.isNaN(value) && text.toLowerCase() !== 'nan' ? text : value;
}

/** Binary values travel as `\x` and hexadecimal digits. */
function readBytes(text: string): Value {
  return text.startsWith('\\x')
    ? new Uint8Array(Buffer.from(text.slice(2), 'hex'))
    : Buffer.from(text, 'utf8');
}

function writeText(value: Exclude<Value, null>): string | undefined {
  return typeof value === 'object' && 'kind' in value && value.kind === 'json'
    ? value.text
    : (valueText(value) ?? undefined);
}

function writeInteger(value: Exclude<Value, null>): string | undefined {
  if (typeof value === 'bigint') {
    return value.toString();
  }
  const exact = parseNumber(value);
  const whole = exact === null ? null : toInteger(exact);
  return whole === null ? undefined : whole.toString();
}

function writeNumber(value: Exclude<Value, null>): string | undefined {
  if (typeof value === 'number') {
    return String(value);
  }
  const exact = parseNumber(value);
  return exact === null ? undefined : formatScaled(exact.digits, exact.scale);
}

function parseNumber(value: Exclude<Value, null>): ReturnType<typeof parseExact> {
  if (typeof value === 'boolean') {
    return { digits: value ? 1n : 0n, scale: 0 };
  }
  const text = typeof value === 'object' && !isDecimal(value) ? undefined : valueText(value);
  return typeof text === 'string' ? parseExact(text) : null;
}

function isDecimal(value: Uint8Array | TypedText): boolean {
  return 'kind' in value && value.kind === 'decimal';
}

function writeBoolean(value: Exclude<Value, null>): string | undefined {
  const read = castToBoolean(value);
  return read === undefined ? undefined : String(read);
}

function writeBytes(value: Exclude<Value, null>): string | undefined {
  if (value instanceof Uint8Array) {
    return `\\x${Buffer.from(value).toString('hex')}`;
  }
  const text = writeText(value);
  return text === undefined ? undefined : `\\x${Buffer.from(text, 'utf8').toString('hex')}`;
}

/** Text for a temporal column is the database's to read, which knows more forms than we do. */
function writeDate(value: Exclude<Value, null>): string | undefined {
  const text = temporalText(value, ['date', 'datetime']);
  const isMoment = typeof value === 'object' && 'kind' in value && value.kind === 'datetime';
  return isMoment && text !== undefined && parseMoment(text) !== null ? text.slice(0, 10) : text;
}

function writeDatetime(value: Exclude<Value, null>): string | undefined {
  const text = temporalText(value, ['date', 'datetime']);
  return text !== undefined && /^\d{4,}-\d{2}-\d{2}$/.test(text) ? `${text} 00:00:00` : text;
}

function writeTime(value: Exclude<Value, null>): string | undefined {
  const text = temporalText(value, ['time', 'datetime']);
  const isMoment = typeof value === 'object' && 'kind' in value && value.kind === 'datetime';
  return isMoment && text !== undefined ? text.replace(/^[^ T]*[ T]/, '') : text;
}

function temporalText(value: Exclude<Value, null>, kinds: readonly string[]): string | undefined {
  if (typeof value === 'string') {
    return value;
  }
  return typeof value === 'object' && 'kind' in value && kinds.includes(value.kind) ? value.text : undefined;
}
