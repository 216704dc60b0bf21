import { trimFraction } from '../../values/numbers.js';
import type { Value } from '../../values/value.js';

const WORDS: ReadonlyMap<string, boolean> = new Map([
  ...['true', '1', 'yes', 't', 'y'].map((word) => [word, true] as const),
  ...['false', '0', 'no', 'f', 'n'].map((word) => [word, false] as const),
]);
const LONGEST_WORD = 16;

/** true/false/yes/no/t/f/y/n in any case, 1 and 0 as text or number. */
export function castToBoolean(value: Exclude<Value, null>): boolean | undefined {
  switch (typeof value) {
    case 'boolean':
      return value;
    case 'string':
      return value.length > LONGEST_WORD ? undefined : WORDS.get(value.trim().toLowerCase());
    case 'bigint':
    case 'number':
      return WORDS.get(String(value === 0 ? 0 : value));
    default:
      return 'kind' in value && value.kind === 'decimal' ? WORDS.get(trimFraction(value.text)) : undefined;
  }
}
