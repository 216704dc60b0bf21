import { shareOf } from '../sample.js';
import type { ProbedValue } from '../sample.js';
import { wordSet } from '../value-detector.js';
import type { ValueDetector } from '../value-detector.js';

const DAY = /^(\d{4})-(\d{2})-(\d{2})(?:[T ]00:00:00(?:\.0+)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/;
const WRITTEN_DAY = /^(?:\d{1,2}([./-])\d{1,2}\1(\d{4})|(\d{4})([./])\d{1,2}\4\d{1,2})$/;
const OLDEST_YEARS = 120;
/** Whoever's dates are of births, some of them are adults since long. */
const LONG_AGO_YEARS = 40;
const LEAST_LONG_AGO = 10;
const LEAST_SPREAD_YEARS = 30;
const LEAST_DATES = 5;
const MS_PER_YEAR = 31_556_952_000;

/** Null: no day without a time. */
function yearOf(text: string): number | null {
  const year = DAY.exec(text)?.[1] ?? written(text);
  return year === undefined ? null : Number(year);
}

function written(text: string): string | undefined {
  const match = WRITTEN_DAY.exec(text);
  return match?.[2] ?? match?.[3];
}

/** Days of many years, none to come, some long ago, as births are and other days are not. */
function plausibleShare(probe: readonly ProbedValue[], nowMs: number): number {
  const thisYear = 1970 + Math.floor(nowMs / MS_PER_YEAR);
  const isPossible = (text: string): boolean => {
    const year = yearOf(text);
    return year !== null && year <= thisYear && year > thisYear - OLDEST_YEARS;
  };
  const years = probe.flatMap(({ text }) => (isPossible(text) ? [yearOf(text)!] : []));
  if (years.length < LEAST_DATES) {
    return 0;
  }
  const longAgo = (100 * years.filter((year) => year <= thisYear - LONG_AGO_YEARS).length) / years.length;
  const widest = Math.max(...years) - Math.min(...years);
  return longAgo >= LEAST_LONG_AGO && widest >= LEAST_SPREAD_YEARS ? shareOf(probe, isPossible) : 0;
}

/** Dates of birth by plausibility. */
export const DATE_DETECTORS: readonly ValueDetector[] = [
  {
    label: 'birth_date',
    kinds: ['text', 'temporal'],
    least: 95,
    score: 0.75,
    unless: wordSet(
      'created updated modified hire hired start started end ended founded established built construction release ' +
        'released published publication order ordered invoice due expiry valid from until since opened opening closed ' +
        'issued issue effective manufactured purchase purchased acquired listed incorporation incorporated',
    ),
    share: ({ probe }, { nowMs }) => plausibleShare(probe, nowMs),
  },
];
