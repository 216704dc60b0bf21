import { castToBoolean } from '../masks/casts/to-boolean.js';
import { comparableNumber, compareInstants, compareNumbers, instantOf } from '../values/order.js';
import { compilePattern } from '../ruleset/python-regex.js';
import { parseExact } from '../values/numbers.js';
import { valueText } from '../values/value-text.js';
import type { ColumnTest, OrderOperator } from '../ruleset/condition-nodes.js';
import type { ColumnShape } from './table-mask.js';
import type { Comparable, Instant } from '../values/order.js';
import type { Value } from '../values/value.js';

type Present = Exclude<Value, null>;

/** True, false, or undefined: value and operand cannot be compared. */
export type ValueTest = (value: Value) => boolean | undefined;
type PresentTest = (value: Present) => boolean | undefined;

/** How the result of a comparison decides. NaN, which no number is comparable with, decides false. */
const ORDERS: ReadonlyMap<OrderOperator, (order: number) => boolean> = new Map([
  ['less_than', (order: number) => order < 0],
  ['less_than_or_equal', (order: number) => order <= 0],
  ['greater_than', (order: number) => order > 0],
  ['greater_than_or_equal', (order: number) => order >= 0],
]);

/** Compiles one test. NULL is equal to NULL and passes nothing else. */
export function compileColumnTest(test: ColumnTest, convertsText: boolean, nowMs: number): ValueTest {
  if (test.operator === 'equals' && test.operand === null) {
    return (value) => value === null;
  }
  const present = presentTest(test, convertsText, nowMs);
  return (value) => value !== null && present(value);
}

function presentTest(test: ColumnTest, convertsText: boolean, nowMs: number): PresentTest {
  switch (test.operator) {
    case 'equals':
      return equalityTest(test.operand, convertsText);
    case 'matches':
      return matchTest(test.pattern);
    case 'age_less_than':
    case 'age_greater_than':
      return ageTest(test, convertsText, nowMs);
    default:
      return orderTest(test.operand, ORDERS.get(test.operator)!, convertsText);
  }
}

function equalityTest(operand: Value, convertsText: boolean): PresentTest {
  if (typeof operand === 'string') {
    return textEquality(operand);
  }
  if (typeof operand === 'boolean') {
    return (value) => {
      if (typeof value === 'string') {
        const read = convertsText ? castToBoolean(value) : null;
        return read === undefined ? undefined : read === operand;
      }
      return value === operand;
    };
  }
  const isEqual = numberTest(operand, (order) => order === 0, convertsText);
  return (value) => (typeof value === 'string' && !convertsText ? false : isEqual(value));
}

/** Dates and moments are compared as instants, other text letter by letter. */
function textEquality(operand: string): PresentTest {
  const instant = instantOf(operand);
  return (value) => {
    if (typeof value === 'string') {
      return value === operand;
    }
    if (typeof value !== 'object' || !('kind' in value) || value.kind === 'decimal') {
      return undefined;
    }
    if (value.kind === 'time' || value.kind === 'json' || value.text === operand) {
      return value.text === operand;
    }
    const own = instantOf(value.text);
    return instant === undefined || own === undefined ? undefined : compareInstants(own, instant) === 0;
  };
}

function orderTest(operand: Present, passes: (order: number) => boolean, convertsText: boolean): PresentTest {
  return typeof operand === 'string'
    ? instantTest(instantOf(operand), passes, convertsText)
    : numberTest(operand, passes, convertsText);
}

function numberTest(operand: Value, passes: (order: number) => boolean, convertsText: boolean): PresentTest {
  const limit = comparableNumber(operand);
  return (value) => {
    const number = numberOf(value, convertsText);
    return number === undefined || limit === undefined ? undefined : passes(compareNumbers(number, limit));
  };
}

function instantTest(
  limit: Instant | undefined,
  passes: (order: number) => boolean,
  convertsText: boolean,
): PresentTest {
  return (value) => {
    const instant = instantIn(value, convertsText);
    return instant === undefined || limit === undefined ? undefined : passes(compareInstants(instant, limit));
  };
}

function numberOf(value: Present, convertsText: boolean): Comparable | undefined {
  if (typeof value === 'string') {
    return convertsText ? (parseExact(value) ?? undefined) : undefined;
  }
  return comparableNumber(value);
}

function instantIn(value: Present, convertsText: boolean): Instant | undefined {
  if (typeof value === 'string') {
    return convertsText ? instantOf(value.trim()) : undefined;
  }
  const isMoment =
    typeof value === 'object' && 'kind' in value && (value.kind === 'date' || value.kind === 'datetime');
  return isMoment ? instantOf(value.text) : undefined;
}

function matchTest(source: string): PresentTest {
  const pattern = compilePattern(source);
  if ('problem' in pattern) {
    return () => undefined;
  }
  return (value) => {
    const isDocument = typeof value === 'object' && 'kind' in value && value.kind === 'json';
    const text = isDocument ? value.text : valueText(value);
    return text === undefined || text === null ? undefined : pattern.matchesStart(text);
  };
}

function ageTest(
  test: Extract<ColumnTest, { years: number }>,
  convertsText: boolean,
  nowMs: number,
): PresentTest {
  const isLess = test.operator === 'age_less_than';
  return (value) => {
    const instant = instantIn(value, convertsText);
    if (instant === undefined) {
      return undefined;
    }
    const age = wholeYears(instant.seconds * 1000, nowMs);
    return isLess ? age < test.years : age > test.years;
  };
}

/** Whole years from one instant to another; somebody born on 29 February is a year older on 1 March. */
function wholeYears(fromMs: number, toMs: number): number {
  if (!Number.isFinite(fromMs)) {
    return fromMs < 0 ? Infinity : -Infinity;
  }
  const from = new Date(fromMs);
  const to = new Date(toMs);
  const years = to.getUTCFullYear() - from.getUTCFullYear();
  const ofYear = (date: Date): number => date.getUTCMonth() * 100 + date.getUTCDate();
  return ofYear(to) < ofYear(from) ? years - 1 : years;
}

type ColumnKind = ColumnShape['kind'];
const NUMBERS: readonly ColumnKind[] = ['integer', 'decimal', 'float'];
const TEXTS: readonly ColumnKind[] = ['text', 'other'];
const MOMENTS: readonly ColumnKind[] = ['date', 'datetime'];

/** Why no value of a column of this kind could ever be tested so; null: it could. */
export function impossibleTest(test: ColumnTest, convertsText: boolean, kind: ColumnKind): string | null {
  switch (test.operator) {
    case 'matches':
      return kind === 'bytes' ? 'has no text that a pattern could match' : null;
    case 'equals':
      return test.operand === null ? null : impossibleOperand(test.operand, true, kind);
    default: {
      const operand = 'operand' in test ? test.operand : '2000-01-01';
      return TEXTS.includes(kind) && !convertsText
        ? 'holds text, which "disable_auto_typecast" forbids to be read as a number or date'
        : impossibleOperand(operand, false, kind);
    }
  }
}

function impossibleOperand(operand: Value, isEquality: boolean, kind: ColumnKind): string | null {
  if (!comparableKinds(operand, isEquality).includes(kind)) {
    return `holds ${kind} values, which cannot be compared with ${described(operand, isEquality)}`;
  }
  const isNoDate = typeof operand === 'string' && instantOf(operand) === undefined;
  return isNoDate && MOMENTS.includes(kind)
    ? 'holds dates, and the value to compare with is no date such as 2020-12-31'
    : null;
}

function comparableKinds(operand: Value, isEquality: boolean): readonly ColumnKind[] {
  if (typeof operand === 'string') {
    return isEquality ? [...TEXTS, ...MOMENTS, 'time', 'json'] : [...TEXTS, ...MOMENTS];
  }
  return typeof operand === 'boolean' ? [...TEXTS, 'boolean'] : [...TEXTS, ...NUMBERS];
}

function described(operand: Value, isEquality: boolean): string {
  if (typeof operand === 'string') {
    return isEquality ? 'text' : 'a date';
  }
  return typeof operand === 'boolean' ? 'a boolean' : 'a number';
}
