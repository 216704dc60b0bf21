import { weightedSum } from './arithmetic.js';
import type { Checksum } from './checksum.js';

const FIRST = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
const SECOND = [6, ...FIRST];

/** Letters count by their place in ASCII, counted from the digit 0. */
function valueOf(character: string): number {
  return character.charCodeAt(0) - 48;
}

function checkDigit(text: string, weights: readonly number[]): number {
  const rest = weightedSum(text, weights, valueOf) % 11;
  return rest < 2 ? 0 : 11 - rest;
}

export const brazilianCnpj: Checksum = {
  name: 'brazilian_cnpj',
  summary: 'CNPJ of companies in Brazil, with the letters allowed from 2026; the last two digits check.',
  form: /^[0-9A-Z]{12}[0-9]{2}$/,
  width: 14,
  accepts: (compact) => !/^0+$/.test(compact),
  compute(compact) {
    const body = compact.slice(0, 12);
    const withFirst = `${body}${checkDigit(body, FIRST)}`;
    return `${withFirst}${checkDigit(withFirst, SECOND)}`;
  },
};
