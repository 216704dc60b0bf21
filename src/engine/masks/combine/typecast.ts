import { castToBoolean } from '../casts/to-boolean.js';
import { castToDate, castToDatetime } from '../casts/to-temporal.js';
import { castToDecimal, castToFloat, castToInteger } from '../casts/to-number.js';
import { castToString } from '../casts/to-string.js';
import { compileDateFormat } from '../../values/strftime.js';
import { dateFormat } from '../date-parameters.js';
import { defineMask } from '../mask-definition.js';
import { kindOf } from '../../values/kinds.js';
import { oneOf, optional, required } from '../parameters.js';
import type { Cast } from '../casts/cast.js';

const KINDS = ['date', 'datetime', 'string', 'integer', 'float', 'decimal', 'boolean'] as const;
type CastKind = (typeof KINDS)[number];

const CASTS: Readonly<Record<CastKind, Cast>> = {
  date: castToDate,
  datetime: castToDatetime,
  string: castToString,
  integer: castToInteger,
  float: castToFloat,
  decimal: castToDecimal,
  boolean: castToBoolean,
};
const WITH_FORMAT: readonly CastKind[] = ['date', 'datetime', 'string'];

export const typecast = defineMask({
  name: 'typecast',
  family: 'combine',
  role: 'transformer',
  summary: 'Turns the value into another kind; a cast that is not possible is an error.',
  accepts: 'all',
  gives: 'the kind asked for',
  parameters: {
    typecast_as: required(oneOf('Kind to turn into.', KINDS)),
    date_format: optional(dateFormat('Python date format, for text to date or date to text.')),
  },
  example: 'type: typecast\ntypecast_as: date\ndate_format: "%d/%m/%Y"',
  choices: [
    'To text: dates as ISO 8601, floats by their shortest exact form, booleans as true and false.',
    'To boolean: true, false, t, f, yes, no, y, n, 1 and 0, in any case.',
    'A date becomes midnight without a zone; a moment loses its time. NULL stays NULL.',
  ],
  check(params, report) {
    if (params.date_format !== null && !WITH_FORMAT.includes(params.typecast_as)) {
      const message = '"date_format" goes with a cast to date, datetime or string.';
      report.error('bad_value', message, 'date_format');
    }
  },
  compile(params, context) {
    const written = params.date_format === null ? null : compileDateFormat(params.date_format);
    const format = written === null || 'problem' in written ? null : written;
    const cast = CASTS[params.typecast_as];
    return (value) => {
      if (value === null) {
        return null;
      }
      const result = cast(value, format);
      return result === undefined
        ? context.fail('impossible_cast', `${kindOf(value)} cannot be cast to ${params.typecast_as}`)
        : result;
    };
  },
});
