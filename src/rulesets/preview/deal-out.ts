import { randomInt } from 'node:crypto';

import { MaskingError } from '../../engine/index.js';

/**
 * Deals the values of one column out among the rows shown; a run does so among all rows. Undefined: the row takes no
 * part. Nor does one that a condition cannot judge: whoever masks it meets the same error, and tells it.
 */
export function dealOut(
  values: readonly (string | null)[],
  poolOf: (row: number) => number | null,
): readonly (string | null | undefined)[] {
  const dealt = new Array<string | null | undefined>(values.length).fill(undefined);
  const pools = values.map((_, row) => poolOrNone(() => poolOf(row)));
  for (const pool of new Set(pools.filter((number) => number !== null))) {
    const taking = pools.flatMap((number, row) => (number === pool ? [row] : []));
    shuffled(taking).forEach((from, place) => {
      dealt[taking[place]!] = values[from] ?? null;
    });
  }
  return dealt;
}

function poolOrNone(pool: () => number | null): number | null {
  try {
    return pool();
  } catch (error) {
    if (error instanceof MaskingError) {
      return null;
    }
    throw error;
  }
}

/** In another order, at random. */
function shuffled<T>(values: readonly T[]): readonly T[] {
  const dealt = [...values];
  for (let i = dealt.length - 1; i > 0; i--) {
    const j = randomInt(i + 1);
    [dealt[i], dealt[j]] = [dealt[j]!, dealt[i]!];
  }
  return dealt;
}
