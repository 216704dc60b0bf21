import { complement, withLast } from './arithmetic.js';
import type { Checksum } from './checksum.js';

/** 11 stands as 0; 10 has no digit. */
function checkDigit(body: string): number | null {
  let sum = 0;
  for (let i = 0; i < body.length; i++) {
    sum += (body.charCodeAt(body.length - 1 - i) - 48) * (2 + (i % 6));
  }
  const check = complement(sum, 11);
  return check === 10 ? null : check;
}

export const mod11: Checksum = {
  name: 'mod11',
  summary: 'Modulus 11 with weights 2 to 7 from the right; the last digit checks.',
  form: /^[0-9]{2,}$/,
  lastFree: -2,
  compute(compact) {
    const check = checkDigit(compact.slice(0, -1));
    return check === null ? null : withLast(compact, check);
  },
};
