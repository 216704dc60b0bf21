import { formatScaled, parseExact } from './numbers.js';
import { valueText } from './value-text.js';
import type { TypedText, Value } from './value.js';

const JSON_NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?$/;
/** Text that JSON writes as it is; other text may be, too. */
const PLAIN = /^[ !#-[\]-~]*$/;

/**
 * The value of valid JSON text without white around it: text, whole number, exact decimal (with an exponent: float),
 * boolean, null, or the document's own text for lists and objects.
 */
export function readJsonValue(raw: string): Value {
  switch (raw[0]) {
    case '"':
      return raw.includes('\\') ? (JSON.parse(raw) as string) : raw.slice(1, -1);
    case '{':
    case '[':
      return { kind: 'json', text: raw };
    case 't':
    case 'f':
      return raw === 'true';
    case 'n':
      return null;
    default:
      return readNumber(raw);
  }
}

/** JSON text of a value; undefined: it has none (bytes, NaN, infinities). */
export function writeJsonValue(value: Value): string | undefined {
  switch (typeof value) {
    case 'string':
      return PLAIN.test(value) ? `"${value}"` : JSON.stringify(value);
    case 'number':
      return Number.isFinite(value) ? String(value) : undefined;
    case 'object':
      return value === null ? 'null' : typedJson(value);
    default:
      return String(value);
  }
}

/** Reading a number of millions of digits would take seconds. */
const LONGEST_INTEGER = 4096;

function readNumber(raw: string): Value {
  if (raw.length <= LONGEST_INTEGER && /^-?[0-9]+$/.test(raw)) {
    return BigInt(raw);
  }
  return /[eE]/.test(raw) ? Number(raw) : { kind: 'decimal', text: raw };
}

function typedJson(value: Uint8Array | TypedText): string | undefined {
  if (value instanceof Uint8Array) {
    return undefined;
  }
  if (value.kind === 'json') {
    return value.text;
  }
  if (value.kind !== 'decimal') {
    return JSON.stringify(valueText(value));
  }
  const exact = JSON_NUMBER.test(value.text) ? null : parseExact(value.text);
  return exact === null ? value.text : formatScaled(exact.digits, exact.scale);
}
