import { isMonthAndDay, withLast } from './arithmetic.js';
import { luhnDigit } from './luhn.js';
import type { Checksum } from './checksum.js';

export const zaId: Checksum = {
  name: 'za_id',
  summary: 'Identity number of South Africa: Luhn; the last digit checks.',
  form: /^[0-9]{13}$/,
  width: 13,
  accepts: (compact) => isMonthAndDay(compact.slice(2)) && /^.{10}[0-2]/.test(compact),
  compute: (compact) => withLast(compact, luhnDigit(compact.slice(0, -1))),
};
