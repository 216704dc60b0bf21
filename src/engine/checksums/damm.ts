import { withLast } from './arithmetic.js';
import type { Checksum } from './checksum.js';

/** The totally anti-symmetric quasigroup of order ten that H. M. Damm gave. */
const TABLE = [
  [0, 3, 1, 7, 5, 9, 8, 6, 4, 2],
  [7, 0, 9, 2, 1, 5, 4, 8, 6, 3],
  [4, 2, 0, 6, 8, 7, 1, 3, 5, 9],
  [1, 7, 5, 0, 9, 8, 3, 4, 2, 6],
  [6, 1, 2, 3, 0, 4, 5, 9, 7, 8],
  [3, 6, 7, 4, 2, 0, 9, 5, 8, 1],
  [5, 8, 6, 9, 7, 2, 0, 1, 3, 4],
  [8, 9, 4, 5, 3, 6, 2, 0, 1, 7],
  [9, 4, 3, 8, 6, 1, 7, 2, 0, 5],
  [2, 5, 8, 1, 4, 3, 6, 7, 9, 0],
];

function checkDigit(body: string): number {
  let state = 0;
  for (let i = 0; i < body.length; i++) {
    state = TABLE[state]![body.charCodeAt(i) - 48]!;
  }
  return state;
}

export const damm: Checksum = {
  name: 'damm',
  summary: 'Damm; the last digit checks.',
  form: /^[0-9]{2,}$/,
  compute: (compact) => withLast(compact, checkDigit(compact.slice(0, -1))),
};
