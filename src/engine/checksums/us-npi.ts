import { withLast } from './arithmetic.js';
import { luhnDigit } from './luhn.js';
import type { Checksum } from './checksum.js';

export const usNpi: Checksum = {
  name: 'us_npi',
  summary: 'National provider identifier of the USA: Luhn behind 80840; the last digit checks.',
  form: /^[0-9]{10}$/,
  width: 10,
  accepts: (compact) => /^[12]/.test(compact),
  compute: (compact) => withLast(compact, luhnDigit(`80840${compact.slice(0, -1)}`)),
};
