import { DATE_DIRECTIVES } from './date-directives.js';
import { fromDayNumber, isLeapYear, toDayNumber } from './temporal.js';
import type { DateDirective, DateParts } from './date-directives.js';
import type { Moment } from './temporal.js';

/** Longest format that is taken. */
const MAX_FORMAT = 500;
/** Longest text that is read with a format. */
const MAX_TEXT = 1000;

/** A Python date format, ready in both directions. */
export interface DateFormat {
  readonly write: (moment: Moment) => string;
  /** Null: the text does not fit the format. Whether the date is real, the caller checks. */
  readonly read: (text: string) => Moment | null;
}

/** A directive, or literal text as one. */
interface Part extends DateDirective {
  readonly isLiteral: boolean;
}

/** Compiles a format; the text names the directive that cannot be used. */
export function compileDateFormat(format: string): DateFormat | { readonly problem: string } {
  if (format === '' || format.length > MAX_FORMAT) {
    return { problem: `a date format has 1 to ${MAX_FORMAT} characters` };
  }
  const parts: Part[] = [];
  for (const token of format.match(/%-?[\s\S]?|[^%]+/g) ?? []) {
    const part = partOf(token);
    if (part === null) {
      return { problem: `the directive ${JSON.stringify(token)} is not supported` };
    }
    parts.push(part);
  }
  return {
    write: (moment) => parts.map((part) => part.write(moment)).join(''),
    read: isReadable(format) ? readerOf(parts, /%[HIMSfp]/.test(format)) : () => null,
  };
}

function partOf(token: string): Part | null {
  if (!token.startsWith('%')) {
    const pattern = token.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/\s+/g, '\\s+');
    return { isLiteral: true, write: () => token, pattern, take: () => undefined };
  }
  const directive = DATE_DIRECTIVES.get(token.slice(1));
  return directive === undefined ? null : { ...directive, isLiteral: false };
}

/**
 * A directive given twice, which Python refuses to read too, could split the same digits in ever more ways; without
 * repeats the ways are few.
 */
function isReadable(format: string): boolean {
  const letters = (format.match(/%-?[^%]/g) ?? []).map((token) => token.slice(-1));
  return new Set(letters).size === letters.length;
}

function readerOf(parts: readonly Part[], hasTime: boolean): DateFormat['read'] {
  const pattern = parts.map((part) => (part.isLiteral ? part.pattern : `(${part.pattern})`)).join('');
  const matcher = new RegExp(`^${pattern}$`);
  const directives = parts.filter((part) => !part.isLiteral);
  return (text) => {
    const match = text.length > MAX_TEXT ? null : matcher.exec(text.trim());
    if (match === null) {
      return null;
    }
    const read = blankDate(hasTime);
    directives.forEach((directive, index) => directive.take(read, match[index + 1] ?? ''));
    return settled(read);
  };
}

/** As Python has it: what a format does not say is the start of 1900. */
function blankDate(hasTime: boolean): DateParts {
  return {
    year: 1900,
    month: 1,
    day: 1,
    hour: 0,
    minute: 0,
    second: 0,
    fraction: '',
    offset: null,
    hasTime,
    half: null,
    dayOfYear: null,
  };
}

/** Applies AM and PM and the day of the year; null: they make no sense. Spelt out: copying the rest is slow. */
function settled(read: DateParts): Moment | null {
  const { year, month, day, minute, second, fraction, offset, hasTime, half, dayOfYear } = read;
  if (half !== null && (read.hour < 1 || read.hour > 12)) {
    return null;
  }
  const hour = half === null ? read.hour : (read.hour % 12) + half;
  const moment = { year, month, day, hour, minute, second, fraction, offset, hasTime };
  if (dayOfYear === null) {
    return moment;
  }
  if (dayOfYear < 1 || dayOfYear > (isLeapYear(year) ? 366 : 365)) {
    return null;
  }
  return { ...moment, ...fromDayNumber(toDayNumber(year, 1, 1) + dayOfYear - 1) };
}
