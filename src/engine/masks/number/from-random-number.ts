import { boolean, integer, optional, required, withDefault } from '../parameters.js';
import { defineMask } from '../mask-definition.js';
import { formatScaled, toScaled } from '../../values/numbers.js';
import { number } from '../number-parameters.js';
import type { Draws } from '../../random/draws.js';
import type { ExactNumber } from '../../values/numbers.js';
import type { Value } from '../../values/value.js';

const ZERO: ExactNumber = { digits: 0n, scale: 0 };
const MAX_PLACES = 18;

/** The bounds in units of 10^−places. */
interface Grid {
  readonly min: bigint;
  readonly max: bigint;
}

type Bounds = Readonly<Record<'min' | 'max', ExactNumber> & Record<'decimal_places', number>>;

export const fromRandomNumber = defineMask({
  name: 'from_random_number',
  family: 'number',
  role: 'source',
  summary: 'Draws a number between two bounds, evenly or with a peak.',
  accepts: 'all',
  gives: 'text',
  traits: { ignoresValue: true },
  parameters: {
    max: required(number('Upper bound, inclusive.')),
    min: withDefault(number('Lower bound, inclusive.'), ZERO),
    mode: optional(number('Peak of a triangular distribution; even when absent.')),
    decimal_places: withDefault(integer('Digits after the point.', 0, MAX_PLACES), 0),
    native: withDefault(boolean('Give a number instead of its text (extension).'), false),
  },
  example: 'type: from_random_number\nmin: 1\nmax: 60\nmode: 1',
  choices: [
    'Without min the least number is 0; both bounds may be drawn, and every number of the grid is equally likely.',
    'With mode the triangle is rounded half to even to the grid.',
    'NULL gives a number too, as with every source; skip NULL to keep it.',
  ],
  check(params, report) {
    const { min, max } = gridOf(params);
    if (min > max) {
      report.error('bad_range', 'There is no number between "min" and "max".', 'max');
    } else if (params.mode !== null && !isWithin(params.mode, params)) {
      report.error('bad_range', '"mode" must lie between "min" and "max".', 'mode');
    }
  },
  // Bounds as the grid sees them: 5, 5.0 and an absent `min: 0` are the same mask.
  randomness(params) {
    const { min, max } = gridOf(params);
    const mode = params.mode === null ? null : toScaled(params.mode, MAX_PLACES, false);
    return { domain: { min, max, mode, places: params.decimal_places } };
  },
  compile(params) {
    const { min, max } = gridOf(params);
    const places = params.decimal_places;
    const draw = params.mode === null ? evenly(min, max) : triangularly({ min, max }, params.mode, places);
    if (!params.native) {
      return (_, draws) => formatScaled(draw(draws), places);
    }
    return (_, draws): Value => {
      const drawn = draw(draws);
      return places === 0 ? drawn : { kind: 'decimal', text: formatScaled(drawn, places) };
    };
  },
});

function gridOf(bounds: Bounds): Grid {
  const places = bounds.decimal_places;
  return { min: toScaled(bounds.min, places, true), max: toScaled(bounds.max, places, false) };
}

function isWithin(mode: ExactNumber, { min, max }: Bounds): boolean {
  const scale = Math.max(mode.scale, min.scale, max.scale);
  const peak = toScaled(mode, scale, false);
  return peak >= toScaled(min, scale, false) && peak <= toScaled(max, scale, false);
}

function evenly(min: bigint, max: bigint): (draws: Draws) => bigint {
  const count = max - min + 1n;
  if (count <= 0xffffffffn) {
    const small = Number(count);
    return (draws) => min + BigInt(draws.below(small));
  }
  return (draws) => min + draws.belowBig(count);
}

/** Inverts the distribution function on one 53-bit draw, counted from `min` so that great bounds lose nothing. */
function triangularly({ min, max }: Grid, mode: ExactNumber, places: number): (draws: Draws) => bigint {
  const width = Number(max - min);
  const peak = Math.min(width, Math.max(0, Number(toScaled(mode, places, false) - min)));
  if (width === 0) {
    return () => min;
  }
  return (draws) => {
    const u = draws.fraction();
    const offset =
      u < peak / width ? Math.sqrt(u * width * peak) : width - Math.sqrt((1 - u) * width * (width - peak));
    return min + BigInt(Math.min(width, Math.max(0, roundHalfEven(offset))));
  };
}

function roundHalfEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest !== 0.5) {
    return rest < 0.5 ? floor : floor + 1;
  }
  return floor % 2 === 0 ? floor : floor + 1;
}
