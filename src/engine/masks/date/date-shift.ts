import { DATE_KINDS, DATE_TEXT_CHOICES, DATE_TEXT_PARAMETERS, temporalMask } from './temporal-input.js';
import { DAY_SECONDS, dayNumberOf, onDay, secondsLater } from './moment-steps.js';
import { defineMask } from '../mask-definition.js';
import { drawDay } from './draw-day.js';
import { integer, oneOf, optional, required, withDefault } from '../parameters.js';
import type { DayRange } from './draw-day.js';

const MOST_DAYS = 20_000;
const UNITS = ['second', 'minute', 'hour', 'day', 'week'] as const;
type Unit = (typeof UNITS)[number];
const SECONDS: Readonly<Record<Unit, number>> = {
  ...{ second: 1, minute: 60, hour: 3600, day: DAY_SECONDS, week: 7 * DAY_SECONDS },
};
const PLURALS = { seconds: 'second', minutes: 'minute', hours: 'hour', days: 'day', weeks: 'week' } as const;

type ShiftParams = Readonly<
  Record<'max_days', number> & Record<'min_days', number | null> & Record<'unit', Unit>
>;

export const dateShift = defineMask({
  name: 'date_shift',
  family: 'date',
  role: 'transformer',
  summary:
    'Moves all dates of an entity by the same time, drawn from its hash columns, so that intervals stay (extension).',
  accepts: DATE_KINDS,
  gives: 'same',
  parameters: {
    max_days: required(integer('Greatest shift in days.', -MOST_DAYS, MOST_DAYS)),
    min_days: optional(
      integer(
        'Least shift in days, negative for earlier; minus "max_days" when absent.',
        -MOST_DAYS,
        MOST_DAYS,
      ),
    ),
    unit: withDefault(
      oneOf('The shift is a multiple of this; weeks keep the day of the week.', UNITS, PLURALS),
      'day',
    ),
    ...DATE_TEXT_PARAMETERS,
  },
  example: 'type: date_shift\nmin_days: -180\nmax_days: 180',
  choices: [
    'Equal hash values get the same shift in every column and table whose date_shift has the same min_days, max_days and unit, however often it is written in a rule; without hash columns every value gets its own, with a warning.',
    'No shift is less than a day away from none, so that every date changes.',
    'With a unit below a day, a date without a time moves by the whole days of the shift.',
    'The zone and the fraction of a second stay. A result before the year 1 or after 9999 is an error.',
    ...DATE_TEXT_CHOICES,
  ],
  check(params, report) {
    const { first, last } = stepsOf(params);
    if (first > last || (first === 0 && last === 0)) {
      const message = `There is no shift of whole ${params.unit}s, other than none, between "min_days" and "max_days".`;
      report.error('bad_range', message, 'max_days');
    }
  },
  randomness: (params) => ({
    domain: { unit: params.unit, min: params.min_days ?? -params.max_days, max: params.max_days },
    alike: true,
  }),
  compile(params, context) {
    if (!context.isHashed) {
      const message =
        'Without "hash_columns" every value is shifted by a time of its own, so intervals do not stay.';
      context.warning('no_hash_columns', message);
    }
    const steps = stepsOf(params);
    const none = steps.first <= 0 && steps.last >= 0 ? 0 : null;
    const unit = SECONDS[params.unit];
    const daysOfStep = Math.max(1, unit / DAY_SECONDS);
    const partsOfDay = Math.max(1, DAY_SECONDS / unit);
    return temporalMask(params, context, ({ moment }, draws) => {
      const days = (drawDay(steps, none, draws) ?? 0) * daysOfStep;
      if (!moment.hasTime) {
        return onDay(moment, dayNumberOf(moment) + days);
      }
      const seconds = partsOfDay === 1 ? 0 : draws.below(partsOfDay) * unit;
      return secondsLater(moment, days * DAY_SECONDS + seconds);
    });
  },
});

/** The range in whole days or weeks. Shifts by smaller units add less than a day. */
function stepsOf(params: ShiftParams): DayRange {
  const { min_days: min, max_days: max, unit } = params;
  const least = min ?? -max;
  if (unit === 'week') {
    return { first: Math.ceil(least / 7), last: Math.floor(max / 7) };
  }
  return { first: least, last: unit === 'day' ? max : max - 1 };
}
