import { canonicalJson } from './canonical-json.js';
import { trimFraction } from './numbers.js';
import { dateText, fromDayNumber, pad, parseMoment, utcDayNumber } from './temporal.js';
import type { Moment } from './temporal.js';
import { scalarText } from './value-text.js';
import type { TypedText, Value } from './value.js';

/** How one hash value is brought to its canonical text. */
export interface CanonicalOptions {
  readonly trim: boolean;
  readonly caseTransform: 'lower' | 'upper' | null;
}

export const AS_IS: CanonicalOptions = { trim: false, caseTransform: null };

/**
 * Canonical form of a value for hashing, the same for every store. A number and the text of that number are the same
 * identity typed differently, so numbers stand for their shortest plain digits (`7.00` and `7` are `7`). Dates are
 * ISO 8601, moments with a zone in UTC; JSON does not depend on spaces or the order of keys. Text is trimmed and case-changed where wanted, then NFC. Each value carries
 * its length, so that lists cannot run together; NULL and bytes have their own tags.
 */
export function canonical(value: Value, options: CanonicalOptions = AS_IS): string {
  if (value === null) {
    return '~';
  }
  if (value instanceof Uint8Array) {
    return `b${value.length}:${Buffer.from(value.buffer, value.byteOffset, value.length).toString('hex')}`;
  }
  const text = normalized(textOf(value), options);
  return `${text.length}:${text}`;
}

function textOf(value: Exclude<Value, null | Uint8Array>): string {
  return typeof value === 'object' ? typedText(value) : scalarText(value);
}

function typedText(value: TypedText): string {
  switch (value.kind) {
    case 'decimal':
      return trimFraction(value.text);
    case 'date':
    case 'datetime': {
      const moment = parseMoment(value.text);
      return moment === null ? value.text : canonicalMoment(moment);
    }
    case 'json':
      return canonicalJson(value.text);
    default:
      return value.text;
  }
}

/** Midnight without a zone is the bare date: a date is often kept in a datetime column elsewhere. */
function canonicalMoment(moment: Moment): string {
  const utc = moment.offset === null ? moment : toUtc(moment);
  const fraction = moment.fraction.replace(/0+$/, '');
  const midnight = utc.hour === 0 && utc.minute === 0 && utc.second === 0 && fraction === '';
  if (midnight && moment.offset === null) {
    return dateText(utc);
  }
  const time = `${pad(utc.hour, 2)}:${pad(utc.minute, 2)}:${pad(utc.second, 2)}`;
  return `${dateText(utc)}T${time}${fraction === '' ? '' : `.${fraction}`}${moment.offset === null ? '' : 'Z'}`;
}

function toUtc(moment: Moment): Moment {
  const minutes = moment.hour * 60 + moment.minute - (moment.offset ?? 0);
  const ofDay = ((minutes % 1440) + 1440) % 1440;
  const date = fromDayNumber(utcDayNumber(moment));
  return { ...moment, ...date, hour: Math.floor(ofDay / 60), minute: ofDay % 60, offset: 0 };
}

function normalized(text: string, options: CanonicalOptions): string {
  let result = options.trim ? text.trim() : text;
  if (options.caseTransform !== null) {
    result = options.caseTransform === 'lower' ? result.toLowerCase() : result.toUpperCase();
  }
  return isNormalized(result) ? result : result.normalize('NFC');
}

/** Nothing below U+0300 composes: true for most text, at the price of one look. */
function isNormalized(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) >= 0x300) {
      return false;
    }
  }
  return true;
}
