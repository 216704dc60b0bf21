import { complement, weightedSum, withLast } from './arithmetic.js';
import type { Checksum } from './checksum.js';

const WEIGHTS = [10, 9, 8, 7, 6, 5, 4, 3, 2];

export const nhs: Checksum = {
  name: 'nhs',
  summary: 'NHS number of England, Wales and the Isle of Man; the last digit checks.',
  form: /^[0-9]{10}$/,
  width: 10,
  lastFree: 8,
  compute(compact) {
    const check = complement(weightedSum(compact, WEIGHTS), 11);
    return check === 10 ? null : withLast(compact, check);
  },
};
