import { weightedSum } from './arithmetic.js';
import type { Checksum } from './checksum.js';

const WEIGHTS = [1, 3, 7, 9, 1, 3, 7, 9];

export const auMedicare: Checksum = {
  name: 'au_medicare',
  summary: 'Medicare card number of Australia, ten or eleven digits; the ninth checks.',
  form: /^[0-9]{10,11}$/,
  accepts: (compact) => /^[2-6].{8}[1-9]/.test(compact),
  compute: (compact) => `${compact.slice(0, 8)}${weightedSum(compact, WEIGHTS) % 10}${compact.slice(9)}`,
};
