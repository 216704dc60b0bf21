import type { Draws } from '../../random/draws.js';

/** Whole numbers from `min` to `max` that are multiples of `step`. */
export interface SteppedRange {
  readonly min: bigint;
  readonly max: bigint;
  readonly step: bigint;
}

/** One of them, evenly; not `except`, unless that is null. Null: there is none. */
export function drawStep(
  { min, max, step }: SteppedRange,
  except: bigint | null,
  draws: Draws,
): bigint | null {
  const first = floorDivide(min + step - 1n, step);
  const count = floorDivide(max, step) - first + 1n;
  const isExcluded = except !== null && except >= min && except <= max && except % step === 0n;
  const choices = isExcluded ? count - 1n : count;
  if (choices <= 0n) {
    return null;
  }
  const drawn = (first + draws.belowBig(choices)) * step;
  return isExcluded && drawn >= except ? drawn + step : drawn;
}

function floorDivide(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend % divisor < 0n ? quotient - 1n : quotient;
}

/** Least common multiple. */
export function commonStep(a: bigint, b: bigint): bigint {
  let [greater, less] = [a, b];
  while (less > 0n) {
    [greater, less] = [less, greater % less];
  }
  return (a / greater) * b;
}
