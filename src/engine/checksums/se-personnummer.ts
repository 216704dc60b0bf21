import { isMonthAndDay, withLast } from './arithmetic.js';
import { luhnDigit } from './luhn.js';
import type { Checksum } from './checksum.js';

/** Days of coordination numbers are raised by so many. */
const RAISE = 60;

export const sePersonnummer: Checksum = {
  name: 'se_personnummer',
  summary: 'Personal number of Sweden, ten or twelve digits: Luhn over the last ten; the last digit checks.',
  form: /^(?:[0-9]{2})?[0-9]{10}$/,
  // A plus sign stands for a hundred years.
  separators: '+',
  accepts: (compact) => isMonthAndDay(compact.slice(-8), RAISE),
  compute: (compact) => withLast(compact, luhnDigit(compact.slice(-10, -1))),
};
