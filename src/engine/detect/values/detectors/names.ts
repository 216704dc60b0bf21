import { shareOf } from '../sample.js';
import type { ValueSample } from '../sample.js';
import { byValue, wordSet } from '../value-detector.js';
import type { ValueContext, ValueDetector } from '../value-detector.js';

/** One word, perhaps a double one, and the small words before a family name. */
const ONE_NAME =
  /^(?:(?:\p{Ll}{2,5}|'t) ){0,2}\p{L}[\p{L}\p{M}'’.-]{1,30}(?:[ -]\p{L}[\p{L}\p{M}'’-]{1,30})?$/u;
const FULL_NAME =
  /^(?:\p{L}[\p{L}\p{M}'’-]{0,30}[.,]?\s){1,5}\p{L}[\p{L}\p{M}'’-]{1,30}(?:,? (?:Jr|Sr|I{2,3}|IV|MD|DDS|PhD|DVM)\.?)?$/u;
const TITLES = wordSet('mr mrs ms miss mx dr prof herr frau m mme sr sra dott ing dhr mevr');
const COMPANY =
  /(?:^| |,)(?:ltd|limited|inc|llc|llp|plc|gmbh|ag|kg|ohg|s\.?a\.?|s\.?l\.?|s\.?r\.?l\.?|s\.?p\.?a\.?|b\.?v\.?|n\.?v\.?|pty|corp|corporation|co|sarl|sas|group|holdings|and sons|ltda|e\.v)\.?$/i;
type Probe = ValueSample['probe'];

/** Percent of the values that must be known names, at least. */
const LEAST_KNOWN = { first: 35, last: 25, full: 35 };
const LEAST_FULL_NAMES = 3;
const THINGS = wordSet(
  'product item title brand model color colour category status type label species plant breed file month day weekday gender ' +
    'language currency department project team ship theme font server host code material fabric',
);

function isFullName(text: string, { words }: ValueContext): boolean {
  if (!FULL_NAME.test(text) || COMPANY.test(text)) {
    return false;
  }
  const parts = text
    .split(/[\s,]+/)
    .map((part) => part.replace(/\.$/, ''))
    .filter((part) => !TITLES.has(part.toLowerCase()));
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  return (
    parts.length >= 2 &&
    (words.isFirstName(first) || words.isFirstName(last) || (words.isLastName(last) && !words.isCity(text)))
  );
}

/**
 * No list knows all names. Where so many different ones are known, and all values are written as names are, a smaller
 * share of known ones is enough.
 */
const MANY_NAMES = 12;
const MANY_VALUES = 40;
const LEAST_WRITTEN = 90;
const AS_NAMES_ARE = /^\p{Lu}[\p{L}\p{M}'’.-]+$/u;

function areManyNames(probe: Probe, isKnown: (text: string) => boolean): boolean {
  const isWritten = (text: string): boolean =>
    text.split(/[\s,]+/).some((part) => AS_NAMES_ARE.test(part)) && !/\d/.test(text);
  return (
    probe.length >= MANY_VALUES &&
    probe.filter(({ text }) => isKnown(text)).length >= MANY_NAMES &&
    shareOf(probe, isWritten) >= LEAST_WRITTEN
  );
}

/** The better of two lists decides: many names are given and family names. */
function nameShare(kind: 'first' | 'last', probe: Probe, { words }: ValueContext): number {
  const isKnown = {
    first: (text: string) => ONE_NAME.test(text) && words.isFirstName(text),
    last: (text: string) => ONE_NAME.test(text) && words.isLastName(text),
  };
  const share = { first: shareOf(probe, isKnown.first), last: shareOf(probe, isKnown.last) };
  const isThis = kind === 'first' ? share.first >= share.last : share.last > share.first;
  if (!isThis || share[kind] >= LEAST_KNOWN[kind] || !areManyNames(probe, isKnown[kind])) {
    return isThis && share[kind] >= LEAST_KNOWN[kind] ? share[kind] : 0;
  }
  return kind === 'first'
    ? share.first
    : shareOf(probe, (text) => isKnown.last(text) || (ONE_NAME.test(text) && words.isLikeLastName(text)));
}

function fullNameShare({ probe }: ValueSample, context: ValueContext): number {
  const isName = (text: string): boolean => isFullName(text, context);
  const share = shareOf(probe, isName);
  const count = probe.filter(({ text }) => isName(text)).length;
  return count >= LEAST_FULL_NAMES && (share >= LEAST_KNOWN.full || areManyNames(probe, isName)) ? share : 0;
}

/** Names of people and places, by dictionaries. */
export const NAME_DETECTORS: readonly ValueDetector[] = [
  {
    label: 'full_name',
    kinds: ['text'],
    least: 20,
    score: 0.85,
    unless: THINGS,
    share: fullNameShare,
  },
  {
    label: 'first_name',
    kinds: ['text'],
    least: 15,
    score: 0.8,
    unless: THINGS,
    share: ({ probe }, context) => (probe.length < 4 ? 0 : nameShare('first', probe, context)),
  },
  {
    label: 'last_name',
    kinds: ['text'],
    least: 10,
    score: 0.8,
    unless: THINGS,
    share: ({ probe }, context) => (probe.length < 4 ? 0 : nameShare('last', probe, context)),
  },
  byValue({
    label: 'city',
    kinds: ['text'],
    least: 50,
    leastValues: 4,
    score: 0.82,
    unless: wordSet('product item brand model color status type timezone'),
    test: (text, { words }) => words.isCity(text),
  }),
  byValue({
    label: 'company_name',
    kinds: ['text'],
    least: 50,
    leastValues: 3,
    score: 0.7,
    unless: wordSet('product brand manufacturer'),
    test: (text) => text.length <= 80 && COMPANY.test(text),
  }),
  byValue({
    label: 'occupation',
    kinds: ['text'],
    least: 50,
    leastValues: 4,
    score: 0.7,
    test: (text, { words }) => words.isOccupation(text),
  }),
  byValue({
    label: 'gender',
    kinds: ['text'],
    least: 98,
    leastValues: 2,
    score: 0.75,
    unless: wordSet('size product garment'),
    test: (text) =>
      /^(?:fe)?male$|^(?:man|woman|non-?binary|other|diverse|divers|transgender|prefer not to say|mannlich|männlich|weiblich|homme|femme|masculino|femenino|feminino|maschio|femmina|vrouw)$/i.test(
        text,
      ),
  }),
];
