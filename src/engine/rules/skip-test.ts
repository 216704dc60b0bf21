import { compilePattern } from '../ruleset/python-regex.js';
import { parseExact, plainFloat, trimFraction, formatScaled } from '../values/numbers.js';
import { valueText } from '../values/value-text.js';
import type { SkipItem } from '../ruleset/nodes.js';
import type { TextPattern } from '../ruleset/python-regex.js';
import type { Value } from '../values/value.js';
import type { ColumnShape } from './table-mask.js';
import type { TextReader } from './column-text.js';

/** Tells from the original text of a column whether its value is to be left alone. */
export type SkipTest = (text: string | null) => boolean;

/** Compiles a skip list; null: it skips nothing. Equality is typed: text never equals a number or a boolean. */
export function compileSkip(
  items: readonly SkipItem[],
  column: ColumnShape,
  read: TextReader,
): SkipTest | null {
  if (items.length === 0) {
    return null;
  }
  const literals = items.flatMap((item) => ('equals' in item ? [item.equals] : []));
  const skipsNull = literals.includes(null);
  const patterns = items.flatMap((item) => ('matches' in item ? patternOf(item.matches) : []));
  const keyOf = comparisonKey(column.kind);
  const keys = new Set(literals.map((literal) => (literal === null ? null : keyOf(literal))));
  keys.delete(null);
  const isPlain = column.kind === 'text' || column.kind === 'other';
  return (text) => {
    if (text === null) {
      return skipsNull;
    }
    if (keys.size > 0 && keys.has(isPlain ? text : keyOf(read(text)))) {
      return true;
    }
    return (
      patterns.length > 0 &&
      patterns.some((pattern) => pattern.matchesStart(isPlain ? text : shown(read(text))))
    );
  };
}

/** Compiles a skip list for values of any kind; null: it skips nothing. */
export function compileValueSkip(items: readonly SkipItem[]): ((value: Value) => boolean) | null {
  if (items.length === 0) {
    return null;
  }
  const keys = new Set(items.flatMap((item) => ('equals' in item ? [valueKey(item.equals)] : [])));
  keys.delete(null);
  const skipsNull = items.some((item) => 'equals' in item && item.equals === null);
  const patterns = items.flatMap((item) => ('matches' in item ? patternOf(item.matches) : []));
  return (value) =>
    value === null
      ? skipsNull
      : keys.has(valueKey(value)) || patterns.some((pattern) => pattern.matchesStart(shown(value)));
}

/** Equal for values that are equal and of like kind; null: equal to nothing. */
function valueKey(value: Value): string | null {
  if (typeof value === 'boolean') {
    return String(value);
  }
  const number = numberKey(value);
  const text = number ?? textKey(value);
  return text === null ? null : `${number === null ? 'text' : 'number'}:${text}`;
}

function patternOf(source: string): readonly TextPattern[] {
  const compiled = compilePattern(source);
  return 'problem' in compiled ? [] : [compiled];
}

function shown(value: Value): string {
  return valueText(value) ?? '';
}

/** What two values of a column are compared by; null: never equal to anything. */
function comparisonKey(kind: ColumnShape['kind']): (value: Value) => string | null {
  switch (kind) {
    case 'integer':
    case 'decimal':
    case 'float':
      return numberKey;
    case 'boolean':
      return (value) => (typeof value === 'boolean' ? String(value) : null);
    default:
      return textKey;
  }
}

function numberKey(value: Value): string | null {
  if (typeof value === 'bigint') {
    return value.toString();
  }
  if (typeof value === 'number') {
    return plainFloat(value);
  }
  return value !== null && typeof value === 'object' && 'kind' in value && value.kind === 'decimal'
    ? normalizedDecimal(value.text)
    : null;
}

function normalizedDecimal(text: string): string {
  const exact = parseExact(text);
  return exact === null ? text : trimFraction(formatScaled(exact.digits, exact.scale));
}

/** Dates, times and documents are compared by their text, which is how a ruleset writes them. */
function textKey(value: Value): string | null {
  if (typeof value === 'string') {
    return value;
  }
  const typed = value !== null && typeof value === 'object' && 'kind' in value && value.kind !== 'decimal';
  return typed ? value.text : null;
}
