import { DEFAULT_CHARSETS } from './charset.js';
import { defineMask } from '../mask-definition.js';
import { integer, oneOf, withDefault } from '../parameters.js';
import { irdCheckDigit, isIrdNumber, LEAST_IRD } from './ird-number.js';
import { KeyedPermutation } from '../../permutation/keyed-permutation.js';
import { SEED } from './unique-parameters.js';
import { uniqueImitator, UNIQUE_KINDS } from './unique-imitator.js';
import { valueText } from '../../values/value-text.js';
import type { MaskCompileContext } from '../mask-definition.js';
import type { TypedText, Value } from '../../values/value.js';

const PUBLISHED_GREATEST = 150_000_000;
const GREATEST = 999_999_999;
const NINE_DIGITS = 100_000_000;
const LONGEST = 64;
const NONE = { prefix: 0, suffix: 0 };

export const imitateNzIrd = defineMask({
  name: 'imitate_nz_ird',
  family: 'unique',
  role: 'transformer',
  summary: 'Replaces each New Zealand IRD number by another valid one of its length, never two by one.',
  accepts: UNIQUE_KINDS,
  gives: 'same',
  traits: { unique: true, cascades: true, hashColumns: 'ignored' },
  parameters: {
    seed: SEED,
    on_invalid: withDefault(
      oneOf('(extension) What to do with a value that is no IRD number: imitate keeps its shape.', [
        'error',
        'imitate',
      ]),
      'error',
    ),
    greatest: withDefault(
      integer('(extension) Greatest number given out.', LEAST_IRD, GREATEST),
      PUBLISHED_GREATEST,
    ),
  },
  example: 'type: imitate_nz_ird\nseed: taxpayer',
  choices: [
    'Eight digits stay eight and nine stay nine; separators and zeros in front stay.',
    'Valid is a number from 10,000,000 to `greatest` whose last digit is its check digit.',
    'With `on_invalid: imitate` what was invalid stays invalid, so that it meets no valid number.',
  ],
  compile(params, context) {
    const { greatest } = params;
    const permute = irdPermuter(context.key(`imitate_nz_ird/${params.seed ?? ''}`), greatest);
    const onInvalid =
      params.on_invalid === 'imitate' ? invalidImitator(params.seed, greatest, context) : null;
    return (value) => {
      if (value === null || value === '') {
        return value;
      }
      const number = irdNumberOf(value, greatest);
      if (number !== null) {
        return withNumber(value, permute(number));
      }
      return onInvalid === null
        ? context.fail('unsupported_value', 'the value is no valid IRD number')
        : onInvalid(value);
    };
  },
});

/** Valid numbers of each length to one another: by their body, going on where a body has no check digit. */
function irdPermuter(key: Uint8Array, greatest: number): (number: number) => number {
  const permutation = new KeyedPermutation(key);
  return (number) => {
    const isLong = number >= NINE_DIGITS;
    const low = (isLong ? NINE_DIGITS : LEAST_IRD) / 10;
    const high = Math.floor((isLong ? greatest : Math.min(greatest, NINE_DIGITS - 1)) / 10);
    let body = Math.floor(number / 10);
    let result: number;
    do {
      body = low + permutation.permute(body - low, high - low + 1, { low: isLong ? 9 : 8, high: 0 });
      result = body * 10 + (irdCheckDigit(body) ?? 0);
    } while (!isIrdNumber(result, greatest));
    return result;
  };
}

/** The valid number that a value is, separators left out; null: none. */
function irdNumberOf(value: Value, greatest: number): number | null {
  const text = typeof value === 'bigint' || isDecimal(value) ? valueText(value) : value;
  if (typeof text !== 'string' || text.length > LONGEST || !/^[0-9](?:[ .-]?[0-9]){7,8} *$/.test(text)) {
    return null;
  }
  const number = Number(text.replace(/[ .-]/g, ''));
  return isIrdNumber(number, greatest) ? number : null;
}

function isDecimal(value: Value): value is TypedText {
  return value !== null && typeof value === 'object' && 'kind' in value && value.kind === 'decimal';
}

function withNumber(value: Value, number: number): Value {
  if (typeof value === 'string') {
    return rewritten(value, String(number));
  }
  return isDecimal(value) ? { kind: 'decimal', text: String(number) } : BigInt(number);
}

/** Writes a number's digits over those of a text, from the right; zeros in front and separators stay. */
function rewritten(text: string, digits: string): string {
  let left = text.replace(/[^0-9]/g, '').length - digits.length;
  let next = 0;
  return text.replace(/[0-9]/g, (old) => (left-- > 0 ? old : digits.charAt(next++)));
}

function invalidImitator(
  seed: string | null,
  greatest: number,
  context: MaskCompileContext,
): (value: Value) => Value {
  const imitate = uniqueImitator(
    {
      label: `imitate_nz_ird invalid/${seed ?? ''}`,
      ...{ charsets: DEFAULT_CHARSETS, retained: NONE, numbersInText: true },
    },
    context,
  );
  return (value) => {
    let result = value;
    do {
      result = imitate(result);
    } while (irdNumberOf(result, greatest) !== null);
    return result;
  };
}
