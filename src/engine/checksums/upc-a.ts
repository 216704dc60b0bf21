import { withLast } from './arithmetic.js';
import { gs1Digit } from './gs1-digit.js';
import type { Checksum } from './checksum.js';

export const upcA: Checksum = {
  name: 'upc_a',
  summary: 'UPC-A (GTIN-12); the last digit checks.',
  form: /^[0-9]{12}$/,
  width: 12,
  compute: (compact) => withLast(compact, gs1Digit(compact.slice(0, -1))),
};
