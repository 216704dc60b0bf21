import { pad, parseMoment } from '../../values/temporal.js';
import type { Moment } from '../../values/temporal.js';

/** Years that a way of writing dates can tell apart. */
export interface YearRange {
  readonly minYear: number;
  readonly maxYear: number;
}

/** A date that came in: its moment, and how to write another in the same way. */
export interface TemporalInput extends YearRange {
  readonly moment: Moment;
  readonly write: (moment: Moment) => string;
}

export const FULL_YEARS: YearRange = { minYear: 1, maxYear: 9999 };
/** Two digits: as POSIX has it, 69 to 99 are of the last century. */
export const SHORT_YEARS: YearRange = { minYear: 1969, maxYear: 2068 };

/** Writes moments the way a text that `parseMoment` has read is written: its separators, precision and zone. */
export function isoWriter(text: string, read: Moment): (moment: Moment) => string {
  const start = text.length - text.trimStart().length;
  const separator = /[-/]/.test(text.charAt(start + 4)) ? text.charAt(start + 4) : '';
  const time = start + 8 + 2 * separator.length;
  const before = text.slice(0, start);
  const date = (moment: Moment): string =>
    [pad(moment.year, 4), pad(moment.month, 2), pad(moment.day, 2)].join(separator);
  if (!read.hasTime) {
    return (moment) => before + date(moment) + text.slice(time);
  }
  const hasSeconds = text.charAt(time + 6) === ':';
  const fraction = time + 9;
  const hasFraction = read.fraction !== '';
  const zone = hasFraction ? fraction + 1 + read.fraction.length : hasSeconds ? fraction : time + 6;
  return (moment) =>
    before +
    date(moment) +
    text.charAt(time) +
    `${pad(moment.hour, 2)}:${pad(moment.minute, 2)}` +
    (hasSeconds ? `:${pad(moment.second, 2)}` : '') +
    (hasFraction ? text.charAt(fraction) + moment.fraction : '') +
    text.slice(zone);
}

/** In what order the parts of a date such as 01/02/2020 stand. */
export interface PartOrder {
  /** Null: not said, so that such dates are not read. */
  readonly dayFirst: boolean | null;
  readonly yearFirst: boolean;
}

const LOCAL_DATE = /^(\s*)([0-9]{1,2})([-/.])([0-9]{1,2})\3([0-9]{4}|[0-9]{1,2})(?![0-9])(.*)$/;
const LONGEST = 64;
type Part = 'year' | 'month' | 'day';

/** A date such as 01/02/2020, taken apart. */
interface LocalDate {
  readonly before: string;
  readonly separator: string;
  /** The three parts as written, and what they are. */
  readonly written: readonly string[];
  readonly parts: readonly Part[];
  readonly rest: string;
}

/** Reads a/b/yyyy, a/b/yy and yy/a/b, with a time or without; null: none of these, or the order is not known. */
export function readLocalDate(text: string, order: PartOrder): TemporalInput | null {
  const local = text.length > LONGEST ? null : takenApart(text, order);
  if (local === null) {
    return null;
  }
  const textOf = (part: Part): string => local.written[local.parts.indexOf(part)] ?? '';
  const isShort = textOf('year').length === 2;
  const year = isShort ? fullYear(Number(textOf('year'))) : textOf('year');
  const iso = `${year}-${textOf('month').padStart(2, '0')}-${textOf('day').padStart(2, '0')}${local.rest}`;
  const moment = parseMoment(iso);
  return moment === null
    ? null
    : { ...(isShort ? SHORT_YEARS : FULL_YEARS), moment, write: localWriter(local, iso, moment) };
}

function takenApart(text: string, order: PartOrder): LocalDate | null {
  const [, before = '', first = '', separator = '', second = '', third = '', rest = ''] =
    LOCAL_DATE.exec(text) ?? [];
  const parts = partsOf(first, third, order);
  return parts === null ? null : { before, separator, written: [first, second, third], parts, rest };
}

/** Days and months are written without a zero in front when one of them came without. */
function localWriter(local: LocalDate, iso: string, read: Moment): (moment: Moment) => string {
  const writeIso = isoWriter(iso, read);
  const width = local.written.some((part) => part.length === 1) ? 1 : 2;
  const yearWidth = local.written[local.parts.indexOf('year')]!.length;
  const textOf = (part: Part, moment: Moment): string =>
    part === 'year' ? pad(moment.year, 4).slice(-yearWidth) : pad(moment[part], width);
  return (moment) =>
    local.before +
    local.parts.map((part) => textOf(part, moment)).join(local.separator) +
    writeIso(moment).slice(10);
}

function partsOf(first: string, third: string, { dayFirst, yearFirst }: PartOrder): readonly Part[] | null {
  if (third.length === 4 || (third.length === 2 && !yearFirst)) {
    if (dayFirst === null) {
      return null;
    }
    return dayFirst ? ['day', 'month', 'year'] : ['month', 'day', 'year'];
  }
  if (yearFirst && first.length === 2) {
    return dayFirst === true ? ['year', 'day', 'month'] : ['year', 'month', 'day'];
  }
  return null;
}

function fullYear(short: number): number {
  return short < 69 ? 2000 + short : 1900 + short;
}
