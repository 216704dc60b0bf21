import { weightedSum } from './arithmetic.js';
import type { Checksum } from './checksum.js';

/** The check character itself, the ninth, weighs nothing. */
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
/** A letter's place, by columns of nine: A and J are 1, S is 2. I, O and Q are not used. */
const LETTERS = 'ABCDEFGH.JKLMN.P.R.STUVWXYZ';

function valueOf(character: string): number {
  return /[0-9]/.test(character) ? Number(character) : (LETTERS.indexOf(character) % 9) + 1;
}

export const vin: Checksum = {
  name: 'vin',
  summary: 'Vehicle identification number with the check character of North America and China, the ninth.',
  form: /^[0-9A-HJ-NPR-Z]{17}$/,
  tidy: (compact) => compact.replaceAll('I', 'J').replaceAll('O', 'P').replaceAll('Q', 'R'),
  compute(compact) {
    const rest = weightedSum(compact, WEIGHTS, valueOf) % 11;
    return `${compact.slice(0, 8)}${rest === 10 ? 'X' : rest}${compact.slice(9)}`;
  },
};
