import { fromDayNumber, toDayNumber } from '../../values/temporal.js';
import type { Draws } from '../../random/draws.js';
import type { Moment } from '../../values/temporal.js';

export const DAY_SECONDS = 86_400;

export function dayNumberOf(moment: Moment): number {
  return toDayNumber(moment.year, moment.month, moment.day);
}

/** The same time of day, zone and all, on another day. */
export function onDay(moment: Moment, dayNumber: number): Moment {
  return { ...moment, ...fromDayNumber(dayNumber) };
}

/** The moment so many seconds later, in the same zone; the fraction stays. */
export function secondsLater(moment: Moment, seconds: number): Moment {
  const total = secondOfDay(moment) + seconds;
  const days = Math.floor(total / DAY_SECONDS);
  return atSecond(onDay(moment, dayNumberOf(moment) + days), total - days * DAY_SECONDS);
}

export function secondOfDay({ hour, minute, second }: Moment): number {
  return (hour * 60 + minute) * 60 + second;
}

export function atSecond(moment: Moment, second: number): Moment {
  const minutes = Math.floor(second / 60);
  return { ...moment, hour: Math.floor(minutes / 60), minute: minutes % 60, second: second % 60 };
}

/** As many digits, drawn; a fraction of zeros says that the clock knew none, and stays. */
export function drawFraction(fraction: string, draws: Draws): string {
  return /[1-9]/.test(fraction) ? fraction.replace(/[0-9]/g, () => String(draws.below(10))) : fraction;
}

/** Any time of the day, where the moment has a time. */
export function drawTime(moment: Moment, draws: Draws): Moment {
  if (!moment.hasTime) {
    return moment;
  }
  const timed = atSecond(moment, draws.below(DAY_SECONDS));
  return { ...timed, fraction: drawFraction(moment.fraction, draws) };
}
