import { formatScaled, parseExact, plainFloat } from '../../values/numbers.js';
import { numberLimit } from '../column-limits.js';
import { kindOf } from '../../values/kinds.js';
import type { ExactNumber } from '../../values/numbers.js';
import type { MaskCompileContext } from '../mask-definition.js';
import type { Value, ValueKind } from '../../values/value.js';

/** Kinds that numbers come in. */
export const NUMBER_KINDS: readonly ValueKind[] = ['null', 'text', 'integer', 'decimal', 'float'];

/** A number that came in, and the way back to its kind. */
export interface NumberInput extends ExactNumber {
  /** Greatest number that may be written, and its negative too; null: unknown. */
  readonly limit: ExactNumber | null;
  /** The value of another number with the same count of decimals. */
  write(digits: bigint): Value;
}

const GREATEST_FLOAT: ExactNumber = { digits: BigInt(Number.MAX_VALUE), scale: 0 };

/** A reader of numbers; null: there is nothing to replace (NULL, empty text, NaN, infinities). */
export function numberInput(context: MaskCompileContext): (value: Value) => NumberInput | null {
  const limit = numberLimit(context.column);
  const exact = (text: string): ExactNumber =>
    parseExact(text) ?? context.fail('not_a_number', 'this text is no number');
  return (value) => {
    switch (typeof value) {
      case 'bigint':
        return { digits: value, scale: 0, limit, write: (digits) => digits };
      case 'number':
        return Number.isFinite(value) ? floatInput(exact(plainFloat(value))) : null;
      case 'string':
        return value === '' ? null : textInput(value, exact(value), limit);
      default:
        break;
    }
    if (value === null) {
      return null;
    }
    return typeof value === 'object' && 'kind' in value && value.kind === 'decimal'
      ? decimalInput(exact(value.text), limit)
      : context.fail('unsupported_kind', `${kindOf(value)} is no number`);
  };
}

function floatInput({ digits, scale }: ExactNumber): NumberInput {
  return { digits, scale, limit: GREATEST_FLOAT, write: (result) => Number(formatScaled(result, scale)) };
}

function decimalInput({ digits, scale }: ExactNumber, limit: ExactNumber | null): NumberInput {
  return {
    digits,
    scale,
    limit,
    write: (result) => ({ kind: 'decimal', text: formatScaled(result, scale) }),
  };
}

/** Zeros in front keep the text's width. */
function textInput(text: string, { digits, scale }: ExactNumber, limit: ExactNumber | null): NumberInput {
  const padded = /^0[0-9]+/.exec(text)?.[0].length ?? 0;
  const width = padded === 0 ? 0 : padded + (scale === 0 ? 0 : scale + 1);
  return {
    digits,
    scale,
    limit,
    write: (result) => formatScaled(result, scale).padStart(result < 0n ? 0 : width, '0'),
  };
}
