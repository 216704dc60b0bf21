import { boolean, withDefault } from '../parameters.js';
import { DATE_KINDS, DATE_TEXT_CHOICES, DATE_TEXT_PARAMETERS, temporalMask } from './temporal-input.js';
import { dayNumberOf, drawTime, onDay } from './moment-steps.js';
import { defineMask } from '../mask-definition.js';
import { drawDay } from './draw-day.js';
import { toDayNumber } from '../../values/temporal.js';

export const retainYear = defineMask({
  name: 'retain_year',
  family: 'date',
  role: 'transformer',
  summary: 'Draws another day, and time, of the same year.',
  accepts: DATE_KINDS,
  gives: 'same',
  parameters: {
    force_change: withDefault(boolean('The day must differ.'), false),
    ...DATE_TEXT_PARAMETERS,
  },
  example: 'type: retain_year\nforce_change: true',
  choices: [
    'The year is that of the value in its own zone.',
    'A moment gets any time of the day, to the second; its fraction is drawn with as many digits, unless it is all zeros.',
    'force_change asks for another day, not only another time.',
    ...DATE_TEXT_CHOICES,
  ],
  randomness: (params) => ({ domain: { force_change: params.force_change } }),
  compile(params, context) {
    return temporalMask(params, context, ({ moment }, draws) => {
      const { year } = moment;
      const days = { first: toDayNumber(year, 1, 1), last: toDayNumber(year, 12, 31) };
      const original = dayNumberOf(moment);
      const day = drawDay(days, params.force_change ? original : null, draws) ?? original;
      return drawTime(onDay(moment, day), draws);
    });
  },
});
