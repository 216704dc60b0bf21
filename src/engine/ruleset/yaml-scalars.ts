import type { Value } from '../values/value.js';

const INTEGER = /^[-+]?[0-9]+$/;
const OCTAL = /^0o[0-7]+$/;
const HEXADECIMAL = /^0x[0-9a-fA-F]+$/;
const FRACTION = /^[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*)$/;
const EXPONENT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)[eE][-+]?[0-9]+$/;
const INFINITY = /^[-+]?\.(?:inf|Inf|INF)$/;
const NOT_A_NUMBER = /^\.(?:nan|NaN|NAN)$/;
/** Longer runs of digits are not numbers anybody means, and cost time to read. */
const MAX_DIGITS = 1000;

const WORDS: ReadonlyMap<string, Value> = new Map<string, Value>([
  ['', null],
  ['~', null],
  ['null', null],
  ['Null', null],
  ['NULL', null],
  ['true', true],
  ['True', true],
  ['TRUE', true],
  ['false', false],
  ['False', false],
  ['FALSE', false],
]);

/** Value of an unquoted scalar by the YAML 1.2 core schema; fractions stay exact. */
export function plainScalarValue(text: string): Value {
  const word = WORDS.get(text);
  if (word !== undefined) {
    return word;
  }
  if (text.length > MAX_DIGITS || !/^[-+.0-9]/.test(text)) {
    return text;
  }
  return integerValue(text) ?? fractionValue(text) ?? text;
}

/** How YAML 1.1 would have read an unquoted scalar that 1.2 reads otherwise; null: alike. */
export function olderReading(text: string): string | null {
  if (/^(?:y|n|yes|no|on|off)$/i.test(text)) {
    return 'It is read as text here, while older YAML readers take it for a boolean.';
  }
  if (/^[-+]?0[0-9]+$/.test(text)) {
    return 'It is read as a number, so its leading zero is lost.';
  }
  if (EXPONENT.test(text) && !text.includes('.')) {
    return 'It is read as a number in scientific notation.';
  }
  return null;
}

function integerValue(text: string): bigint | undefined {
  if (INTEGER.test(text)) {
    return BigInt(text.startsWith('+') ? text.slice(1) : text);
  }
  return OCTAL.test(text) || HEXADECIMAL.test(text) ? BigInt(text) : undefined;
}

function fractionValue(text: string): Value | undefined {
  if (FRACTION.test(text)) {
    return { kind: 'decimal', text: plainDecimal(text) };
  }
  if (EXPONENT.test(text)) {
    return Number(text);
  }
  if (INFINITY.test(text)) {
    return text.startsWith('-') ? -Infinity : Infinity;
  }
  return NOT_A_NUMBER.test(text) ? NaN : undefined;
}

/** `.5` → `0.5`, `+1.` → `1`, `1.50` stays. */
function plainDecimal(text: string): string {
  const negative = text.startsWith('-');
  const [whole = '', fraction = ''] = text.replace(/^[-+]/, '').split('.');
  const digits = whole.replace(/^0+(?=[0-9])/, '') || '0';
  return `${negative ? '-' : ''}${digits}${fraction === '' ? '' : `.${fraction}`}`;
}
