import { atSecond, DAY_SECONDS, secondOfDay } from './moment-steps.js';
import { dateText, fromDayNumber, timeText, utcDayNumber } from '../../values/temporal.js';
import { defineMask } from '../mask-definition.js';
import { required } from '../parameters.js';
import { timeBound } from '../date-parameters.js';
import type { Moment } from '../../values/temporal.js';
import type { TimeBound } from '../date-parameters.js';

const MIDNIGHT: Moment = {
  ...{ year: 1970, month: 1, day: 1, hour: 0, minute: 0, second: 0 },
  ...{ fraction: '', offset: null, hasTime: true },
};

export const fromRandomDatetime = defineMask({
  name: 'from_random_datetime',
  family: 'date',
  role: 'source',
  summary: 'Draws a moment between two bounds, to the second.',
  accepts: 'all',
  gives: 'datetime',
  traits: { ignoresValue: true },
  parameters: {
    min: required(timeBound('First moment.')),
    max: required(timeBound('First moment no longer drawn.')),
  },
  example: 'type: from_random_datetime\nmin: "2015-01-01T00:00:00Z"\nmax: "2025-01-01T00:00:00Z"',
  choices: [
    'Every whole second from min on and before max is equally likely; fractions of a second are never given.',
    'A bound without a zone is UTC. The result carries the zone +00 when a bound has one or is now, else none.',
    'NULL gives a moment too, as with every source; skip NULL to keep it.',
  ],
  check({ min, max }, report) {
    if (min === 'now' || max === 'now') {
      if (min === max) {
        report.error('bad_range', '"min" and "max" are the same moment.', 'max');
      }
      return;
    }
    if (utcSeconds(min) >= utcSeconds(max)) {
      report.error('bad_range', '"min" must be before "max", which is itself not drawn.', 'max');
    } else if (min.hasTime && max.hasTime && (min.offset === null) !== (max.offset === null)) {
      const message = 'One bound has a zone and the other has none; the latter counts as UTC.';
      report.warning('mixed_zones', message, min.offset === null ? 'min' : 'max');
    }
  },
  randomness: ({ min, max }) => ({ domain: [domainOf(min), domainOf(max)] }),
  compile({ min, max }, context) {
    const first = secondsOf(min, context.nowMs);
    const count = secondsOf(max, context.nowMs) - first;
    if (count <= 0) {
      context.error('bad_range', '"min" is not before "max" at the start of this run.');
      return (value) => value;
    }
    const zone = isZoned(min) || isZoned(max) ? '+00' : '';
    const bigCount = BigInt(count);
    const isSmall = count <= 0xffffffff;
    return (_, draws) => {
      const drawn = first + (isSmall ? draws.below(count) : Number(draws.belowBig(bigCount)));
      const day = Math.floor(drawn / DAY_SECONDS);
      const time = timeText(atSecond(MIDNIGHT, drawn - day * DAY_SECONDS));
      return { kind: 'datetime', text: `${dateText(fromDayNumber(day))} ${time}${zone}` };
    };
  },
});

function isZoned(bound: TimeBound): boolean {
  return bound === 'now' || bound.offset !== null;
}

/** Seconds since 1970 in UTC, fractions rounded up: both to the first second drawn and to the first not drawn. */
function utcSeconds(moment: Moment): number {
  const minutes = moment.hour * 60 + moment.minute - (moment.offset ?? 0);
  const ofDay = secondOfDay({ ...moment, hour: 0, minute: ((minutes % 1440) + 1440) % 1440 });
  return utcDayNumber(moment) * DAY_SECONDS + ofDay + (/[1-9]/.test(moment.fraction) ? 1 : 0);
}

function secondsOf(bound: TimeBound, nowMs: number): number {
  return bound === 'now' ? Math.ceil(nowMs / 1000) : utcSeconds(bound);
}

function domainOf(bound: TimeBound): number | string {
  return bound === 'now' ? bound : utcSeconds(bound);
}
