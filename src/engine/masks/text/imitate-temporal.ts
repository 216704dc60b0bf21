import { daysInMonth, pad, parseMoment } from '../../values/temporal.js';
import { textImitator } from './imitate-text.js';
import type { Draws } from '../../random/draws.js';
import type { MaskCompileContext } from '../mask-definition.js';
import type { TypedText } from '../../values/value.js';
import type { ImitateOptions } from './imitate-text.js';

/** Tries to meet a real date by chance; one in about thirty is real. */
const TRIES = 64;
const DATE_PART = /^(\d{4})-(\d{2})-(\d{2})/;
const TIME_PART = /(\d{2}):(\d{2}):(\d{2})/;

/**
 * Replaces the digits of dates and times until they are real, else keeps the year and draws the rest. What has no such
 * digits, like `infinity`, stays; a zone stays too.
 */
export function temporalImitator(
  options: ImitateOptions,
  context: MaskCompileContext,
): (value: TypedText, draws: Draws) => TypedText {
  const onDigits = textImitator({ ...options, upper: false, lower: false });
  return (value, draws) => {
    if (!options.digits) {
      return value;
    }
    const { main, zone } = splitZone(value);
    if (!isReadable(value.kind, main)) {
      return /\d/.test(main) ? context.fail('unsupported_value', 'this date cannot be imitated') : value;
    }
    for (let i = 0; i < TRIES; i++) {
      const text = onDigits(main, draws);
      if (isReadable(value.kind, text)) {
        return { kind: value.kind, text: text + zone };
      }
    }
    return { kind: value.kind, text: redrawn(main, draws) + zone };
  };
}

function splitZone(value: TypedText): { main: string; zone: string } {
  const match = value.kind === 'date' ? null : /(?:Z|[-+]\d{2}(?::?\d{2}){0,2})$/.exec(value.text.slice(10));
  const cut = match === null ? value.text.length : match.index + 10;
  return { main: value.text.slice(0, cut), zone: value.text.slice(cut) };
}

function isReadable(kind: TypedText['kind'], text: string): boolean {
  return parseMoment(kind === 'time' ? `2000-01-01 ${text}` : text) !== null;
}

function redrawn(text: string, draws: Draws): string {
  const withDate = text.replace(DATE_PART, (_, year: string) => {
    const month = 1 + draws.below(12);
    return `${year}-${pad(month, 2)}-${pad(1 + draws.below(daysInMonth(Number(year), month)), 2)}`;
  });
  return withDate.replace(TIME_PART, () => {
    const parts = [draws.below(24), draws.below(60), draws.below(60)];
    return parts.map((part) => pad(part, 2)).join(':');
  });
}
