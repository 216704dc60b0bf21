import { pad, toDayNumber, zoneText } from './temporal.js';
import type { Moment } from './temporal.js';

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/** What the directives of a format have said so far about a date being read. */
export type DateParts = { -readonly [K in keyof Moment]: Moment[K] } & {
  /** Hours that AM or PM adds; null: neither was given. */
  half: number | null;
  dayOfYear: number | null;
};

/** One directive of Python's date formats: how it is written, what it looks like, and what it means when read. */
export interface DateDirective {
  readonly write: (moment: Moment) => string;
  /** Bounded, without groups of its own. */
  readonly pattern: string;
  readonly take: (parts: DateParts, text: string) => void;
}

const TWO_DIGITS = '\\d{1,2}';

/** By the characters after the percent sign; `-` leaves the leading zero out. */
export const DATE_DIRECTIVES: ReadonlyMap<string, DateDirective> = new Map<string, DateDirective>([
  ['Y', { write: (m) => pad(m.year, 4), pattern: '\\d{4}', take: whole((p, n) => (p.year = n)) }],
  ['y', { write: (m) => pad(m.year % 100, 2), pattern: '\\d{2}', take: whole(takeShortYear) }],
  ['m', { write: (m) => pad(m.month, 2), pattern: TWO_DIGITS, take: whole((p, n) => (p.month = n)) }],
  ['-m', { write: (m) => String(m.month), pattern: TWO_DIGITS, take: whole((p, n) => (p.month = n)) }],
  ['d', { write: (m) => pad(m.day, 2), pattern: TWO_DIGITS, take: whole((p, n) => (p.day = n)) }],
  ['-d', { write: (m) => String(m.day), pattern: TWO_DIGITS, take: whole((p, n) => (p.day = n)) }],
  ['H', { write: (m) => pad(m.hour, 2), pattern: TWO_DIGITS, take: whole((p, n) => (p.hour = n)) }],
  [
    'I',
    { write: (m) => pad(m.hour % 12 || 12, 2), pattern: TWO_DIGITS, take: whole((p, n) => (p.hour = n)) },
  ],
  ['M', { write: (m) => pad(m.minute, 2), pattern: TWO_DIGITS, take: whole((p, n) => (p.minute = n)) }],
  ['S', { write: (m) => pad(m.second, 2), pattern: TWO_DIGITS, take: whole((p, n) => (p.second = n)) }],
  [
    'j',
    { write: (m) => pad(dayOfYear(m), 3), pattern: '\\d{1,3}', take: whole((p, n) => (p.dayOfYear = n)) },
  ],
  ['f', { write: (m) => m.fraction.slice(0, 6).padEnd(6, '0'), pattern: '\\d{1,6}', take: takeFraction }],
  ['p', { write: (m) => (m.hour < 12 ? 'AM' : 'PM'), pattern: '[AaPp][Mm]', take: takeHalf }],
  ['b', { write: (m) => shortNames(MONTHS)[m.month - 1]!, ...monthName(shortNames(MONTHS)) }],
  ['B', { write: (m) => MONTHS[m.month - 1]!, ...monthName(MONTHS) }],
  ['a', { write: (m) => shortNames(DAYS)[weekday(m)]!, pattern: anyOf(shortNames(DAYS)), take: takeNothing }],
  ['A', { write: (m) => DAYS[weekday(m)]!, pattern: anyOf(DAYS), take: takeNothing }],
  ['z', { write: writeOffset, pattern: 'Z|[-+]\\d{2}:?\\d{2}', take: takeOffset }],
  ['Z', { write: writeZoneName, pattern: '(?:UTC|GMT|Z)?', take: takeZoneName }],
  ['%', { write: () => '%', pattern: '%', take: takeNothing }],
]);

function whole(set: (parts: DateParts, value: number) => void): DateDirective['take'] {
  return (parts, text) => set(parts, Number(text));
}

/** As POSIX has it: 69 to 99 are of the last century. */
function takeShortYear(parts: DateParts, value: number): void {
  parts.year = value < 69 ? 2000 + value : 1900 + value;
}

function takeFraction(parts: DateParts, text: string): void {
  parts.fraction = text;
}

function takeHalf(parts: DateParts, text: string): void {
  parts.half = text.toUpperCase() === 'AM' ? 0 : 12;
}

function takeNothing(): void {
  // A day of the week or a percent sign says nothing about the date.
}

function takeOffset(parts: DateParts, text: string): void {
  const digits = text.replace(/\D/g, '');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2, 4));
  parts.offset = text.startsWith('-') ? -minutes : minutes;
}

function takeZoneName(parts: DateParts, text: string): void {
  parts.offset = text === '' ? parts.offset : 0;
}

function writeOffset(moment: Moment): string {
  return moment.offset === 0 ? '+0000' : zoneText(moment.offset).replace(':', '');
}

function writeZoneName(moment: Moment): string {
  if (moment.offset === null) {
    return '';
  }
  return moment.offset === 0 ? 'UTC' : `UTC${zoneText(moment.offset)}`;
}

function monthName(names: readonly string[]): Pick<DateDirective, 'pattern' | 'take'> {
  const known = names.map((name) => name.toLowerCase());
  return {
    pattern: anyOf(names),
    take: (parts, text) => {
      parts.month = known.indexOf(text.toLowerCase()) + 1;
    },
  };
}

function shortNames(names: readonly string[]): readonly string[] {
  return names.map((name) => name.slice(0, 3));
}

function anyOf(names: readonly string[]): string {
  const anyCase = (letter: string): string => `[${letter.toUpperCase()}${letter.toLowerCase()}]`;
  return names.map((name) => [...name].map(anyCase).join('')).join('|');
}

function dayOfYear(moment: Moment): number {
  return toDayNumber(moment.year, moment.month, moment.day) - toDayNumber(moment.year, 1, 1) + 1;
}

/** 0 is Sunday. */
function weekday(moment: Moment): number {
  return (((toDayNumber(moment.year, moment.month, moment.day) + 4) % 7) + 7) % 7;
}
