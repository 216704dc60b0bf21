import { canonical } from '../../values/canonical.js';
import { defineMask } from '../mask-definition.js';
import { integer, oneOf, optional, withDefault } from '../parameters.js';
import { numberLimit } from '../column-limits.js';
import { TextHmac } from '../../random/hmac.js';
import { toScaled } from '../../values/numbers.js';
import type { ColumnShape } from '../../rules/table-mask.js';
import type { Value } from '../../values/value.js';

const TEXT_FORMATS = ['hex', 'base64', 'base64url'] as const;
type HashFormat = (typeof TEXT_FORMATS)[number] | 'integer';

const DIGEST_BYTES = 32;
const MOST_DIGITS = 38;
const USUAL_DIGITS = 18;

export const hash = defineMask({
  name: 'hash',
  family: 'pattern',
  role: 'transformer',
  summary:
    'Replaces a value by its keyed hash: equal values have equal hashes, and none leads back (extension).',
  accepts: 'all',
  gives: 'text or integer',
  parameters: {
    format: withDefault(oneOf('How the hash is written.', [...TEXT_FORMATS, 'integer']), 'hex'),
    length: optional(integer('First characters of the text that are kept; all when absent.', 1, 64)),
    digits: optional(integer(`Digits of the whole number; ${USUAL_DIGITS} when absent.`, 1, MOST_DIGITS)),
  },
  example: 'type: hash\nformat: base64url\nlength: 22',
  choices: [
    'The hash is HMAC-SHA-256 of the value with a key of the run, so it needs no hash columns; the same secrets give the same hash in every table.',
    'Values are equal when they are equal as hash values: 7, 7.0 and "7" are, text is compared in NFC.',
    'A whole number has exactly the digits asked for, so its first digit is not zero.',
    'Cut hashes may collide: of a million values with 9 digits some hundreds do; 18 digits or 16 characters are safe for most tables.',
  ],
  check({ format, length, digits }, report) {
    if (length !== null && format === 'integer') {
      report.error('bad_value', '"length" goes with text; a whole number has "digits".', 'length');
    }
    if (digits !== null && format !== 'integer') {
      report.error('bad_value', '"digits" goes with the format "integer".', 'digits');
    }
  },
  compile({ format, length, digits }, context) {
    const hmac = new TextHmac(context.key('hash'));
    const words = new Int32Array(DIGEST_BYTES / 4);
    const bytes = Buffer.alloc(DIGEST_BYTES);
    const count = digits ?? USUAL_DIGITS;
    if (format === 'integer' && !hasRoom(context.column, count)) {
      const message = `Not every whole number of ${count} digits fits the column "${context.column.name}".`;
      context.warning('out_of_range', message);
    }
    const write = writerOf(format, length, count);
    return (value) => {
      if (value === null) {
        return null;
      }
      hmac.digest(canonical(value), words);
      words.forEach((word, index) => bytes.writeInt32BE(word, index * 4));
      return write(bytes);
    };
  },
});

function writerOf(format: HashFormat, length: number | null, digits: number): (bytes: Buffer) => Value {
  if (format !== 'integer') {
    return (bytes) => bytes.toString(format).slice(0, length ?? undefined);
  }
  const lowest = 10n ** BigInt(digits - 1);
  // 256 bits over at most 38 digits: what the remainder favours is below 2^-128.
  return (bytes) => lowest + (BigInt(`0x${bytes.toString('hex')}`) % (9n * lowest));
}

function hasRoom(column: ColumnShape, digits: number): boolean {
  const limit = numberLimit(column);
  return limit === null || 10n ** BigInt(digits) - 1n <= toScaled(limit, 0, false);
}
