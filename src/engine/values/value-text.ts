import { plainFloat } from './numbers.js';
import type { TypedText, Value } from './value.js';

/** The one text of a value, as `typecast` to string gives it; null for NULL, undefined for bytes and documents. */
export function valueText(value: Value): string | null | undefined {
  if (typeof value === 'object') {
    return value === null ? null : objectText(value);
  }
  return scalarText(value);
}

/** The same of a value that is no object. */
export function scalarText(value: string | bigint | number | boolean): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'bigint':
      return value.toString();
    case 'number':
      return plainFloat(value);
    default:
      return value ? 'true' : 'false';
  }
}

function objectText(value: Uint8Array | TypedText): string | undefined {
  if (value instanceof Uint8Array || value.kind === 'json') {
    return undefined;
  }
  return value.kind === 'datetime' ? isoDatetime(value.text) : value.text;
}

/** `2020-01-02 03:04:05+00` → `2020-01-02T03:04:05+00:00`: ISO 8601, nothing recomputed. */
export function isoDatetime(text: string): string {
  const withT = text.replace(/^(\d{4,}-\d{2}-\d{2}) /, '$1T');
  return withT.replace(/(T.*[-+]\d{2})$/, '$1:00');
}
