import { plainFloat } from '../../values/numbers.js';
import type { Draws } from '../../random/draws.js';
import type { MaskCompileContext } from '../mask-definition.js';
import type { TypedText, Value } from '../../values/value.js';
import type { ImitateOptions } from './imitate-text.js';

/** Tries before giving up on a number that fits the column; each has at least one chance in ten. */
const TRIES = 1000;

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
    for (let i = 0; i < TRIES; i++) {
      const result = BigInt(digits(value.toString(), draws));
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
  let result = '';
  let leading = true;
  for (let i = 0; i < text.length; i++) {
    const original = text.charCodeAt(i) - 48;
    if (original < 0 || original > 9) {
      result += text.charAt(i);
      continue;
    }
    const kept = leading && original === 0 && options.keepsZero;
    const lowest = leading && original !== 0 ? 1 : 0;
    result += String(kept ? 0 : drawDigit(original, lowest, options.forceChange, draws));
    leading = false;
  }
  return result;
}

function drawDigit(original: number, lowest: number, forceChange: boolean, draws: Draws): number {
  const skip = forceChange ? 1 : 0;
  const drawn = lowest + draws.below(10 - lowest - skip);
  return forceChange && drawn >= original ? drawn + 1 : drawn;
}
