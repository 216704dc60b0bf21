import { plainFloat } from '../../values/numbers.js';
import type { Draws } from '../../random/draws.js';
import type { MaskCompileContext } from '../mask-definition.js';
import type { TypedText, Value } from '../../values/value.js';
import type { ImitateOptions } from './imitate-text.js';

/** Tries before giving up on a number that fits the column; each has at least one chance in ten. */
const TRIES = 1000;
const ZERO = 48;
/** Digits are made and read in one go, so one buffer serves all. */
const SCRATCH = Buffer.alloc(256);

/** Replaces the digits of a number; the leading digit stays 1 to 9, so that the number keeps its width. */
export function numberImitator(
  options: ImitateOptions,
  context: MaskCompileContext,
): (value: bigint | number | TypedText, draws: Draws) => Value {
  const limit = integerLimit(context);
  const keepsZero = context.column.kind === 'decimal' && holdsOnlyFractions(context);
  const digits = (text: string, draws: Draws): string =>
    imitateDigits(text, { ...options, keepsZero }, draws);
  return (value, draws) => {
    if (!options.digits) {
      return value;
    }
    if (typeof value === 'number') {
      return Number.isFinite(value) ? Number(digits(plainFloat(value), draws)) : value;
    }
    if (typeof value !== 'bigint') {
      return { kind: 'decimal', text: digits(value.text, draws) };
    }
    const text = value.toString();
    for (let i = 0; i < TRIES; i++) {
      const result = BigInt(digits(text, draws));
      if (limit === null || (result <= limit && result >= -limit - 1n)) {
        return result;
      }
    }
    return context.fail('out_of_range', 'no number of this shape fits the column');
  };
}

/** Greatest whole number of the column; null: unknown. */
function integerLimit({ column }: MaskCompileContext): bigint | null {
  const bits = column.kind === 'integer' ? column.numericPrecision : null;
  return bits === null || bits < 8 ? null : (1n << BigInt(bits - 1)) - 1n;
}

function holdsOnlyFractions({ column }: MaskCompileContext): boolean {
  return column.numericPrecision !== null && column.numericPrecision === column.numericScale;
}

interface DigitOptions {
  readonly forceChange: boolean;
  /** A leading zero stays: the column has no room for whole digits. */
  readonly keepsZero: boolean;
}

function imitateDigits(text: string, options: DigitOptions, draws: Draws): string {
  const { forceChange, keepsZero } = options;
  const length = text.length;
  const target = length <= SCRATCH.length ? SCRATCH : Buffer.alloc(length);
  let leading = true;
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    const original = code - ZERO;
    if (original < 0 || original > 9) {
      target[i] = code;
      continue;
    }
    const kept = leading && original === 0 && keepsZero;
    target[i] = kept
      ? code
      : ZERO + drawDigit(original, leading && original !== 0 ? 1 : 0, forceChange, draws);
    leading = false;
  }
  return target.toString('latin1', 0, length);
}

function drawDigit(original: number, lowest: number, forceChange: boolean, draws: Draws): number {
  const skip = forceChange ? 1 : 0;
  const drawn = lowest + draws.below(10 - lowest - skip);
  return forceChange && drawn >= original ? drawn + 1 : drawn;
}
