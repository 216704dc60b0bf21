import { boolean, optional, withDefault } from '../parameters.js';
import { DATE_KINDS, DATE_TEXT_CHOICES, DATE_TEXT_PARAMETERS, temporalMask } from './temporal-input.js';
import { dateText, daysInMonth, fromDayNumber, toDayNumber, utcDayNumber } from '../../values/temporal.js';
import { dayNumberOf, drawTime, onDay } from './moment-steps.js';
import { defineMask } from '../mask-definition.js';
import { drawDay } from './draw-day.js';
import { timeBound } from '../date-parameters.js';
import type { CivilDate } from '../../values/temporal.js';
import type { DayRange } from './draw-day.js';
import type { TimeBound } from '../date-parameters.js';
import type { YearRange } from './date-layout.js';

const DAY_MS = 86_400_000;

export const retainAge = defineMask({
  name: 'retain_age',
  family: 'date',
  role: 'transformer',
  summary: 'Draws another birthday of somebody of the same age in years.',
  accepts: DATE_KINDS,
  gives: 'same',
  parameters: {
    force_change: withDefault(boolean('The day must differ.'), false),
    as_of: optional(
      timeBound('Day on which ages are counted, in UTC; the start of the run when absent (extension).'),
    ),
    ...DATE_TEXT_PARAMETERS,
  },
  example: 'type: retain_age\nas_of: "2025-01-01"',
  choices: [
    'Ages are counted in whole years on the day on which the run starts, in UTC. Without as_of a repeat on another day gives other dates, even under a hash.',
    'Somebody born on 29 February has the birthday on 1 March in common years.',
    'A date after that day is an error.',
    'A moment gets any time of the day; its fraction is drawn with as many digits, unless it is all zeros.',
    'force_change asks for another day, not only another time.',
    ...DATE_TEXT_CHOICES,
  ],
  randomness: (params) => ({
    domain: { force_change: params.force_change, as_of: domainOf(params.as_of) },
  }),
  compile(params, context) {
    const asOf = dayOf(params.as_of, context.nowMs);
    return temporalMask(params, context, ({ moment, minYear, maxYear }, draws) => {
      const age = ageOn(asOf, moment);
      if (age < 0) {
        return context.fail('out_of_range', 'the date lies after the day on which ages are counted');
      }
      const days = birthdays(asOf, age, { minYear, maxYear });
      const day = drawDay(days, params.force_change ? dayNumberOf(moment) : null, draws);
      return day === null
        ? context.fail('cannot_change', 'no other day gives the same age')
        : drawTime(onDay(moment, day), draws);
    });
  },
});

function dayOf(asOf: TimeBound | null, nowMs: number): CivilDate {
  return fromDayNumber(asOf === null || asOf === 'now' ? Math.floor(nowMs / DAY_MS) : utcDayNumber(asOf));
}

function domainOf(asOf: TimeBound | null): string {
  return asOf === null || asOf === 'now' ? 'now' : dateText(dayOf(asOf, 0));
}

/** Completed years; below 0: not born yet. */
function ageOn(day: CivilDate, birthday: CivilDate): number {
  const isBefore = day.month < birthday.month || (day.month === birthday.month && day.day < birthday.day);
  return day.year - birthday.year - (isBefore ? 1 : 0);
}

/** All days whose age on that day is the same. */
function birthdays(asOf: CivilDate, age: number, { minYear, maxYear }: YearRange): DayRange {
  const first = lastBirthday(asOf, age + 1) + 1;
  const last = lastBirthday(asOf, age);
  return {
    first: Math.max(first, toDayNumber(minYear, 1, 1)),
    last: Math.min(last, toDayNumber(maxYear, 12, 31)),
  };
}

/** The last day of birth of those who are at least so old. */
function lastBirthday(asOf: CivilDate, age: number): number {
  const year = asOf.year - age;
  return toDayNumber(year, asOf.month, Math.min(asOf.day, daysInMonth(year, asOf.month)));
}
