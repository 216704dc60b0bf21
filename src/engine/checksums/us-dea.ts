import { weightedSum, withLast } from './arithmetic.js';
import type { Checksum } from './checksum.js';

const WEIGHTS = [1, 2, 1, 2, 1, 2];

export const usDea: Checksum = {
  name: 'us_dea',
  summary: 'Registration number of the US Drug Enforcement Administration; the last digit checks.',
  form: /^[A-Z][A-Z9][0-9]{7}$/,
  compute: (compact) => withLast(compact, weightedSum(compact.slice(2), WEIGHTS) % 10),
};
