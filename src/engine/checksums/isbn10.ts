import { complement, weightedSum, withLast } from './arithmetic.js';
import type { Checksum } from './checksum.js';

const WEIGHTS = [10, 9, 8, 7, 6, 5, 4, 3, 2];

export const isbn10: Checksum = {
  name: 'isbn10',
  summary: 'ISBN-10; the last character, a digit or X, checks.',
  form: /^[0-9]{9}[0-9A-Z]$/,
  compute(compact) {
    const check = complement(weightedSum(compact, WEIGHTS), 11);
    return withLast(compact, check === 10 ? 'X' : check);
  },
};
