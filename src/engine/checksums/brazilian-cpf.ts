import { weightedSum } from './arithmetic.js';
import type { Checksum } from './checksum.js';

const FIRST = [10, 9, 8, 7, 6, 5, 4, 3, 2];
const SECOND = [11, ...FIRST];

/** The two check digits of nine others. */
export function cpfDigits(body: string): string {
  const first = ((10 * weightedSum(body, FIRST)) % 11) % 10;
  const second = ((10 * weightedSum(`${body}${first}`, SECOND)) % 11) % 10;
  return `${first}${second}`;
}

export const brazilianCpf: Checksum = {
  name: 'brazilian_cpf',
  summary: 'CPF of persons in Brazil; the last two digits check. Nine equal digits are no CPF.',
  form: /^[0-9]{11}$/,
  width: 11,
  lastFree: 8,
  compute(compact) {
    const body = compact.slice(0, 9);
    return /^(.)\1{8}$/.test(body) ? null : body + cpfDigits(body);
  },
};
