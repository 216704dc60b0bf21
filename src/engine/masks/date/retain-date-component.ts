import { atSecond, dayNumberOf, drawFraction, onDay, secondOfDay } from './moment-steps.js';
import { boolean, withDefault } from '../parameters.js';
import { DATE_KINDS, DATE_TEXT_CHOICES, DATE_TEXT_PARAMETERS, temporalMask } from './temporal-input.js';
import { DayCandidates, weekdayOf } from './day-candidates.js';
import { defineMask } from '../mask-definition.js';
import type { Draws } from '../../random/draws.js';
import type { MaskCompileContext } from '../mask-definition.js';
import type { Moment } from '../../values/temporal.js';

/** Years before and after the value's own in which a free year is drawn. */
const YEARS_AROUND = 10;
const DATE_PARTS = ['year', 'month', 'day'] as const;
const TIME_PARTS = ['hour', 'minute', 'second'] as const;
type Kept = Readonly<Record<(typeof DATE_PARTS)[number] | (typeof TIME_PARTS)[number] | 'weekday', boolean>>;

const keep = (part: string): ReturnType<typeof withDefault<boolean>> =>
  withDefault(boolean(`Keep the ${part}.`), false);

export const retainDateComponent = defineMask({
  name: 'retain_date_component',
  family: 'date',
  role: 'transformer',
  summary: 'Keeps some parts of a date and draws the others; the result is a real date.',
  accepts: DATE_KINDS,
  gives: 'same',
  parameters: {
    year: keep('year'),
    month: keep('month'),
    day: keep('day of the month'),
    hour: keep('hour'),
    minute: keep('minute'),
    second: keep('second and its fraction'),
    weekday: keep('day of the week (extension)'),
    force_change: withDefault(boolean('The result must differ.'), false),
    ...DATE_TEXT_PARAMETERS,
  },
  example: 'type: retain_date_component\nyear: true\nmonth: true',
  choices: [
    `A free year is at most ${YEARS_AROUND} years away from the value's own. Every date that has the kept parts is equally likely.`,
    'A kept day with a free month gives only months that have that day; 29 February with a free year gives leap years.',
    'Of a moment the time is drawn too, as far as it is not kept; a drawn fraction has as many digits, unless it is all zeros.',
    'force_change gives another day; where the kept parts leave only one, another time; else it is an error.',
    ...DATE_TEXT_CHOICES,
  ],
  check(params, report) {
    if (![...DATE_PARTS, ...TIME_PARTS, 'weekday' as const].some((part) => params[part])) {
      report.error('missing_key', 'At least one part must be kept: set it to true.');
    }
  },
  randomness: ({ date_format: _format, day_first: _day, year_first: _year, ...rest }) => ({ domain: rest }),
  compile(params, context) {
    warnAboutEffect(params, context);
    const candidates = new DayCandidates();
    const isTimeFree = TIME_PARTS.some((part) => !params[part]);
    return temporalMask(params, context, (input, draws) => {
      const { moment } = input;
      const from = Math.max(input.minYear, moment.year - YEARS_AROUND);
      const to = Math.min(input.maxYear, moment.year + YEARS_AROUND);
      const days = candidates.days({
        years: params.year ? [moment.year, moment.year] : [from, to],
        month: params.month ? moment.month : null,
        day: params.day ? moment.day : null,
        weekday: params.weekday ? weekdayOf(dayNumberOf(moment)) : null,
      });
      const isChanged = params.force_change && days.length > 1;
      const day = drawFrom(days, isChanged ? dayNumberOf(moment) : null, draws);
      const mustChangeTime = params.force_change && !isChanged;
      if (mustChangeTime && !(moment.hasTime && isTimeFree)) {
        return context.fail('cannot_change', 'the kept parts leave no other date');
      }
      return onDay(drawFreeTime(moment, { kept: params, mustChange: mustChangeTime }, draws), day);
    });
  },
});

function warnAboutEffect(kept: Kept, context: MaskCompileContext): void {
  const { column } = context;
  const parts = column.kind === 'datetime' ? [...DATE_PARTS, ...TIME_PARTS] : DATE_PARTS;
  if (column.kind.startsWith('date') && parts.every((part) => kept[part])) {
    context.warning('no_effect', `With all its parts kept, nothing of a ${column.kind} is masked.`);
  }
}

/** One of some days in ascending order, not the given one. */
function drawFrom(days: Int32Array, except: number | null, draws: Draws): number {
  if (except === null) {
    return days[draws.below(days.length)]!;
  }
  const index = draws.below(days.length - 1);
  return days[index]! >= except ? days[index + 1]! : days[index]!;
}

interface TimeWish {
  readonly kept: Kept;
  readonly mustChange: boolean;
}

function drawFreeTime(moment: Moment, { kept, mustChange }: TimeWish, draws: Draws): Moment {
  if (!moment.hasTime) {
    return moment;
  }
  const hour = kept.hour ? moment.hour : draws.below(24);
  const minute = kept.minute ? moment.minute : draws.below(60);
  const second = kept.second ? moment.second : draws.below(60);
  const drawn = (hour * 60 + minute) * 60 + second;
  if (mustChange && drawn === secondOfDay(moment)) {
    return drawFreeTime(moment, { kept, mustChange }, draws);
  }
  const fraction = kept.second ? moment.fraction : drawFraction(moment.fraction, draws);
  return { ...atSecond(moment, drawn), fraction };
}
