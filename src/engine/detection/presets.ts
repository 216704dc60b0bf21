import { CHECKSUMS_BY_NAME } from '../checksums/index.js';
import { detectNames } from './name-detection.js';
import { isValid } from '../checksums/checksum.js';
import { spansOf } from './spans.js';
import type { NameDictionary } from './name-dictionary.js';
import type { Span } from './spans.js';

/** Finds one well-known kind of entity. */
export type PresetDetector = (text: string, names: NameDictionary) => readonly Span[];

const EMAIL = /[\p{L}\p{N}._%+'-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu;
const URL = /\b(?:https?|ftp):\/\/[^\s<>"']{1,2000}|\bwww\.[^\s<>"']{1,2000}/gi;
const IP_V4 = /(?<![\d.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\d.]\d|\d)/g;
const IP_V6_LIKE = /(?<![\w:])[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,8}(?![\w:])/gi;
const PHONE = /(?<![\w.])(?:\+|00)?\(?\d{1,4}\)?(?:[ .\u00a0/-]?\(?\d{1,5}\)?){1,6}(?!\w)/g;
const CARD = /(?<![\w-])\d(?:[ -]?\d){11,18}(?![\w-])/g;
const IBAN = /(?<!\w)[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}(?!\w)/g;
const SSN = /(?<![\w-])(?!000|666|9\d\d)\d{3}([- ])(?!00)\d{2}\1(?!0000)\d{4}(?![\w-])/g;
const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const DATE = new RegExp(
  [
    '(?<!\\d)\\d{4}([-/.])(?:0?[1-9]|1[0-2])\\1(?:0?[1-9]|[12]\\d|3[01])(?!\\d)',
    '(?<![\\d/.-])(?:0?[1-9]|[12]\\d|3[01])([-/.])(?:0?[1-9]|[12]\\d|3[01])\\2(?:\\d{4}|\\d{2})(?![\\d/-])',
    `\\b(?:0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th)?(?: of)? ${MONTH}\\.?,? \\d{4}\\b`,
    `\\b${MONTH}\\.? (?:0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th)?,? \\d{4}\\b`,
  ].join('|'),
  'gi',
);
const STREET =
  '(?:street|st|road|rd|avenue|ave|lane|ln|drive|dr|court|ct|place|pl|boulevard|blvd|terrace|tce|crescent|cres|way|highway|hwy|parade|pde|close|square|sq|grove|quay)';
/** After these a stop is part of the address, after others the end of the sentence. */
const SHORTENED = '\\b(?:st|rd|ave|ln|dr|ct|pl|blvd|tce|cres|hwy|pde|sq)';
const ADDRESS = new RegExp(
  `(?<!\\w)(?:(?:unit|flat|apt|suite|level) ?\\w{1,5},? )?\\d{1,5}[a-z]?(?:/\\d{1,5}[a-z]?)? (?:[\\p{L}'’.-]{1,30} ){1,4}?${STREET}(?![\\p{L}\\p{N}])(?:(?<=${SHORTENED})\\.)?(?:,? (?:unit|flat|apt|suite|#) ?\\w{1,6})?`,
  'giu',
);
const MAC = /(?<![\w:-])[0-9a-f]{2}(?:([:-])[0-9a-f]{2})(?:\1[0-9a-f]{2}){4}(?![\w:-])/gi;
const UUID = /(?<![\w-])[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![\w-])/gi;
/** Dates and social security numbers. */
const NO_PHONE = /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4}|\d{3}[- ]\d{2}[- ]\d{4})$/;
const LEAST_PHONE_DIGITS = 7;
const MOST_PHONE_DIGITS = 15;

/** Well-known kinds by name. */
export const PRESETS: ReadonlyMap<string, PresetDetector> = new Map<string, PresetDetector>([
  ['FULL_NAME', (text, names) => detectNames(text, 'full', names)],
  ['FIRST_NAME', (text, names) => detectNames(text, 'first', names)],
  ['LAST_NAME', (text, names) => detectNames(text, 'last', names)],
  ['EMAIL', (text) => spansOf(text, EMAIL)],
  ['PHONE', (text) => phoneSpans(text).filter((span) => isPhone(text.slice(span.start, span.end)))],
  ['ADDRESS', (text) => spansOf(text, ADDRESS)],
  ['CREDIT_CARD', checked(CARD, 'luhn')],
  ['IBAN', checked(IBAN, 'mod97_iban')],
  ['SSN', (text) => spansOf(text, SSN)],
  ['DATE', (text) => spansOf(text, DATE)],
  ['IP_ADDRESS', (text) => [...spansOf(text, IP_V4), ...ipV6Spans(text)]],
  ['MAC_ADDRESS', (text) => spansOf(text, MAC)],
  ['URL', (text) => spansOf(text, URL).map((span) => withoutStop(text, span))],
  ['UUID', (text) => spansOf(text, UUID)],
]);

/** Other spellings of the same kinds. */
export const PRESET_ALIASES: Readonly<Record<string, string>> = {
  ...{ NAME: 'FULL_NAME', PERSON: 'FULL_NAME', SURNAME: 'LAST_NAME', EMAIL_ADDRESS: 'EMAIL' },
  ...{
    PHONE_NUMBER: 'PHONE',
    STREET_ADDRESS: 'ADDRESS',
    CREDIT_CARD_NUMBER: 'CREDIT_CARD',
    IP: 'IP_ADDRESS',
  },
  ...{
    IBAN_CODE: 'IBAN',
    US_SSN: 'SSN',
    SOCIAL_SECURITY_NUMBER: 'SSN',
    DATE_OF_BIRTH: 'DATE',
    DATE_TIME: 'DATE',
  },
};

export const NAME_PRESETS: ReadonlySet<string> = new Set(['FULL_NAME', 'FIRST_NAME', 'LAST_NAME']);

function checked(pattern: RegExp, checksumName: string): PresetDetector {
  const checksum = CHECKSUMS_BY_NAME.get(checksumName);
  return (text) =>
    spansOf(text, pattern).filter(
      ({ start, end }) => checksum === undefined || isValid(checksum, text.slice(start, end)),
    );
}

/** A bracket that closes what stood before the number is no part of it. */
function phoneSpans(text: string): readonly Span[] {
  return spansOf(text, PHONE).map(({ start, end }) => {
    const found = text.slice(start, end);
    return { start, end: found.endsWith(')') && !found.includes('(') ? end - 1 : end };
  });
}

/** Dates and amounts have digits and separators too; what is left may be a number to call. */
function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, '');
  if (digits.length < LEAST_PHONE_DIGITS || digits.length > MOST_PHONE_DIGITS) {
    return false;
  }
  const isPlain = digits.length === text.length;
  return !NO_PHONE.test(text) && (!isPlain || digits.startsWith('0'));
}

function ipV6Spans(text: string): readonly Span[] {
  return spansOf(text, IP_V6_LIKE).filter(({ start, end }) => isIpV6(text.slice(start, end)));
}

/** Eight groups, or fewer with one `::` for the rest; a time of day is neither. */
function isIpV6(text: string): boolean {
  const halves = text.split('::');
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const isWhole = halves.length === 1 ? groups.length === 8 : groups.length >= 1 && groups.length <= 7;
  return halves.length <= 2 && isWhole && groups.every((group) => group !== '');
}

/** A sentence's own stop is no part of the address before it. */
function withoutStop(text: string, { start, end }: Span): Span {
  const tail = /[.,;:!?)\]]+$/.exec(text.slice(start, end));
  return { start, end: tail === null ? end : end - tail[0].length };
}
