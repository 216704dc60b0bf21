import { complement, weightedSum, withLast } from './arithmetic.js';
import type { Checksum } from './checksum.js';

const WEIGHTS = [3, 2, 7, 6, 5, 4, 3, 2];
/** Where the first weights give 10. */
const SECOND_WEIGHTS = [7, 4, 3, 2, 5, 2, 7, 6];
const LOWEST = 10_000_000;
const HIGHEST = 200_000_000;

export const nzIrd: Checksum = {
  name: 'nz_ird',
  summary: 'IRD number of New Zealand, eight or nine digits; the last checks.',
  form: /^[0-9]{8,9}$/,
  lastFree: -2,
  accepts: (compact) => Number(compact) >= LOWEST && Number(compact) <= HIGHEST,
  compute(compact) {
    const body = compact.padStart(9, '0');
    const first = complement(weightedSum(body, WEIGHTS), 11);
    const check = first === 10 ? complement(weightedSum(body, SECOND_WEIGHTS), 11) : first;
    return check === 10 ? null : withLast(compact, check);
  },
};
