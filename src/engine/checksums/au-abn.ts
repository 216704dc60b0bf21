import { weightedSum } from './arithmetic.js';
import type { Checksum } from './checksum.js';

/** Of the digits after the check digits, which weigh 10 and 1. */
const WEIGHTS = [3, 5, 7, 9, 11, 13, 15, 17, 19];

export const auAbn: Checksum = {
  name: 'au_abn',
  summary: 'Business number of Australia (ABN); the first two digits check.',
  form: /^[0-9]{11}$/,
  width: 11,
  compute(compact) {
    const body = compact.slice(2);
    // One is taken off the first digit, which weighs 10.
    return `${10 + 89 - (weightedSum(body, WEIGHTS) % 89)}${body}`;
  },
};
