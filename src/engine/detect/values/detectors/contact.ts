import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { foldName } from '../../names/name-parts.js';
import { shareOf, spread } from '../sample.js';
import type { ValueSample } from '../sample.js';
import { byValue, wordSet } from '../value-detector.js';
import type { ValueDetector } from '../value-detector.js';

const EMAIL = /^[\p{L}\p{N}._%+'&/=~^-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}[\p{L}\p{N}-]{2,24}$/u;
const PHONE_FORM = /^\+?[\d\s()./\u00a0-]{7,24}(?: ?(?:x|ext\.?|#) ?\d{1,6})?$/i;
const NORTH_AMERICA =
  /^(?:\+?1[ .-]?)?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[ .-])[2-9]\d{2}[ .-]\d{4}(?: ?(?:x|ext\.?) ?\d{1,6})?$/i;
const TRUNK = /^\(?0\d{1,4}[)\s./-]+\d{2,4}(?:[\s./-]?\d{2,5}){1,4}$/;
const GROUPS_OF_NINE = /^[6-9]\d{2}[ .-](?:\d{3}[ .-]\d{3}|\d{2}[ .-]\d{2}[ .-]\d{2})$/;
/** Forms of countries without a digit for long distance: Brazil, Spain, Portugal, Poland, Italy's mobile numbers. */
const AREA_IN_BRACKETS = /^\(\d{2,5}\) ?\d{3,5}[ .-]?\d{3,4}$/;
const AREA_AND_HALVES = /^[1-9]\d (?:9\d{4}|[2-5]\d{3})-\d{4}$/;
const MOBILE_OF_ITALY = /^3[2-9]\d[ ./-]\d{3}[ .]?\d{3,4}$/;
const NO_PHONE =
  /^(?:(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4})(?:\s.*)?|\d{3}[- ]\d{2}[- ]\d{4}|[\d.]+)$/;
const NATIONAL_FORMS = [TRUNK, GROUPS_OF_NINE, AREA_IN_BRACKETS, AREA_AND_HALVES, MOBILE_OF_ITALY];
const PHONE_WORDS = wordSet(
  'phone tel telephone mobile cell msisdn fax contact caller telefon handy telefono celular telefone fone telefoon mobiel gsm movil',
);
const NO_PHONE_WORDS = wordSet('sku part isbn version serial order invoice barcode code');
/** Percent of a column's values that can be nothing but telephone numbers, and ways in which they are written. */
const LEAST_SURE = 15;
const LEAST_FORMS = 3;
/** Percent of its values that may be numbers to call. */
const LEAST_PERHAPS = 90;
/** Values that are tested: reading a number costs much. */
const MOST_LOOKED = 60;

const STREET_WORDS =
  'street st road rd avenue ave lane ln drive dr court ct place pl boulevard blvd terrace tce crescent cres way highway hwy ' +
  'parade pde close square sq grove quay circle cir trail parkway pkwy alley plaza loop row walk mews ' +
  'strasse str weg platz allee gasse ring damm rue avenue boulevard impasse chemin calle avenida plaza paseo camino rua ' +
  'carretera glorieta ronda urbanizacion poligono pasaje rambla cuesta travesia callejon calleja senda sendero jardines puerta ' +
  'muelle subida bajada escalinata arrabal riera torrente ramal chalet quinta partida vereda costanilla ' +
  'travessa praca alameda rodovia estrada ladeira viela passeio largo voie quai passage cours sentier faubourg route chaussee rond-point ' +
  'incrocio rotonda vico salita lungomare strada barrio colonia parcela borgo strada contrada rotonda via viale piazza corso vicolo straat laan plein gracht dreef nagar marg';
const STREETS = wordSet(STREET_WORDS);
const STREET_ENDINGS =
  /(?:stra(?:ss|ß)e|straat|str\.?|weg|platz|gasse|allee|laan|plein|gracht|kade|steeg|plantsoen|hof|singel|dijk|park)$/;

function isPhone(text: string, needsNoForm: boolean): boolean {
  const digits = text.replace(/\D/g, '').length;
  if (!PHONE_FORM.test(text) || digits < 7 || digits > 18) {
    return false;
  }
  if (text.startsWith('+') || text.startsWith('00')) {
    return parsePhoneNumberFromString(text.replace(/^00/, '+'))?.isPossible() === true;
  }
  if (NORTH_AMERICA.test(text)) {
    return true;
  }
  if (/^\d+$/.test(text)) {
    return needsNoForm && digits >= 8;
  }
  return !NO_PHONE.test(text) && NATIONAL_FORMS.some((form) => form.test(text));
}

/**
 * National numbers without a sign of the country, some grouped and some not: where enough of a column's values can be
 * nothing else, those of its other forms are numbers to call too.
 */
function nationalShare({ probe }: ValueSample): number {
  const looked = spread(probe, MOST_LOOKED);
  const share = shareOf(looked, isPerhapsPhone);
  const forms = new Set(looked.map(({ text }) => text.replace(/\d/g, '9')));
  const isSure = forms.size >= LEAST_FORMS && shareOf(looked, (text) => isPhone(text, false)) >= LEAST_SURE;
  return share >= LEAST_PERHAPS && isSure ? share : 0;
}

function isPerhapsPhone(text: string): boolean {
  const digits = text.replace(/\D/g, '').length;
  return PHONE_FORM.test(text) && digits >= 7 && digits <= 13 && (!NO_PHONE.test(text) || /^\d+$/.test(text));
}

/** A number and, among few words, one for streets. */
function isStreet(text: string): boolean {
  if (text.length > 100 || !/\d|\bs\/n\b/i.test(text) || !/^[\p{L}\p{N}]/u.test(text)) {
    return false;
  }
  const parts = foldName(text)
    .split(/[\s,.]+/)
    .filter((part) => part !== '');
  return (
    parts.length >= 2 &&
    parts.length <= 12 &&
    parts.some((part) => STREETS.has(part) || (part.length > 5 && STREET_ENDINGS.test(part)))
  );
}

/** Addresses of people, on paper and on the wire. */
export const CONTACT_DETECTORS: readonly ValueDetector[] = [
  byValue({ label: 'email', kinds: ['text'], least: 50, score: 0.98, test: (text) => EMAIL.test(text) }),
  byValue({
    label: 'phone_number',
    kinds: ['text'],
    least: 60,
    leastValues: 2,
    most: MOST_LOOKED,
    score: 0.9,
    unless: NO_PHONE_WORDS,
    test: (text) => isPhone(text, false),
  }),
  {
    label: 'phone_number',
    kinds: ['text'],
    least: LEAST_PERHAPS,
    score: 0.7,
    unless: NO_PHONE_WORDS,
    share: nationalShare,
  },
  byValue({
    label: 'phone_number',
    kinds: ['text', 'number'],
    least: 60,
    most: MOST_LOOKED,
    score: 0.8,
    needs: PHONE_WORDS,
    test: (text) => isPhone(text, true),
  }),
  byValue({
    label: 'street_address',
    kinds: ['text'],
    least: 60,
    leastValues: 2,
    score: 0.85,
    test: isStreet,
  }),
  byValue({
    label: 'postcode',
    kinds: ['text'],
    least: 90,
    leastValues: 3,
    score: 0.8,
    test: (text) =>
      /^(?:[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}|[A-CEGHJ-NPR-TVXY]\d[A-Z] \d[A-Z]\d|\d{4} [A-Z]{2}|\d{5}-\d{4}|\d{5}-\d{3})$/i.test(
        text,
      ),
  }),
  byValue({
    label: 'coordinates',
    kinds: ['text'],
    least: 90,
    leastValues: 2,
    score: 0.85,
    test: (text) => /^(?:POINT ?\()?\(?-?\d{1,3}\.\d{3,15}[, ] ?-?\d{1,3}\.\d{3,15}\)?$/i.test(text),
  }),
];
