import { complement, withLast } from './arithmetic.js';
import type { Checksum } from './checksum.js';

/** Sum over a body to which a check digit is to be added. */
export function luhnSum(body: string): number {
  let sum = 0;
  for (let i = 0; i < body.length; i++) {
    const digit = body.charCodeAt(body.length - 1 - i) - 48;
    const weighed = i % 2 === 0 ? digit * 2 : digit;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum;
}

export function luhnDigit(body: string): number {
  return complement(luhnSum(body), 10);
}

export const luhn: Checksum = {
  name: 'luhn',
  summary: 'Luhn (ISO/IEC 7812): payment cards, IMEI and many more; the last digit checks.',
  form: /^[0-9]{2,}$/,
  compute: (compact) => withLast(compact, luhnDigit(compact.slice(0, -1))),
};
