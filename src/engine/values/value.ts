/**
 * What a mask takes and gives. JavaScript's own types carry the common kinds; the tagged objects carry what JavaScript
 * would damage (exact decimals, dates without a zone, microseconds), always as canonical text.
 *
 * | kind | JavaScript |
 * |---|---|
 * | null | `null` |
 * | text | `string` |
 * | integer | `bigint` |
 * | float | `number` (NaN and infinities are legal) |
 * | boolean | `boolean` |
 * | bytes | `Uint8Array` |
 * | decimal, date, datetime, time, json | `TypedText` |
 */
export type Value = null | string | bigint | number | boolean | Uint8Array | TypedText;

export interface TypedText {
  readonly kind: 'decimal' | 'date' | 'datetime' | 'time' | 'json';
  /**
   * decimal: plain digits, no exponent. date: `YYYY-MM-DD`. time: `HH:MM:SS[.f]`. json: the document's own text.
   * datetime: `YYYY-MM-DD HH:MM:SS[.f][±HH[:MM]]` as the database writes it; dates and datetimes may also be
   * `infinity`, `-infinity` or a year beyond 9999.
   */
  readonly text: string;
}

export type ValueKind =
  | 'null'
  | 'text'
  | 'integer'
  | 'decimal'
  | 'float'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'time'
  | 'bytes'
  | 'json';
