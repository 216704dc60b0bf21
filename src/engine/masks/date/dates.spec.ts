import { DayCandidates, weekdayOf } from './day-candidates.js';
import { daysInMonth, fromDayNumber, parseMoment, toDayNumber } from '../../values/temporal.js';
import { FULL_YEARS, isoWriter, readLocalDate } from './date-layout.js';
import { secondsLater } from './moment-steps.js';
import type { DayConstraint } from './day-candidates.js';

const ISO_TEXTS = [
  '2020-02-29',
  '2020/02/29',
  '20200229',
  '  2020-02-29\t',
  '2020-02-29T12:34',
  '2020-02-29 12:34:56',
  '20200229t12:34:56Z',
  '2020-02-29 12:34:56.123456+05:30',
  '2020-02-29T12:34:56,123456789 -0330',
  ' 2020-02-29 12:34+00 ',
];

describe('isoWriter', () => {
  it.each(ISO_TEXTS)('writes what it was made from: %j', (text) => {
    const moment = parseMoment(text)!;
    expect(isoWriter(text, moment)(moment)).toBe(text);
  });

  it.each(ISO_TEXTS)('writes another moment in the same way: %j', (text) => {
    const read = parseMoment(text)!;
    const other = { ...read, year: 7, month: 1, day: 2, hour: 3, minute: 4, second: 5 };
    const written = parseMoment(isoWriter(text, read)(other))!;
    const isRead = { hour: read.hasTime, minute: read.hasTime, second: /:.*:/.test(text) };
    expect(written).toEqual({
      ...other,
      ...(isRead.hour ? {} : { hour: 0 }),
      ...(isRead.minute ? {} : { minute: 0 }),
      ...(isRead.second ? {} : { second: 0 }),
    });
  });
});

describe('readLocalDate', () => {
  it.each([
    ['31/12/2020', true, false, '2020-12-31'],
    ['12/31/2020', false, false, '2020-12-31'],
    ['1.2.69', true, false, '1969-02-01'],
    ['1.2.68', true, false, '2068-02-01'],
    ['20-02-01', null, true, '2020-02-01'],
    ['20-01-02', true, true, '2020-02-01'],
    ['01-02-2020', true, true, '2020-02-01'],
  ])('%s, day first: %s, year first: %s, is %s', (text, dayFirst, yearFirst, iso) => {
    const read = readLocalDate(text, { dayFirst, yearFirst })!;
    expect(read.moment).toEqual(parseMoment(iso));
    expect(read.write(read.moment)).toBe(text);
  });

  it.each([
    '31/12/2020',
    '1/2/20',
    '20/1/2',
    '1/2-2020',
    '1/2/3',
    '1/2/20201',
    'x',
    '',
    '31/02/2020',
    '1/2/2020x',
  ])('does not guess %j', (text) => {
    expect(readLocalDate(text, { dayFirst: null, yearFirst: false })).toBeNull();
  });
});

it('counts seconds over days, months, years and the zone', () => {
  const moment = parseMoment('1999-12-31 23:59:59.5+13:00')!;
  expect(secondsLater(moment, 1)).toEqual(parseMoment('2000-01-01 00:00:00.5+13:00'));
  expect(secondsLater(moment, -86_400 * 365)).toEqual(parseMoment('1998-12-31 23:59:59.5+13:00'));
  for (let seconds = -3_000_000_000; seconds < 3_000_000_000; seconds += 59_999_999) {
    const there = secondsLater(moment, seconds);
    expect(secondsLater(there, -seconds)).toEqual(moment);
    const utc = Date.UTC(there.year, there.month - 1, there.day, there.hour, there.minute, there.second);
    expect(utc - Date.UTC(1999, 11, 31, 23, 59, 59)).toBe(seconds * 1000);
  }
});

describe('DayCandidates', () => {
  const none: DayConstraint = { years: [2010, 2030], month: null, day: null, weekday: null };

  it.each<[string, Partial<DayConstraint>]>([
    ['anything', {}],
    ['a year', { years: [2024, 2024] }],
    ['a month', { month: 2 }],
    ['a day', { day: 31 }],
    ['29 February', { month: 2, day: 29 }],
    ['Fridays the thirteenth', { day: 13, weekday: 5 }],
    ['Mondays of a month', { years: [2024, 2024], month: 9, weekday: 1 }],
  ])('finds exactly the days with %s', (_, wanted) => {
    const constraint = { ...none, ...wanted };
    const expected: number[] = [];
    const [from, to] = constraint.years;
    for (let day = toDayNumber(from, 1, 1); day <= toDayNumber(to, 12, 31); day++) {
      const date = fromDayNumber(day);
      const weekday = new Date(day * 86_400_000).getUTCDay();
      const fits = [
        constraint.month === null || date.month === constraint.month,
        constraint.day === null || date.day === constraint.day,
        constraint.weekday === null || weekday === constraint.weekday,
      ].every(Boolean);
      if (fits) {
        expected.push(day);
      }
    }
    const candidates = new DayCandidates();
    expect([...candidates.days(constraint)]).toEqual(expected);
    expect(candidates.days(constraint)).toBe(candidates.days({ ...constraint }));
  });

  it('knows weekdays over the whole range', () => {
    expect(weekdayOf(toDayNumber(FULL_YEARS.minYear, 1, 1))).toBe(1);
    expect(weekdayOf(toDayNumber(FULL_YEARS.maxYear, 12, 31))).toBe(5);
    expect(daysInMonth(FULL_YEARS.minYear, 2)).toBe(28);
  });
});
