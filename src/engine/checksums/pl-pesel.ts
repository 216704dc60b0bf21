import { complement, isMonthAndDay, weightedSum, withLast } from './arithmetic.js';
import type { Checksum } from './checksum.js';

const WEIGHTS = [1, 3, 7, 9, 1, 3, 7, 9, 1, 3];

/** Months are raised by 20 for each further century, 80 for the one before. */
function isDate(compact: string): boolean {
  const month = Number(compact.slice(2, 4)) % 20;
  return isMonthAndDay(String(month).padStart(2, '0') + compact.slice(4, 6));
}

export const plPesel: Checksum = {
  name: 'pl_pesel',
  summary: 'PESEL of Poland; the last digit checks.',
  form: /^[0-9]{11}$/,
  width: 11,
  accepts: isDate,
  compute: (compact) => withLast(compact, complement(weightedSum(compact, WEIGHTS), 10)),
};
