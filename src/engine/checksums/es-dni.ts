import { withLast } from './arithmetic.js';
import type { Checksum } from './checksum.js';

const LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE';

export const esDni: Checksum = {
  name: 'es_dni',
  summary: 'DNI and NIE of Spain; the last letter checks.',
  form: /^(?:[0-9]{8}|[XYZ][0-9]{7})[0-9A-Z]$/,
  compute(compact) {
    // X, Y and Z of foreigners stand for 0, 1 and 2.
    const digits = compact.slice(0, -1).replace(/^[XYZ]/, (letter) => String('XYZ'.indexOf(letter)));
    return withLast(compact, LETTERS.charAt(Number(digits) % 23));
  },
};
