import { weightedSum, withLast } from './arithmetic.js';
import type { Checksum } from './checksum.js';

const WEIGHTS = [1, 4, 3, 7, 5, 8, 6, 9];

export const auTfn: Checksum = {
  name: 'au_tfn',
  summary: 'Tax file number of Australia; the last digit checks.',
  form: /^[0-9]{9}$/,
  width: 9,
  lastFree: 7,
  // The check digit weighs 10, which is -1 to the modulus.
  compute(compact) {
    const check = weightedSum(compact, WEIGHTS) % 11;
    return check === 10 ? null : withLast(compact, check);
  },
};
