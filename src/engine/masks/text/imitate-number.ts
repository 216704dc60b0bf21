import { integerLimit } from '../column-limits.js';
import { plainFloat } from '../../values/numbers.js';
import type { Draws } from '../../random/draws.js';
import type { MaskCompileContext } from '../mask-definition.js';
import type { TypedText, Value } from '../../values/value.js';
import type { ImitateOptions } from './imitate-text.js';

/** Tries before giving up on a number that fits the column; each has at least one chance in ten. */
const TRIES = 1000;
const ZERO = 48;
const MINUS = 45;
/** Text of this length is exact as a JavaScript number. */
const EXACT_DIGITS = 15;
/** Digits are made and read in one go, so one buffer serves all. */
const SCRATCH = Buffer.alloc(256);

/** Replaces the digits of a number; the leading digit stays 1 to 9, so that the number keeps its width. */
export function numberImitator(
  options: ImitateOptions,
  context: MaskCompileContext,
): (value: bigint | number | TypedText, draws: Draws) => Value {
  const limit = integerLimit(context.column);
  const keepsZero = context.column.kind === 'decimal' && holdsOnlyFractions(context);
  const digitOptions = { forceChange: options.forceChange, keepsZero };
  const fits = (result: bigint): boolean => limit === null || (result <= limit && result >= -limit - 1n);
  return (value, draws) => {
    if (!options.digits) {
      return value;
    }
    if (typeof value === 'number') {
      return Number.isFinite(value) ? Number(imitateDigits(plainFloat(value), digitOptions, draws)) : value;
    }
    if (typeof value !== 'bigint') {
      return { kind: 'decimal', text: imitateDigits(value.text, digitOptions, draws) };
    }
    const text = value.toString();
    for (let i = 0; i < TRIES; i++) {
      const result = imitateInteger(text, digitOptions, draws);
      if (fits(result)) {
        return result;
      }
    }
    return context.fail('out_of_range', 'no number of this shape fits the column');
  };
}

function holdsOnlyFractions({ column }: MaskCompileContext): boolean {
  return column.numericPrecision !== null && column.numericPrecision === column.numericScale;
}

interface DigitOptions {
  readonly forceChange: boolean;
  /** A leading zero stays: the column has no room for whole digits. */
  readonly keepsZero: boolean;
}

/** Whole numbers of up to fifteen digits, the usual case, need no text in between. */
function imitateInteger(text: string, options: DigitOptions, draws: Draws): bigint {
  if (text.length > EXACT_DIGITS) {
    return BigInt(imitateDigits(text, options, draws));
  }
  const isNegative = text.charCodeAt(0) === MINUS;
  let result = 0;
  for (let i = isNegative ? 1 : 0; i < text.length; i++) {
    result = result * 10 + drawDigit(text.charCodeAt(i) - ZERO, i === (isNegative ? 1 : 0), options, draws);
  }
  return BigInt(isNegative ? -result : result);
}

function imitateDigits(text: string, options: DigitOptions, draws: Draws): string {
  const length = text.length;
  const target = length <= SCRATCH.length ? SCRATCH : Buffer.alloc(length);
  let isLeading = true;
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code < ZERO || code > ZERO + 9) {
      target[i] = code;
      continue;
    }
    target[i] = ZERO + drawDigit(code - ZERO, isLeading, options, draws);
    isLeading = false;
  }
  return target.toString('latin1', 0, length);
}

function drawDigit(original: number, isLeading: boolean, options: DigitOptions, draws: Draws): number {
  if (isLeading && original === 0 && options.keepsZero) {
    return 0;
  }
  const lowest = isLeading && original !== 0 ? 1 : 0;
  if (!options.forceChange) {
    return lowest + draws.below(10 - lowest);
  }
  const drawn = lowest + draws.below(9 - lowest);
  return drawn >= original ? drawn + 1 : drawn;
}
