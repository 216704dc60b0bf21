import { compileDateFormat } from '../../values/strftime.js';
import { isReal, parseMoment } from '../../values/temporal.js';
import { FULL_YEARS, isoWriter, readLocalDate, SHORT_YEARS } from './date-layout.js';
import { kindOf } from '../../values/kinds.js';
import { boolean, optional } from '../parameters.js';
import { dateFormat } from '../date-parameters.js';
import type { TemporalInput } from './date-layout.js';
import type { Draws } from '../../random/draws.js';
import type { MaskCompileContext, MaskFunction } from '../mask-definition.js';
import type { Moment } from '../../values/temporal.js';
import type { Value, ValueKind } from '../../values/value.js';

/** Kinds that dates come in. */
export const DATE_KINDS: readonly ValueKind[] = ['null', 'text', 'date', 'datetime'];

/** How masks of dates read text. Must not be part of a domain: the store decides how a date is written. */
export const DATE_TEXT_PARAMETERS = {
  date_format: optional(dateFormat('Python date format of text.')),
  day_first: optional(boolean('In text such as 01/02/2020, is the day first (true) or the month (false)?')),
  year_first: optional(boolean('In text such as 20/02/01, is the year first?')),
};

/** What every mask of dates has to say about reading them. */
export const DATE_TEXT_CHOICES: readonly string[] = [
  'Without date_format text is read as ISO 8601, RFC 3339, YYYY/MM/DD or YYYYMMDD; a/b/yyyy needs day_first, true or false, and yy/a/b needs year_first: true. Years of two digits are 1969 to 2068.',
  'The result has the kind, the format and the zone of what came in; date_format concerns text only.',
  'NULL, empty text, infinity and the zero date 0000-00-00 stay.',
];

export type DateTextParams = Readonly<
  Record<'date_format', string | null> & Record<'day_first' | 'year_first', boolean | null>
>;

/** What is no date but stands in its place. */
const NO_DATE = /^(?:|-?infinity|0000-00-00(?:[ T]00:00:00(?:\.0+)?)?)$/;
const LONGEST_NO_DATE = 32;

/** A mask that turns moments into others; the kind and the format stay. */
export function temporalMask(
  params: DateTextParams,
  context: MaskCompileContext,
  change: (input: TemporalInput, draws: Draws) => Moment,
): MaskFunction {
  const readText = textReader(params);
  return (value, draws) => {
    if (value === null) {
      return null;
    }
    const text = temporalText(value);
    if (text === null) {
      return context.fail('unsupported_kind', `${kindOf(value)} is no date`);
    }
    if (text.length <= LONGEST_NO_DATE && NO_DATE.test(text)) {
      return value;
    }
    const input = typeof value === 'string' ? readText(text) : isoInput(text);
    if (input === null) {
      const reason =
        'this is no date in a form that is read here: see "date_format", "day_first" and "year_first"';
      return context.fail('not_a_date', reason);
    }
    const moment = change(input, draws);
    if (moment.year < input.minYear || moment.year > input.maxYear) {
      const reason = `the result would be outside the years ${input.minYear} to ${input.maxYear}`;
      return context.fail('out_of_range', reason);
    }
    return rewritten(value, input.write(moment));
  };
}

function temporalText(value: Exclude<Value, null>): string | null {
  if (typeof value === 'string') {
    return value;
  }
  const isDate = typeof value === 'object' && 'kind' in value && DATE_KINDS.includes(value.kind);
  return isDate ? value.text : null;
}

function rewritten(value: Exclude<Value, null>, text: string): Value {
  return typeof value === 'object' && 'kind' in value ? { kind: value.kind, text } : text;
}

function textReader(params: DateTextParams): (text: string) => TemporalInput | null {
  const format = params.date_format === null ? null : compileDateFormat(params.date_format);
  if (format === null || 'problem' in format) {
    const order = { dayFirst: params.day_first, yearFirst: params.year_first === true };
    return (text) => isoInput(text) ?? readLocalDate(text, order);
  }
  const isShortYear = params.date_format?.includes('%y') === true;
  const layout = { ...(isShortYear ? SHORT_YEARS : FULL_YEARS), write: format.write };
  return (text) => {
    const moment = format.read(text);
    return moment === null || !isReal(moment) ? null : { moment, ...layout };
  };
}

function isoInput(text: string): TemporalInput | null {
  const moment = parseMoment(text);
  return moment === null ? null : { moment, ...FULL_YEARS, write: isoWriter(text, moment) };
}
