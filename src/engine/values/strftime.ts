import { pad, toDayNumber, zoneText } from './temporal.js';
import type { Moment } from './temporal.js';

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
/** Longest format that is taken. */
const MAX_FORMAT = 500;

/** A Python date format, ready in both directions. */
export interface DateFormat {
  write(moment: Moment): string;
  /** Null: the text does not fit the format or names no real date. */
  read(text: string): Moment | null;
}

type Parts = { -readonly [K in keyof Moment]: Moment[K] } & { half: number | null; dayOfYear: number | null };

/** One directive: how it is written, what it looks like, and what it means when read. */
interface Directive {
  write(moment: Moment): string;
  readonly pattern: string;
  take(parts: Parts, text: string): void;
}

const DIRECTIVES: Readonly<Record<string, Directive>> = {
  Y: number(
    (m) => pad(m.year, 4),
    '\\d{4}',
    (p, n) => (p.year = n),
  ),
  y: number(
    (m) => pad(m.year % 100, 2),
    '\\d{2}',
    (p, n) => (p.year = n < 69 ? 2000 + n : 1900 + n),
  ),
  m: number(
    (m) => pad(m.month, 2),
    '\\d{1,2}',
    (p, n) => (p.month = n),
  ),
  d: number(
    (m) => pad(m.day, 2),
    '\\d{1,2}',
    (p, n) => (p.day = n),
  ),
  H: number(
    (m) => pad(m.hour, 2),
    '\\d{1,2}',
    (p, n) => (p.hour = n),
  ),
  I: number(
    (m) => pad(m.hour % 12 || 12, 2),
    '\\d{1,2}',
    (p, n) => (p.hour = n),
  ),
  M: number(
    (m) => pad(m.minute, 2),
    '\\d{1,2}',
    (p, n) => (p.minute = n),
  ),
  S: number(
    (m) => pad(m.second, 2),
    '\\d{1,2}',
    (p, n) => (p.second = n),
  ),
  j: number(
    (m) => pad(dayOfYear(m), 3),
    '\\d{1,3}',
    (p, n) => (p.dayOfYear = n),
  ),
  f: {
    write: (m) => m.fraction.slice(0, 6).padEnd(6, '0'),
    pattern: '\\d{1,6}',
    take: (parts, text) => (parts.fraction = text),
  },
  p: {
    write: (m) => (m.hour < 12 ? 'AM' : 'PM'),
    pattern: '[AaPp][Mm]',
    take: (parts, text) => (parts.half = text.toUpperCase() === 'AM' ? 0 : 12),
  },
  b: name(
    (m) => MONTHS[m.month - 1]!.slice(0, 3),
    MONTHS.map((month) => month.slice(0, 3)),
  ),
  B: name((m) => MONTHS[m.month - 1]!, MONTHS),
  a: {
    ...name(
      (m) => DAYS[weekday(m)]!.slice(0, 3),
      DAYS.map((day) => day.slice(0, 3)),
    ),
    take: () => undefined,
  },
  A: { ...name((m) => DAYS[weekday(m)]!, DAYS), take: () => undefined },
  z: {
    write: (m) => (m.offset === 0 ? '+0000' : zoneText(m.offset).replace(':', '')),
    pattern: 'Z|[-+]\\d{2}:?\\d{2}',
    take: (parts, text) => (parts.offset = offsetOf(text)),
  },
  Z: {
    write: (m) => (m.offset === null ? '' : m.offset === 0 ? 'UTC' : `UTC${zoneText(m.offset)}`),
    pattern: '(?:UTC|GMT|Z)?',
    take: (parts, text) => (parts.offset = text === '' ? parts.offset : 0),
  },
  '%': { write: () => '%', pattern: '%', take: () => undefined },
};
/** Output only: without the leading zero. */
const UNPADDED: Readonly<Record<string, (moment: Moment) => string>> = {
  d: (m) => String(m.day),
  m: (m) => String(m.month),
};

/** Compiles a format; the text names the directive that cannot be used. */
export function compileDateFormat(format: string): DateFormat | { readonly problem: string } {
  if (format === '' || format.length > MAX_FORMAT) {
    return { problem: `a date format has 1 to ${MAX_FORMAT} characters` };
  }
  const writers: ((moment: Moment) => string)[] = [];
  const takers: Directive['take'][] = [];
  let pattern = '';
  for (const token of format.match(/%-?[\s\S]?|[^%]+/g) ?? []) {
    const directive = token.startsWith('%') ? DIRECTIVES[token.slice(1)] : undefined;
    const unpadded = token.startsWith('%-') ? UNPADDED[token.slice(2)] : undefined;
    if (token.startsWith('%') && directive === undefined && unpadded === undefined) {
      return { problem: `the directive ${JSON.stringify(token)} is not supported` };
    }
    const literal = token;
    const meaning = directive ?? DIRECTIVES[token.slice(2)];
    writers.push(unpadded ?? directive?.write ?? (() => literal));
    pattern += token.startsWith('%') && meaning !== undefined ? `(${meaning.pattern})` : escaped(token);
    if (token.startsWith('%') && meaning !== undefined) {
      takers.push((parts, text) => meaning.take(parts, text));
    }
  }
  // Of our own bounded patterns and escaped literals. A directive given twice, which Python refuses to read too, could
  // split the same digits in ever more ways; without repeats the ways are few.
  const letters = (format.match(/%-?[^%]/g) ?? []).map((token) => token.slice(-1));
  const matcher = new Set(letters).size === letters.length ? new RegExp(`^${pattern}$`) : null;
  const hasTime = /%[HIMSfp]/.test(format);
  return {
    write: (moment) => writers.map((write) => write(moment)).join(''),
    read: (text) => (matcher === null ? null : readWith(matcher, takers, hasTime, text)),
  };
}

function readWith(
  matcher: RegExp,
  takers: readonly Directive['take'][],
  hasTime: boolean,
  text: string,
): Moment | null {
  const match = text.length > MAX_FORMAT * 2 ? null : matcher.exec(text.trim());
  if (match === null) {
    return null;
  }
  const parts: Parts = {
    ...{ year: 1900, month: 1, day: 1, hour: 0, minute: 0, second: 0 },
    ...{ fraction: '', offset: null, hasTime, half: null, dayOfYear: null },
  };
  takers.forEach((take, index) => {
    take(parts, match[index + 1] ?? '');
  });
  return finished(parts);
}

function finished(parts: Parts): Moment | null {
  if (parts.half !== null) {
    if (parts.hour < 1 || parts.hour > 12) {
      return null;
    }
    parts.hour = (parts.hour % 12) + parts.half;
  }
  if (parts.dayOfYear === null) {
    return parts;
  }
  return fromDayOfYear(parts, parts.dayOfYear);
}

function fromDayOfYear(parts: Parts, day: number): Moment | null {
  const date = new Date(Date.UTC(2000, 0, 1));
  date.setUTCFullYear(parts.year, 0, day);
  if (date.getUTCFullYear() !== parts.year || day < 1) {
    return null;
  }
  return { ...parts, month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

function dayOfYear(m: Moment): number {
  return toDayNumber(m.year, m.month, m.day) - toDayNumber(m.year, 1, 1) + 1;
}

function weekday(m: Moment): number {
  return (((toDayNumber(m.year, m.month, m.day) + 4) % 7) + 7) % 7;
}

function offsetOf(text: string): number {
  if (text === 'Z') {
    return 0;
  }
  const digits = text.replace(':', '');
  const minutes = Number(digits.slice(1, 3)) * 60 + Number(digits.slice(3, 5));
  return text.startsWith('-') ? -minutes : minutes;
}

function number(
  write: (moment: Moment) => string,
  pattern: string,
  set: (parts: Parts, value: number) => void,
): Directive {
  return { write, pattern, take: (parts, text) => set(parts, Number(text)) };
}

/** A name of a list, in any case; read as a month. */
function name(write: (moment: Moment) => string, names: readonly string[]): Directive {
  return {
    write,
    pattern: names.map(anyCase).join('|'),
    take: (parts, text) => {
      parts.month = names.findIndex((known) => known.toLowerCase() === text.toLowerCase()) + 1;
    },
  };
}

function anyCase(word: string): string {
  return [...word].map((letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`).join('');
}

function escaped(literal: string): string {
  return literal.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/\s+/g, '\\s+');
}
