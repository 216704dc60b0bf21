import { dateText, fromDayNumber, utcDayNumber } from '../../values/temporal.js';
import { defineMask } from '../mask-definition.js';
import { required } from '../parameters.js';
import { timeBound } from '../date-parameters.js';
import type { TimeBound } from '../date-parameters.js';
import type { TypedText } from '../../values/value.js';

const DAY_MS = 86_400_000;
/** Ranges up to this many days keep each drawn date for the next time. */
const MAX_KEPT = 40_000;

export const fromRandomDate = defineMask({
  name: 'from_random_date',
  family: 'date',
  role: 'source',
  summary: 'Draws a day between two bounds.',
  accepts: 'all',
  gives: 'date',
  traits: { ignoresValue: true },
  parameters: {
    min: required(timeBound('First day.')),
    max: required(timeBound('First day no longer drawn.')),
  },
  example: 'type: from_random_date\nmin: "1950-01-01"\nmax: "2005-12-31"',
  choices: [
    'Every day from min on and before max is equally likely; bounds with a time count as their day in UTC.',
    'NULL gives a date too, as with every source; skip NULL to keep it.',
  ],
  check({ min, max }, report) {
    if (min !== 'now' && max !== 'now' && utcDayNumber(min) >= utcDayNumber(max)) {
      report.error('bad_range', '"min" must be before "max", which is itself not drawn.', 'max');
    } else if (min === 'now' && max === 'now') {
      report.error('bad_range', '"min" and "max" are the same moment.', 'max');
    }
  },
  randomness: ({ min, max }) => ({ domain: [domainOf(min), domainOf(max)] }),
  compile({ min, max }, context) {
    const first = dayOf(min, context.nowMs);
    const count = dayOf(max, context.nowMs) - first;
    if (count <= 0) {
      context.error('bad_range', '"min" is not before "max" at the start of this run.');
      return (value) => value;
    }
    const kept: (TypedText | undefined)[] = [];
    return (_, draws) => {
      const index = draws.below(count);
      const known = kept[index];
      if (known !== undefined) {
        return known;
      }
      const made: TypedText = { kind: 'date', text: dateText(fromDayNumber(first + index)) };
      if (count <= MAX_KEPT) {
        kept[index] = made;
      }
      return made;
    };
  },
});

function dayOf(bound: TimeBound, nowMs: number): number {
  return bound === 'now' ? Math.floor(nowMs / DAY_MS) : utcDayNumber(bound);
}

function domainOf(bound: TimeBound): number | string {
  return bound === 'now' ? bound : utcDayNumber(bound);
}
