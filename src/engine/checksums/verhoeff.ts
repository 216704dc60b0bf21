import { withLast } from './arithmetic.js';
import type { Checksum } from './checksum.js';

/** The group of the symmetries of a pentagon. */
function product(a: number, b: number): number {
  if (a < 5) {
    return b < 5 ? (a + b) % 5 : 5 + ((a + b) % 5);
  }
  return b < 5 ? 5 + ((a - b) % 5) : (a - b + 5) % 5;
}

const INVERSES = [0, 4, 3, 2, 1, 5, 6, 7, 8, 9];
const PERMUTATION = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];

function permuted(digit: number, times: number): number {
  let result = digit;
  for (let i = 0; i < times % 8; i++) {
    result = PERMUTATION[result]!;
  }
  return result;
}

function checkDigit(body: string): number {
  let state = 0;
  for (let i = 0; i < body.length; i++) {
    state = product(state, permuted(body.charCodeAt(body.length - 1 - i) - 48, i + 1));
  }
  return INVERSES[state]!;
}

export const verhoeff: Checksum = {
  name: 'verhoeff',
  summary: 'Verhoeff: Aadhaar numbers and others; the last digit checks.',
  form: /^[0-9]{2,}$/,
  compute: (compact) => withLast(compact, checkDigit(compact.slice(0, -1))),
};
