import { weightedSum, withLast } from './arithmetic.js';
import type { Checksum } from './checksum.js';

/** Letters count from A = 1; I and O are not used. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const WEIGHTS = [7, 6, 5, 4, 3, 2];
const OLD_FORM = /^...[0-9]{4}$/;

function valueOf(character: string): number {
  return /[0-9]/.test(character) ? Number(character) : LETTERS.indexOf(character) + 1;
}

export const nzNhi: Checksum = {
  name: 'nz_nhi',
  summary:
    'National Health Index number of New Zealand (HISO 10046), AAANNNC and the newer AAANNAC; the last character checks.',
  form: /^[A-HJ-NP-Z]{3}(?:[0-9]{4}|[0-9]{2}[A-HJ-NP-Z]{2})$/,
  lastFree: 4,
  tidy: (compact) => compact.replaceAll('I', 'J').replaceAll('O', 'P'),
  compute(compact) {
    const sum = weightedSum(compact, WEIGHTS, valueOf);
    if (!OLD_FORM.test(compact)) {
      return withLast(compact, LETTERS.charAt(22 - (sum % 23)));
    }
    return sum % 11 === 0 ? null : withLast(compact, (11 - (sum % 11)) % 10);
  },
};
