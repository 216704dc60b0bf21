/** A civil date and time of day; `offset` is minutes east of UTC, null: no zone. */
export interface Moment {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** Digits of the fraction of a second as written, perhaps none. */
  readonly fraction: string;
  readonly offset: number | null;
  /** False for a bare date. */
  readonly hasTime: boolean;
}

const DATE = '([0-9]{4})(?:-([0-9]{2})-([0-9]{2})|/([0-9]{2})/([0-9]{2})|([0-9]{2})([0-9]{2}))';
const TIME = '([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:[.,]([0-9]{1,9}))?)?';
const ZONE = '(Z|z|[-+][0-9]{2}(?::?[0-9]{2}(?::[0-9]{2})?)?)';
const MOMENT = new RegExp(`^${DATE}(?:[Tt ]${TIME} ?${ZONE}?)?$`);
const LONGEST = 64;

/** Reads ISO 8601, RFC 3339, `YYYY/MM/DD` and `YYYYMMDD`, with a time or without; null: none of these, or no real date. */
export function parseMoment(text: string): Moment | null {
  const match = text.length > LONGEST ? null : MOMENT.exec(text.trim());
  if (match === null) {
    return null;
  }
  const part = (index: number): number => Number(match[index] ?? '0');
  const moment: Moment = {
    year: part(1),
    month: part(2) || part(4) || part(6),
    day: part(3) || part(5) || part(7),
    hour: part(8),
    minute: part(9),
    second: part(10),
    fraction: match[11] ?? '',
    offset: match[12] === undefined ? null : parseOffset(match[12]),
    hasTime: match[8] !== undefined,
  };
  return isReal(moment) ? moment : null;
}

export function isReal(moment: Moment): boolean {
  return (
    moment.year >= 1 &&
    moment.month >= 1 &&
    moment.month <= 12 &&
    moment.day >= 1 &&
    moment.day <= daysInMonth(moment.year, moment.month) &&
    moment.hour <= 23 &&
    moment.minute <= 59 &&
    moment.second <= 59 &&
    Math.abs(moment.offset ?? 0) < 24 * 60
  );
}

export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

export function daysInMonth(year: number, month: number): number {
  return month === 2 && isLeapYear(year) ? 29 : MONTH_LENGTHS[month - 1]!;
}

/** Days since 1970-01-01 in the proleptic Gregorian calendar. */
export function toDayNumber(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146097 + dayOfEra - 719468;
}

export interface CivilDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

export function fromDayNumber(dayNumber: number): CivilDate {
  const shifted = dayNumber + 719468;
  const era = Math.floor(shifted / 146097);
  const dayOfEra = shifted - era * 146097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36524) - Math.floor(dayOfEra / 146096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthIndex = Math.floor((5 * dayOfYear + 2) / 153);
  const month = monthIndex < 10 ? monthIndex + 3 : monthIndex - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * monthIndex + 2) / 5) + 1,
  };
}

/** Day number of the moment in UTC; without a zone it counts as UTC. */
export function utcDayNumber(moment: Moment): number {
  const minutes = moment.hour * 60 + moment.minute - (moment.offset ?? 0);
  return toDayNumber(moment.year, moment.month, moment.day) + Math.floor(minutes / (24 * 60));
}

export function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

export function dateText(date: CivilDate): string {
  return `${pad(date.year, 4)}-${pad(date.month, 2)}-${pad(date.day, 2)}`;
}

/** `HH:MM:SS[.f]`, trailing zeros of the fraction kept as written. */
export function timeText(moment: Moment): string {
  const fraction = moment.fraction === '' ? '' : `.${moment.fraction}`;
  return `${pad(moment.hour, 2)}:${pad(moment.minute, 2)}:${pad(moment.second, 2)}${fraction}`;
}

/** `Z`, `+05:30` … or nothing. */
export function zoneText(offset: number | null): string {
  if (offset === null) {
    return '';
  }
  const minutes = Math.abs(offset);
  const sign = offset < 0 ? '-' : '+';
  return offset === 0 ? 'Z' : `${sign}${pad(Math.floor(minutes / 60), 2)}:${pad(minutes % 60, 2)}`;
}

function parseOffset(text: string): number {
  if (text === 'Z' || text === 'z') {
    return 0;
  }
  const digits = text.slice(1).replaceAll(':', '');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2, 4) || '0');
  return text.startsWith('-') ? -minutes : minutes;
}
