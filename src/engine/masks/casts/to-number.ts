import { formatScaled, parseExact, toInteger } from '../../values/numbers.js';
import { scalarText } from '../../values/value-text.js';
import type { TypedText, Value } from '../../values/value.js';

const SPECIAL: ReadonlyMap<string, number> = new Map([
  ['nan', NaN],
  ['inf', Infinity],
  ['infinity', Infinity],
  ['-inf', -Infinity],
  ['-infinity', -Infinity],
]);
const LONGEST_SPECIAL = 12;

/** Whole numbers, and fractions that are zero. */
export function castToInteger(value: Exclude<Value, null>): bigint | undefined {
  if (typeof value === 'bigint') {
    return value;
  }
  const exact = exactOf(value);
  return exact === null ? undefined : (toInteger(exact) ?? undefined);
}

export function castToDecimal(value: Exclude<Value, null>): TypedText | undefined {
  const exact = exactOf(value);
  return exact === null ? undefined : { kind: 'decimal', text: formatScaled(exact.digits, exact.scale) };
}

export function castToFloat(value: Exclude<Value, null>): number | undefined {
  if (typeof value === 'number') {
    return value;
  }
  const text = numberText(value);
  if (text === undefined) {
    return undefined;
  }
  const special = text.length > LONGEST_SPECIAL ? undefined : SPECIAL.get(text.trim().toLowerCase());
  return special ?? (parseExact(text) === null ? undefined : Number(text));
}

function exactOf(value: Exclude<Value, null>): ReturnType<typeof parseExact> {
  const text = numberText(value);
  return text === undefined ? null : parseExact(text);
}

/** Text of what may be a number; undefined: never one. */
function numberText(value: Exclude<Value, null>): string | undefined {
  if (typeof value === 'object') {
    return 'kind' in value && value.kind === 'decimal' ? value.text : undefined;
  }
  return typeof value === 'boolean' ? String(Number(value)) : scalarText(value);
}
