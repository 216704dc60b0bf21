import { plainFloat } from './numbers.js';
import type { TypedText, Value } from './value.js';

/** The one text of a value, as `typecast` to string gives it; null for NULL, undefined for bytes and documents. */
export function valueText(value: Value): string | null | undefined {
  switch (typeof value) {
    case 'string':
      return value;
    case 'bigint':
      return value.toString();
    case 'number':
      return plainFloat(value);
    case 'boolean':
      return value ? 'true' : 'false';
    default:
      return value === null ? null : objectText(value);
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
