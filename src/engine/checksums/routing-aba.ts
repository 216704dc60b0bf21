import { complement, weightedSum, withLast } from './arithmetic.js';
import type { Checksum } from './checksum.js';

const WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7];

export const routingAba: Checksum = {
  name: 'routing_aba',
  summary: 'Routing number of banks in the USA (ABA); the last digit checks.',
  form: /^[0-9]{9}$/,
  width: 9,
  accepts: (compact) => /^(?:0[0-9]|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)/.test(compact),
  compute: (compact) => withLast(compact, complement(weightedSum(compact, WEIGHTS), 10)),
};
