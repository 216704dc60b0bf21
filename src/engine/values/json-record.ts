import { plainFloat, trimFraction } from './numbers.js';
import { readJsonValue } from './json-value.js';
import { valueText } from './value-text.js';
import type { Value } from './value.js';

/** What `JSON.parse` gives. */
export type JsonValue =
  null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** The value that stands for parsed JSON, as a leaf of a document would be read. */
export function fromJson(value: JsonValue): Value {
  switch (typeof value) {
    case 'number':
      return readJsonValue(JSON.stringify(value));
    case 'object':
      return value === null ? null : { kind: 'json', text: JSON.stringify(value) };
    default:
      return value;
  }
}

/**
 * The parsed JSON that stands for a value; undefined: there is none (bytes, NaN, infinities). Numbers that JavaScript
 * would round become text.
 */
export function toJson(value: Value): JsonValue | undefined {
  switch (typeof value) {
    case 'bigint':
      return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
    case 'number':
      return Number.isFinite(value) ? value : undefined;
    case 'object':
      break;
    default:
      return value;
  }
  if (value === null || value instanceof Uint8Array) {
    return value === null ? null : undefined;
  }
  if (value.kind === 'json') {
    return JSON.parse(value.text) as JsonValue;
  }
  return value.kind === 'decimal' ? exactNumber(value.text) : (valueText(value) ?? undefined);
}

function exactNumber(text: string): number | string {
  const number = Number(text);
  return plainFloat(number) === trimFraction(text) ? number : text;
}
