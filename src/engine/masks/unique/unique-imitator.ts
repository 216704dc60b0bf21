import { CharacterClasses } from './character-classes.js';
import { DIGITS } from './charset.js';
import { integerLimit } from '../column-limits.js';
import { IntegerPermuter } from './integer-permuter.js';
import { kindOf } from '../../values/kinds.js';
import { TextPermuter } from './text-permuter.js';
import type { Charset } from './charset.js';
import type { ColumnShape } from '../../rules/table-mask.js';
import type { MaskCompileContext } from '../mask-definition.js';
import type { Retained } from './integer-permuter.js';
import type { TypedText, Value, ValueKind } from '../../values/value.js';

/** Kinds that have a shape to be unique in. */
export const UNIQUE_KINDS: readonly ValueKind[] = ['null', 'text', 'integer', 'decimal'];

export interface ImitatorOptions {
  /** Label of the key: equal labels, equal results. */
  readonly label: string;
  readonly charsets: readonly Charset[];
  readonly retained: Retained;
  /** Texts that are whole numbers change as numbers do: their first digit stays 1 to 9, zeros in front stay. */
  readonly numbersInText: boolean;
}

/** Fewer values of one shape than this are soon tried through. */
const FEW = 10_000;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const HEXADECIMAL: readonly Charset[] = [
  DIGITS,
  [
    [0x41, 0x46],
    [0x61, 0x66],
  ],
];

/** A function that maps the values of each shape onto one another, by a key; reports what cannot be unique. */
export function uniqueImitator(
  options: ImitatorOptions,
  context: MaskCompileContext,
): (value: Value) => Value {
  const key = context.key(options.label);
  const classes = new CharacterClasses(options.charsets);
  const { retained } = options;
  const { column } = context;
  const numbers = classes.hasDigits ? new IntegerPermuter(key, retained, integerLimit(column)) : null;
  const texts = new TextPermuter(key, classes, retained, options.numbersInText ? numbers : null);
  const uuids =
    column.kind === 'other' ? new TextPermuter(key, new CharacterClasses(HEXADECIMAL), retained, null) : null;
  checkColumn(classes, context);
  return (value) => {
    if (typeof value === 'string') {
      return (uuids !== null && UUID.test(value) ? uuids : texts).permute(value);
    }
    if (value === null) {
      return null;
    }
    if (numbers === null || !isNumber(value)) {
      const reason = `${kindOf(value)} values cannot be imitated uniquely by these characters`;
      return context.fail('unsupported_kind', reason);
    }
    return typeof value === 'bigint'
      ? numbers.permuteInteger(value)
      : imitateDecimal(value, numbers, context);
  };
}

function isNumber(value: Exclude<Value, null | string>): value is bigint | TypedText {
  return (
    typeof value === 'bigint' || (typeof value === 'object' && 'kind' in value && value.kind === 'decimal')
  );
}

/** Whole numbers of decimal columns: some databases have no others. */
function imitateDecimal(value: TypedText, numbers: IntegerPermuter, context: MaskCompileContext): Value {
  const match = /^(-?)([0-9]+)(\.0*)?$/.exec(value.text);
  if (match === null) {
    return context.fail('unsupported_value', 'numbers with a fraction cannot be imitated uniquely');
  }
  const [, sign = '', digits = '', fraction = ''] = match;
  return { kind: 'decimal', text: sign + numbers.permuteDigits(digits, sign === '-') + fraction };
}

function checkColumn(classes: CharacterClasses, context: MaskCompileContext): void {
  const { column } = context;
  const isNumeric = column.kind === 'integer' || column.kind === 'decimal';
  if (isNumeric && !classes.hasDigits) {
    context.error(
      'unfit_charset',
      `The column "${column.name}" holds numbers: the digits 0 to 9 must be a group of their own.`,
    );
  }
  if (column.caseInsensitive === true && !classes.isCaseSafe) {
    const message = `The column "${column.name}" ignores case: the groups must hold both cases of a letter, or none.`;
    context.error('case_insensitive_column', message);
  }
  if (shapeSize(classes, column) < FEW) {
    const message = `The column "${column.name}" has room for fewer than ${FEW} values of one shape: they are soon guessed.`;
    context.warning('tiny_domain', message);
  }
}

/** How many values the largest shape of the column may have. */
function shapeSize(classes: CharacterClasses, column: ColumnShape): number {
  switch (column.kind) {
    case 'integer':
      return Number(integerLimit(column) ?? Infinity);
    case 'decimal':
      return 10 ** (column.numericPrecision ?? Infinity) - 1;
    default:
      return classes.widest ** (column.maxLength ?? Infinity);
  }
}
