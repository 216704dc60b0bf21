import { boolean, withDefault } from '../parameters.js';
import { defineMask } from '../mask-definition.js';
import { pad } from '../../values/temporal.js';
import type { ColumnShape } from '../../rules/table-mask.js';
import type { Draws } from '../../random/draws.js';
import type { Value } from '../../values/value.js';

/** Numbers that were printed in advertisements and used by thousands. */
const ADVERTISED: ReadonlySet<string> = new Set(['078051120', '219099999']);
const LAYOUT = /^[0-9]{3}([-. ]?)[0-9]{2}\1[0-9]{4}$/;
/** Areas from here on are no social security numbers; only their groups above 49 were given out for taxes. */
const FIRST_TAX_AREA = 900;
const FIRST_TAX_GROUP = 50;

export const socialSecurityNumber = defineMask({
  name: 'social_security_number',
  family: 'pattern',
  role: 'source',
  summary: 'Draws a US social security number of valid form, laid out like the one that came in.',
  accepts: 'all',
  gives: 'text or integer',
  parameters: {
    never_issued: withDefault(
      boolean(
        'Draw only numbers that were never given to anybody: areas 000, 666 and 900 to 999 (extension).',
      ),
      false,
    ),
  },
  example: 'type: social_security_number',
  choices: [
    'Nine plain digits stay plain, ddd-dd-dddd keeps its hyphens (or spaces, or dots); anything else gives hyphens.',
    'A whole number, or any value of a numeric column, gives a whole number.',
    'NULL gives a number too, as with every source; skip NULL to keep it.',
    'The advertised numbers 078-05-1120 and 219-09-9999 are not drawn.',
    'never_issued draws no number that was given out as a taxpayer number either: groups of areas from 900 on stay below 50.',
  ],
  randomness: (params) => ({ domain: params }),
  compile(params, context) {
    const draw = params.never_issued ? drawNeverIssued : drawValid;
    const isNumeric = isNumericColumn(context.column);
    return (value, draws) => laidOut(draw(draws), value, isNumeric);
  },
});

function isNumericColumn({ kind }: ColumnShape): boolean {
  return kind === 'integer' || kind === 'decimal' || kind === 'float';
}

function drawValid(draws: Draws): string {
  for (;;) {
    // 001 to 899 without 666.
    const drawn = 1 + draws.below(898);
    const digits = joined(drawn >= 666 ? drawn + 1 : drawn, 1 + draws.below(99), draws);
    if (!ADVERTISED.has(digits)) {
      return digits;
    }
  }
}

function drawNeverIssued(draws: Draws): string {
  const drawn = draws.below(102);
  const area = drawn < 100 ? FIRST_TAX_AREA + drawn : [0, 666][drawn - 100]!;
  return joined(area, 1 + draws.below(area >= FIRST_TAX_AREA ? FIRST_TAX_GROUP - 1 : 99), draws);
}

function joined(area: number, group: number, draws: Draws): string {
  return pad(area, 3) + pad(group, 2) + pad(1 + draws.below(9999), 4);
}

function laidOut(digits: string, value: Value, isNumeric: boolean): Value {
  if (typeof value === 'bigint' || typeof value === 'number' || (isNumeric && typeof value !== 'string')) {
    return BigInt(digits);
  }
  const separator = typeof value === 'string' ? (LAYOUT.exec(value)?.[1] ?? '-') : '-';
  return [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5)].join(separator);
}
