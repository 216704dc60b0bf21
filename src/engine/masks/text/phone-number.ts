import { getCountries, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { CountryCode, PhoneNumber } from 'libphonenumber-js/max';
import type { Draws } from '../../random/draws.js';

/** Tries for each number of digits that stay at the front. */
const TRIES = 12;
/** Digits at the end that are always drawn. */
const ALWAYS_DRAWN = 4;

/** A valid number, as it is written in a text. */
export interface ReadNumber {
  readonly number: PhoneNumber;
  readonly extension: string;
}

/** Null: there is no such country. */
export function countryOf(code: string): CountryCode | null {
  return getCountries().find((country) => country === code) ?? null;
}

/** Null: the text is no valid number. */
export function readNumber(text: string, country: CountryCode | null): ReadNumber | null {
  const number = parsePhoneNumberFromString(text, country ?? undefined);
  return number?.isValid() === true ? { number, extension: number.ext ?? '' } : null;
}

/**
 * A valid number of the same country, type and length. As many digits are drawn as lead to one within a few tries;
 * `keep` digits stay at the front. Null: there is none besides.
 */
export function drawNumber(original: PhoneNumber, keep: number, draws: Draws): PhoneNumber | null {
  const { nationalNumber, countryCallingCode } = original;
  const most = nationalNumber.length - ALWAYS_DRAWN;
  for (let kept = Math.min(keep, Math.max(most, 0)); kept <= most; kept++) {
    for (let i = 0; i < TRIES; i++) {
      const national = nationalNumber.slice(0, kept) + drawnDigits(nationalNumber.length - kept, draws);
      const candidate = parsePhoneNumberFromString(`+${countryCallingCode}${national}`);
      if (candidate?.isValid() === true && isAlike(candidate, original, national)) {
        return candidate;
      }
    }
  }
  return null;
}

/** The text with the digits of another number in place; null: the text writes the number in some other way. */
export function inPlace(
  text: string,
  { number, extension }: ReadNumber,
  drawn: PhoneNumber,
  draws: Draws,
): string | null {
  const digits = text.replace(/[^0-9]/g, '');
  const end = digits.length - extension.length;
  const start = end - number.nationalNumber.length;
  if (start < 0 || digits.slice(start) !== number.nationalNumber + extension) {
    return null;
  }
  const replaced = digits.slice(0, start) + drawn.nationalNumber + drawnDigits(extension.length, draws);
  let next = 0;
  return text.replace(/[0-9]/g, () => replaced.charAt(next++));
}

/** Of the same country and type, and read as it was drawn. */
function isAlike(candidate: PhoneNumber, original: PhoneNumber, national: string): boolean {
  return (
    candidate.nationalNumber === national &&
    candidate.country === original.country &&
    candidate.getType() === original.getType()
  );
}

function drawnDigits(count: number, draws: Draws): string {
  let digits = '';
  for (let i = 0; i < count; i++) {
    digits += String(draws.below(10));
  }
  return digits;
}
