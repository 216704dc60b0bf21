import { createHash } from 'node:crypto';

/** A stream of draws that depends on the label alone. */
export function chance(label) {
  let counter = 0;
  /** Below `bound`; the bounds here are so far below 2^48 that the bias of the remainder means nothing. */
  const below = (bound) =>
    createHash('sha256').update(`${label}/${counter++}`).digest().readUIntBE(0, 6) % bound;
  return {
    below,
    between: (low, high) => low + below(high - low + 1),
    pick: (list) => list[below(list.length)],
  };
}
