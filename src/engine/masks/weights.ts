import type { Draws } from '../random/draws.js';
import type { ExactNumber } from '../values/numbers.js';

/** Running totals of whole weights. */
interface WeightSteps {
  readonly total: bigint;
  readonly ends: readonly bigint[];
  /** The same as numbers, when they are small enough to be exact. */
  readonly fast: readonly number[] | null;
}

const ONE: ExactNumber = { digits: 1n, scale: 0 };

/** Scales exact weights to whole numbers and sums them up; a missing weight is 1. */
export function cumulative(weights: readonly (ExactNumber | null)[]): WeightSteps {
  const exact = weights.map((weight) => weight ?? ONE);
  const scale = Math.max(...exact.map((weight) => weight.scale));
  const ends: bigint[] = [];
  let total = 0n;
  for (const weight of exact) {
    total += weight.digits * 10n ** BigInt(scale - weight.scale);
    ends.push(total);
  }
  return { total, ends, fast: total <= 0xffffffffn ? ends.map(Number) : null };
}

/** Index of a choice, drawn with a chance proportional to its weight. */
export function pickByWeight(steps: WeightSteps, draws: Draws): number {
  const { fast } = steps;
  if (fast === null) {
    const drawn = draws.belowBig(steps.total);
    return steps.ends.findIndex((end) => drawn < end);
  }
  const drawn = draws.below(fast[fast.length - 1]!);
  let low = 0;
  let high = fast.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (drawn < fast[middle]!) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}
