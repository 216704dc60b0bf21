import { parseExact } from './numbers.js';
import { parseMoment, toDayNumber } from './temporal.js';
import type { ExactNumber } from './numbers.js';
import type { Moment } from './temporal.js';
import type { Value } from './value.js';

/** A number that can be compared with any other; floats that no digits can tell stay floats. */
export type Comparable = bigint | number | ExactNumber;

/** The number a value is; undefined: it is none. */
export function comparableNumber(value: Value): Comparable | undefined {
  switch (typeof value) {
    case 'bigint':
    case 'number':
      return value;
    case 'object':
      return value !== null && 'kind' in value && value.kind === 'decimal'
        ? (parseExact(value.text) ?? undefined)
        : undefined;
    default:
      return undefined;
  }
}

/** Negative, zero or positive; NaN: one of them is not a number, so that every comparison is false. */
export function compareNumbers(a: Comparable, b: Comparable): number {
  if (typeof a === 'bigint' && typeof b === 'bigint') {
    return a < b ? -1 : a > b ? 1 : 0;
  }
  if (isNotFinite(a) || isNotFinite(b)) {
    return Number.isNaN(a) || Number.isNaN(b) ? NaN : order(roughly(a), roughly(b));
  }
  const left = exactly(a);
  const right = exactly(b);
  const scale = Math.max(left.scale, right.scale);
  const x = left.digits * 10n ** BigInt(scale - left.scale);
  const y = right.digits * 10n ** BigInt(scale - right.scale);
  return x < y ? -1 : x > y ? 1 : 0;
}

/** An instant: whole seconds and the rest in nanoseconds. */
export interface Instant {
  readonly seconds: number;
  readonly nanoseconds: number;
}

/**
 * The instant that a date or datetime text names; without a zone it counts as UTC, a bare date as its first moment.
 * Undefined: it names none.
 */
export function instantOf(text: string): Instant | undefined {
  if (text === 'infinity' || text === '-infinity') {
    return { seconds: text === 'infinity' ? Infinity : -Infinity, nanoseconds: 0 };
  }
  const moment = parseMoment(text);
  return moment === null ? undefined : toInstant(moment);
}

export function compareInstants(a: Instant, b: Instant): number {
  return a.seconds === b.seconds ? a.nanoseconds - b.nanoseconds : order(a.seconds, b.seconds);
}

function toInstant(moment: Moment): Instant {
  const minutes = moment.hour * 60 + moment.minute - (moment.offset ?? 0);
  const days = toDayNumber(moment.year, moment.month, moment.day);
  return {
    seconds: days * 86_400 + minutes * 60 + moment.second,
    nanoseconds: Number(moment.fraction.padEnd(9, '0')),
  };
}

function isNotFinite(number: Comparable): number is number {
  return typeof number === 'number' && !Number.isFinite(number);
}

function roughly(number: Comparable): number {
  return typeof number === 'object' ? Number(number.digits) / 10 ** number.scale : Number(number);
}

function exactly(number: Comparable): ExactNumber {
  if (typeof number === 'bigint') {
    return { digits: number, scale: 0 };
  }
  return typeof number === 'number' ? parseExact(String(number))! : number;
}

function order(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
