import type { Checksum } from './checksum.js';

export const frNir: Checksum = {
  name: 'fr_nir',
  summary: 'NIR (social security number) of France; the last two digits check.',
  form: /^[0-9]{5}(?:[0-9]{2}|2[AB])[0-9]{8}$/,
  accepts: (compact) => /^[1-478]/.test(compact),
  compute(compact) {
    const body = compact.slice(0, 13);
    // The departments 2A and 2B of Corsica count as 19 and 18.
    const digits = body.replace('2A', '19').replace('2B', '18');
    return `${body}${String(97 - (Number(digits) % 97)).padStart(2, '0')}`;
  },
};
