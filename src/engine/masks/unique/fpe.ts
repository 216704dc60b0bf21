import { DIGITS, readCharset } from './charset.js';
import { alsoNamed, integer, NOT_READ, optional, reportParameter, text, withDefault } from '../parameters.js';
import { defineMask } from '../mask-definition.js';
import { Ff1, MAX_FF1_RADIX } from '../../permutation/ff1.js';
import { FpeCipher } from './fpe-cipher.js';
import { integerLimit } from '../column-limits.js';
import { kindOf } from '../../values/kinds.js';
import type { Charset } from './charset.js';
import type { MaskCompileContext } from '../mask-definition.js';
import type { ParameterType } from '../parameters.js';

const LEAST_RADIX = 2;
const GREATEST_RADIX = 36;
const KEY_SIZES = [16, 24, 32];

export const fpe = defineMask({
  name: 'fpe',
  family: 'unique',
  role: 'transformer',
  summary:
    '(extension) Encrypts digits and letters to as many (FF1, NIST SP 800-38G): only the key takes it back.',
  accepts: ['null', 'text', 'integer'],
  gives: 'same',
  traits: { unique: true, hashColumns: 'ignored' },
  parameters: {
    alphabet: optional(alphabet('Characters that are encrypted, as in "0-9A-Z"; digits when absent.')),
    radix: optional(
      integer('Instead of an alphabet: so many of 0 to 9 and a to z.', LEAST_RADIX, GREATEST_RADIX),
    ),
    tweak: withDefault(text('Public text that changes the results, such as the column’s name.'), ''),
    key_id: alsoNamed(optional(text('Name of the key; a key of the run when absent.')), ['key_name']),
  },
  example: 'type: fpe\nalphabet: "0-9"\ntweak: account',
  choices: [
    'An extension. The result can be decrypted by whoever has the key: the named one, or the run secret (and the instance’s).',
    'Characters outside of the alphabet are separators: they stay where they are.',
    'What has fewer than a million texts of its length, such as five digits, is an error, as the standard says; so are more than 1024 characters.',
    'Whole numbers keep their sign and the number of their digits, and the range of their column.',
    'Case counts: "A" and "a" are two characters.',
  ],
  check({ alphabet: ranges, radix }, report) {
    if (ranges !== null && radix !== null) {
      report.error('two_alphabets', 'Give "alphabet" or "radix", not both.', 'radix');
    }
  },
  compile(params, context) {
    const members = charactersOf(params.alphabet ?? alphabetOfRadix(params.radix));
    const cipher = new FpeCipher(
      new Ff1(keyOf(params.key_id, context), members.length),
      members,
      params.tweak,
    );
    const { column } = context;
    if (column.kind === 'integer' && !cipher.takesNumbers) {
      context.error(
        'unfit_charset',
        `The column "${column.name}" holds numbers: the alphabet must be "0-9".`,
      );
    }
    if (column.caseInsensitive === true && cipher.mixesCases) {
      const message = `The column "${column.name}" ignores case: the alphabet must not hold both cases of a letter.`;
      context.error('case_insensitive_column', message);
    }
    const greatest = integerLimit(column);
    return (value) => {
      if (value === null || value === '') {
        return value;
      }
      if (typeof value !== 'string' && (typeof value !== 'bigint' || !cipher.takesNumbers)) {
        return context.fail('unsupported_kind', `${kindOf(value)} values cannot be encrypted so`);
      }
      const result =
        typeof value === 'string' ? cipher.encrypt(value) : cipher.encryptInteger(value, greatest);
      return (
        result ?? context.fail('unsupported_value', 'the value is too short or too long to be encrypted')
      );
    };
  },
});

function keyOf(name: string | null, context: MaskCompileContext): Uint8Array {
  const ownKey = context.key('fpe');
  if (name === null) {
    return ownKey;
  }
  const named = context.namedKey(name);
  if (named === undefined) {
    context.error('unknown_key_id', `There is no key ${JSON.stringify(name)}.`);
  } else if (!KEY_SIZES.includes(named.length)) {
    context.error('bad_key', `The key ${JSON.stringify(name)} must have 16, 24 or 32 bytes.`);
  } else {
    return named;
  }
  return ownKey;
}

function alphabet(description: string): ParameterType<Charset> {
  return {
    type: 'characters',
    description,
    constraints: `2 to ${MAX_FF1_RADIX} characters, no blank`,
    read: (node, scope) => {
      const charset = readCharset(node, scope);
      if (charset === NOT_READ) {
        return NOT_READ;
      }
      const size = charset.reduce((sum, [from, to]) => sum + to - from + 1, 0);
      const hasBlank = charset.some(([from, to]) => from <= 0x20 && 0x20 <= to);
      return size < LEAST_RADIX || size > MAX_FF1_RADIX || hasBlank
        ? reportParameter(
            node,
            scope,
            'bad_charset',
            `Give 2 to ${MAX_FF1_RADIX} characters, no blank among them.`,
          )
        : charset;
    },
  };
}

function alphabetOfRadix(radix: number | null): Charset {
  const letters = (radix ?? 10) - 10;
  const digits: Charset = letters < 0 ? [[0x30, 0x30 + (radix ?? 10) - 1]] : DIGITS;
  return letters > 0 ? [...digits, [0x61, 0x61 + letters - 1]] : digits;
}

function charactersOf(charset: Charset): readonly number[] {
  return charset.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, index) => from + index));
}
