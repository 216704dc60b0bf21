import { weightedSum, withLast } from './arithmetic.js';
import type { Checksum } from './checksum.js';

const WEIGHTS = [9, 8, 7, 6, 5, 4, 3, 2];

export const nlBsn: Checksum = {
  name: 'nl_bsn',
  summary: 'BSN of the Netherlands, eight or nine digits; the last checks.',
  form: /^[0-9]{8,9}$/,
  lastFree: -2,
  accepts: (compact) => !/^0+$/.test(compact),
  compute(compact) {
    const check = weightedSum(compact.padStart(9, '0'), WEIGHTS) % 11;
    return check === 10 ? null : withLast(compact, check);
  },
};
