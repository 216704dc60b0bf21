import { FormatError } from '../format-error.js';

/** What a text is as an integer of the column: its value times 10^`scale`. Throws `FormatError` where it is none. */
export function decimalOf(text: string, scale: number): bigint {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text);
  const [, sign = '', whole = '', fraction = ''] = match ?? [];
  if (whole + fraction === '' || /[^0]/.test(fraction.slice(scale))) {
    throw unfit();
  }
  const digits = BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'));
  return sign === '-' ? -digits : digits;
}

const FLOATS: ReadonlyMap<string, number> = new Map(
  Object.entries({ nan: NaN, inf: Infinity, infinity: Infinity, '-inf': -Infinity, '-infinity': -Infinity }),
);
const FLOAT = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

export function floatOf(text: string): number {
  const named = FLOATS.get(text.toLowerCase());
  if (named !== undefined) {
    return named;
  }
  if (!FLOAT.test(text)) {
    throw unfit();
  }
  return Number(text);
}

const TRUTHS: ReadonlyMap<string, number> = new Map(
  Object.entries({ true: 1, t: 1, '1': 1, false: 0, f: 0, '0': 0 }),
);

export function truthOf(text: string): number {
  const truth = TRUTHS.get(text.toLowerCase());
  if (truth === undefined) {
    throw unfit();
  }
  return truth;
}

const MOMENT =
  /^(-?\d{1,7})-(\d\d)-(\d\d)(?: \(BC\))?(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?))?(?: \(BC\))?(Z|[+-]\d\d(?::?\d\d)?)?$/;
const DAY_MS = 86_400_000;
/** After so many years the calendar begins anew; Parquet knows more years than `Date`. */
const ERA_YEARS = 400;
const ERA_DAYS = 146_097;
const DAY_NANOS = 86_400_000_000_000n;

/** Days since 1970. Of a moment: its day. */
export function daysOf(text: string): bigint {
  return BigInt(dayOf(MOMENT.exec(text), text));
}

/** Nanoseconds since 1970, in UTC where no other zone is named. */
export function nanosOf(text: string): bigint {
  const match = MOMENT.exec(text);
  const days = dayOf(match, text);
  return BigInt(days) * DAY_NANOS + clockNanosOf(match?.[4] ?? '00:00') - zoneNanosOf(match?.[5] ?? 'Z');
}

function dayOf(match: RegExpExecArray | null, text: string): number {
  const [year, month, day] = [Number(match?.[1]), Number(match?.[2]), Number(match?.[3])];
  const whole = text.includes('(BC)') ? 1 - year : year;
  const eras = Math.floor(whole / ERA_YEARS);
  const date = new Date(0);
  date.setUTCFullYear(whole - eras * ERA_YEARS, month - 1, day);
  if (match === null || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) {
    throw unfit();
  }
  return date.getTime() / DAY_MS + eras * ERA_DAYS;
}

const CLOCK = /^(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?$/;

/** The end of a day. */
const MIDNIGHT = /^24:00(?::00(?:\.0{1,9})?)?$/;

/** Nanoseconds since midnight. */
export function clockNanosOf(text: string): bigint {
  if (MIDNIGHT.test(text)) {
    return DAY_NANOS;
  }
  const [, hour, minute, second = '0', fraction = ''] = CLOCK.exec(text) ?? [];
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) {
    throw unfit();
  }
  const seconds = Number(hour) * 3600 + Number(minute) * 60 + Number(second);
  return BigInt(seconds) * 1_000_000_000n + BigInt(fraction.padEnd(9, '0'));
}

function zoneNanosOf(zone: string): bigint {
  const digits = zone.replace(/\D/g, '').padEnd(4, '0');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return BigInt(zone.startsWith('-') ? -minutes : minutes) * 60_000_000_000n;
}

const UUID = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;

export function uuidOf(text: string): Buffer {
  if (!UUID.test(text)) {
    throw unfit();
  }
  return Buffer.from(text.replaceAll('-', ''), 'hex');
}

/** Of `\x00ff`. */
export function bytesOf(text: string): Buffer {
  const digits = text.slice(2);
  if (!text.startsWith('\\x') || digits.length % 2 > 0 || /[^0-9a-f]/i.test(digits)) {
    throw unfit();
  }
  return Buffer.from(digits, 'hex');
}

/** Tells no value. */
export function unfit(): FormatError {
  const message =
    'A masked value does not fit the type of its column. Let the masks give what the type holds.';
  return new FormatError('bad_value', message);
}
