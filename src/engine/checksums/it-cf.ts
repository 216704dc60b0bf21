import { valueOf, withLast } from './arithmetic.js';
import type { Checksum } from './checksum.js';

/** What a letter or digit counts at odd places, counted from 1; by its value, letters as digits 0 to 25. */
const ODD = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];
const DIGIT = '[0-9LMNP-V]';
const VALID = new RegExp(`^[A-Z]{6}${DIGIT}{2}[A-EHLMPRST]${DIGIT}{2}[A-Z]${DIGIT}{3}[A-Z]$`);

function checkLetter(body: string): string {
  let sum = 0;
  for (let i = 0; i < body.length; i++) {
    const value = valueOf(body.charAt(i));
    const place = value < 10 ? value : value - 10;
    sum += i % 2 === 0 ? ODD[place]! : place;
  }
  return String.fromCharCode(65 + (sum % 26));
}

export const itCf: Checksum = {
  name: 'it_cf',
  summary: 'Codice fiscale of persons in Italy; the last letter checks.',
  form: /^[0-9A-Z]{16}$/,
  accepts: (compact) => VALID.test(compact),
  compute: (compact) => withLast(compact, checkLetter(compact.slice(0, -1))),
};
