import { shareOf } from '../sample.js';
import { byValue, wordSet } from '../value-detector.js';
import type { ValueContext, ValueDetector } from '../value-detector.js';

/** One word, perhaps a double one. */
const ONE_NAME = /^\p{L}[\p{L}\p{M}'’.-]{1,30}(?:[ -]\p{L}[\p{L}\p{M}'’-]{1,30})?$/u;
const FULL_NAME =
  /^(?:\p{L}[\p{L}\p{M}'’-]{0,30}[.,]?\s){1,5}\p{L}[\p{L}\p{M}'’-]{1,30}(?:,? (?:Jr|Sr|I{2,3}|IV|MD|DDS|PhD|DVM)\.?)?$/u;
const TITLES = wordSet('mr mrs ms miss mx dr prof herr frau m mme sr sra dott ing dhr mevr');
const COMPANY =
  /(?:^| |,)(?:ltd|limited|inc|llc|llp|plc|gmbh|ag|kg|ohg|s\.?a\.?|s\.?l\.?|s\.?r\.?l\.?|s\.?p\.?a\.?|b\.?v\.?|n\.?v\.?|pty|corp|corporation|co|sarl|sas|group|holdings|and sons|ltda|e\.v)\.?$/i;
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

/** The better of two lists decides: many names are given and family names. */
function nameShare(
  kind: 'first' | 'last',
  probe: Parameters<typeof shareOf>[0],
  { words }: ValueContext,
): number {
  const isKnown = {
    first: (text: string) => ONE_NAME.test(text) && words.isFirstName(text),
    last: (text: string) => ONE_NAME.test(text) && words.isLastName(text),
  };
  const share = { first: shareOf(probe, isKnown.first), last: shareOf(probe, isKnown.last) };
  const isThis = kind === 'first' ? share.first >= share.last : share.last > share.first;
  return isThis ? share[kind] : 0;
}

/** Names of people and places, by dictionaries. */
export const NAME_DETECTORS: readonly ValueDetector[] = [
  byValue({
    label: 'full_name',
    kinds: ['text'],
    least: 35,
    leastValues: 3,
    score: 0.85,
    unless: THINGS,
    test: isFullName,
  }),
  {
    label: 'first_name',
    kinds: ['text'],
    least: 35,
    score: 0.8,
    unless: THINGS,
    share: ({ probe }, context) => (probe.length < 4 ? 0 : nameShare('first', probe, context)),
  },
  {
    label: 'last_name',
    kinds: ['text'],
    least: 25,
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
