import { defineMask } from '../mask-definition.js';
import { kindOf } from '../../values/kinds.js';
import { endWithoutBlanks } from './text-permuter.js';
import { SEED } from './unique-parameters.js';
import { VectorPermutation } from '../../permutation/vector-permutation.js';

/** Hyphenated or plain, perhaps in braces or as a URN. */
const BARE = '(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32})';
const FORM = new RegExp(`^(?:(?:urn:uuid:)?${BARE}|\\{${BARE}\\})$`, 'i');
const URN = /^urn:uuid:/i;
const URN_LENGTH = 9;
const LONGEST = 45;
const DIGITS = 32;
const VERSION_PLACE = 12;
const VARIANT_PLACE = 16;

export const imitateUuid = defineMask({
  name: 'imitate_uuid',
  family: 'unique',
  role: 'transformer',
  summary: 'Replaces each UUID by another of its version and variant, never two by one.',
  accepts: ['null', 'text'],
  gives: 'text',
  traits: { unique: true, cascades: true, hashColumns: 'ignored' },
  parameters: { seed: SEED },
  example: 'type: imitate_uuid\nseed: device',
  choices: [
    'Hyphens, braces and `urn:uuid:` stay; letters are upper case where all were, else lower case.',
    'However it is written, one UUID has one result, also in a column of another type.',
    'The nil and the max UUID stay; so does an empty text. Anything else is an error.',
    'The time in versions 1, 6 and 7 changes too: their order is lost.',
  ],
  compile(params, context) {
    const permute = uuidPermuter(context.key(`imitate_uuid/${params.seed ?? ''}`));
    return (value) => {
      if (value === null || value === '') {
        return value;
      }
      if (typeof value !== 'string') {
        return context.fail('unsupported_kind', `${kindOf(value)} values are no UUIDs`);
      }
      const end = endWithoutBlanks(value);
      const text = value.slice(0, end);
      return text.length <= LONGEST && FORM.test(text)
        ? permute(text) + value.slice(end)
        : context.fail('unsupported_value', 'the text is no UUID');
    };
  },
});

/** Permutes the digits of a UUID in one of its forms, less the bits that name version and variant. */
function uuidPermuter(key: Uint8Array): (text: string) => string {
  const permutation = new VectorPermutation(key);
  const all = new Int32Array(DIGITS);
  const vector = {
    digits: new Int32Array(DIGITS - 1),
    radices: new Int32Array(DIGITS - 1).fill(16),
    length: DIGITS - 1,
  };
  return (text) => {
    const from = URN.test(text) ? URN_LENGTH : 0;
    readDigits(text, from, all);
    if (isNilOrMax(all)) {
      return text;
    }
    const version = all[VERSION_PLACE]!;
    const { kept, free } = variantOf(all[VARIANT_PLACE]!);
    vector.radices[VARIANT_PLACE - 1] = free;
    for (let i = 0; i < DIGITS - 1; i++) {
      vector.digits[i] = all[i < VERSION_PLACE ? i : i + 1]! - (i === VARIANT_PLACE - 1 ? kept : 0);
    }
    do {
      permutation.permute(vector, { low: version, high: kept });
      for (let i = 0; i < DIGITS - 1; i++) {
        all[i < VERSION_PLACE ? i : i + 1] = vector.digits[i]! + (i === VARIANT_PLACE - 1 ? kept : 0);
      }
    } while (isNilOrMax(all));
    return written(text, from, all);
  };
}

/** The leading bits of the variant, and how many values the rest of its digit has. */
function variantOf(digit: number): { readonly kept: number; readonly free: number } {
  if (digit < 8) {
    return { kept: 0, free: 8 };
  }
  return digit < 12 ? { kept: 8, free: 4 } : { kept: digit & 0xe, free: 2 };
}

function isNilOrMax(digits: Int32Array): boolean {
  const first = digits[0]!;
  return (first === 0 || first === 15) && digits.every((digit) => digit === first);
}

function readDigits(text: string, from: number, digits: Int32Array): void {
  let count = 0;
  for (let i = from; i < text.length; i++) {
    const digit = digitOf(text.charCodeAt(i));
    if (digit >= 0) {
      digits[count++] = digit;
    }
  }
}

/** Negative: a hyphen or a brace. */
function digitOf(code: number): number {
  if (code <= 0x39) {
    return code - 0x30;
  }
  const letter = (code | 0x20) - 0x61;
  return letter < 6 ? letter + 10 : -1;
}

function written(text: string, from: number, digits: Int32Array): string {
  const bare = text.slice(from);
  let count = 0;
  let result = '';
  for (let i = 0; i < bare.length; i++) {
    result += digitOf(bare.charCodeAt(i)) < 0 ? bare.charAt(i) : digits[count++]!.toString(16);
  }
  const isUpper = bare !== bare.toLowerCase() && bare === bare.toUpperCase();
  return text.slice(0, from) + (isUpper ? result.toUpperCase() : result);
}
