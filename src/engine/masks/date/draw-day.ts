import type { Draws } from '../../random/draws.js';

/** Days in a row, as day numbers. */
export interface DayRange {
  readonly first: number;
  readonly last: number;
}

/** One of them, evenly; not `except`, which must be one of them, unless it is null. Null: there is none. */
export function drawDay({ first, last }: DayRange, except: number | null, draws: Draws): number | null {
  const count = last - first + (except === null ? 1 : 0);
  if (count <= 0) {
    return null;
  }
  const drawn = first + draws.below(count);
  return except !== null && drawn >= except ? drawn + 1 : drawn;
}
