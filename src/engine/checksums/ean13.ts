import { withLast } from './arithmetic.js';
import { gs1Digit } from './gs1-digit.js';
import type { Checksum } from './checksum.js';

export const ean13: Checksum = {
  name: 'ean13',
  summary: 'EAN-13 (GTIN-13); the last digit checks.',
  form: /^[0-9]{13}$/,
  width: 13,
  compute: (compact) => withLast(compact, gs1Digit(compact.slice(0, -1))),
};
