import { remainder, valueOf } from './arithmetic.js';
import type { Checksum } from './checksum.js';

function asDigits(text: string): string {
  return [...text].map(valueOf).join('');
}

export const mod97Iban: Checksum = {
  name: 'mod97_iban',
  summary: 'IBAN (ISO 13616, ISO 7064 MOD 97-10); the third and fourth characters check.',
  form: /^[A-Z]{2}[0-9A-Z]{2}[0-9A-Z]{11,30}$/,
  accepts: (compact) => /^..[0-9]{2}/.test(compact),
  compute(compact) {
    const country = compact.slice(0, 2);
    const account = compact.slice(4);
    const check = 98 - remainder(asDigits(`${account}${country}00`), 97);
    return `${country}${String(check).padStart(2, '0')}${account}`;
  },
};
