import { CHECKSUMS, CHECKSUMS_BY_NAME } from '../../checksums/index.js';
import { alsoNamed, oneOf, required } from '../parameters.js';
import { defineMask } from '../mask-definition.js';
import { digitInput, DIGIT_KINDS } from './digit-input.js';
import { repair } from '../../checksums/checksum.js';

const SHORT_NAMES = {
  iban: 'mod97_iban',
  aadhaar: 'verhoeff',
  ean_13: 'ean13',
  isbn_13: 'isbn13',
  isbn_10: 'isbn10',
  cpf: 'brazilian_cpf',
  cnpj: 'brazilian_cnpj',
} as const;

export const setChecksum = defineMask({
  name: 'set_checksum',
  family: 'pattern',
  role: 'transformer',
  summary: 'Sets the check characters of a number right, after another mask has changed it.',
  accepts: DIGIT_KINDS,
  gives: 'same',
  parameters: {
    checksum_type: alsoNamed(
      required(
        oneOf(
          'Scheme of the number.',
          CHECKSUMS.map(({ name }) => name),
          SHORT_NAMES,
        ),
      ),
      ['checksum', 'algorithm'],
    ),
  },
  example: 'type: set_checksum\nchecksum_type: luhn',
  choices: [
    `The schemes are ${CHECKSUMS.map(({ name }) => name).join(', ')}.`,
    'Only check characters change; spaces, hyphens, dots and slashes stay, and so does the case of letters.',
    'Where a body has no check character, its last free digit moves up, from 9 to 0, until it has one.',
    'In vehicle and NHI numbers letters that the scheme lacks become the next one it has: I is J, O is P, Q is R.',
    'A whole number of a scheme with fixed length is filled up with zeros first.',
    'Text that has not the form of the scheme is an error; empty text stays empty.',
    'nz_nhi of the newer form is checked modulo 23, as its standard is now.',
  ],
  compile(params, context) {
    const checksum = CHECKSUMS_BY_NAME.get(params.checksum_type)!;
    const read = digitInput(context, checksum.width ?? 0);
    const reason = `this has not the form that ${checksum.name} checks`;
    return (value) => {
      if (value === null || value === '') {
        return value;
      }
      const input = read(value);
      const repaired = repair(checksum, input.text);
      return repaired === null ? context.fail('unsupported_value', reason) : input.write(repaired);
    };
  },
});
