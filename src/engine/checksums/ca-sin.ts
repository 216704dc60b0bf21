import { withLast } from './arithmetic.js';
import { luhnDigit } from './luhn.js';
import type { Checksum } from './checksum.js';

export const caSin: Checksum = {
  name: 'ca_sin',
  summary: 'Social insurance number of Canada: Luhn; the last digit checks.',
  form: /^[0-9]{9}$/,
  width: 9,
  accepts: (compact) => !compact.startsWith('8'),
  compute: (compact) => withLast(compact, luhnDigit(compact.slice(0, -1))),
};
