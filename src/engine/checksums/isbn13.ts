import { withLast } from './arithmetic.js';
import { gs1Digit } from './gs1-digit.js';
import type { Checksum } from './checksum.js';

export const isbn13: Checksum = {
  name: 'isbn13',
  summary: 'ISBN-13; the last digit checks.',
  form: /^[0-9]{13}$/,
  width: 13,
  accepts: (compact) => /^97[89]/.test(compact),
  compute: (compact) => withLast(compact, gs1Digit(compact.slice(0, -1))),
};
