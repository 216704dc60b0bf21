import { DAY_SECONDS, dayNumberOf, drawFraction, onDay, secondsLater } from '../date/moment-steps.js';
import { drawDay } from '../date/draw-day.js';
import { temporalMask } from '../date/temporal-input.js';
import { toDayNumber } from '../../values/temporal.js';
import type { DateTextParams } from '../date/temporal-input.js';
import type { MaskCompileContext, MaskFunction } from '../mask-definition.js';
import type { Moment } from '../../values/temporal.js';
import type { TemporalInput } from '../date/date-layout.js';

type DateNoiseParams = DateTextParams & Readonly<Record<'force_change', boolean>>;

/** Moves dates by up to so many days either way, within the years that they can be written in. */
export function dateNoise(days: number, params: DateNoiseParams, context: MaskCompileContext): MaskFunction {
  return temporalMask(params, context, (input, draws) => {
    const { moment } = input;
    const unit = moment.hasTime ? 1 : DAY_SECONDS;
    const span = days * (DAY_SECONDS / unit);
    const { before, after } = roomOf(input);
    const steps = {
      first: Math.max(-span, -Math.floor(before / unit)),
      last: Math.min(span, Math.floor(after / unit)),
    };
    const drawn = drawDay(steps, params.force_change ? 0 : null, draws);
    if (drawn === null) {
      return context.fail('cannot_change', 'there is no other date that the noise could give');
    }
    if (!moment.hasTime) {
      return onDay(moment, dayNumberOf(moment) + drawn);
    }
    return { ...secondsLater(moment, drawn), fraction: drawFraction(moment.fraction, draws) };
  });
}

/** Seconds up to the first and the last moment that can be written. */
function roomOf({ moment, minYear, maxYear }: TemporalInput): { before: number; after: number } {
  const second = secondOf(moment);
  const first = toDayNumber(minYear, 1, 1) * DAY_SECONDS;
  const end = toDayNumber(maxYear + 1, 1, 1) * DAY_SECONDS;
  return { before: second - first, after: end - 1 - second };
}

function secondOf(moment: Moment): number {
  const { hour, minute, second } = moment;
  return dayNumberOf(moment) * DAY_SECONDS + (hour * 60 + minute) * 60 + second;
}
