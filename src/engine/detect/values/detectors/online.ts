import { CHECKSUMS_BY_NAME } from '../../../checksums/index.js';
import { isValid } from '../../../checksums/checksum.js';
import { PRESETS } from '../../../detection/presets.js';
import { byValue, wordSet } from '../value-detector.js';
import type { DetectionWords } from '../detection-words.js';
import type { ValueDetector } from '../value-detector.js';

const LUHN = CHECKSUMS_BY_NAME.get('luhn')!;
const findAddresses = PRESETS.get('IP_ADDRESS')!;
const UUID = /^\{?[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}\}?$/i;
const SECRET_FORMS: readonly RegExp[] = [
  /^-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----/,
  /^eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*$/,
  /^(?:AKIA|ASIA)[0-9A-Z]{16}$/,
  /^gh[pousr]_\w{30,}$/,
  /^glpat-[\w-]{18,}$/,
  /^(?:sk|pk|rk)_(?:live|test)_\w{16,}$/,
  /^xox[abprs]-[\w-]{10,}$/,
  /^AIza[\w-]{35}$/,
  /^SG\.[\w-]{16,}\.[\w-]{16,}$/,
  /^npm_\w{30,}$/,
];
const PASSWORD_FORMS: readonly RegExp[] = [
  /^\$2[abxy]\$\d\d\$[./A-Za-z0-9]{53}$/,
  /^\$argon2(?:id?|d)\$/,
  /^\$(?:1|5|6|y|scrypt)\$[^$]{1,40}\$[^$]{10,}/,
  /^(?:pbkdf2_sha\d+|\{SSHA\}|\{bcrypt\}|sha1\$|bcrypt\$)/,
];

function isAddress(text: string, words: DetectionWords): boolean {
  if (text.length < 3 || text.length > 50) {
    return false;
  }
  const bare = text.replace(/\/\d{1,3}$/, '');
  const [found] = findAddresses(bare, words.names);
  return found?.start === 0 && found.end === bare.length;
}

/** What people and their devices are called by machines. */
export const ONLINE_DETECTORS: readonly ValueDetector[] = [
  byValue({
    label: 'ip_address',
    kinds: ['text', 'other'],
    least: 70,
    score: 0.9,
    unless: wordSet('version ver build release firmware oid section revision'),
    test: (text, { words }) => isAddress(text, words),
  }),
  byValue({
    label: 'mac_address',
    kinds: ['text', 'other'],
    least: 80,
    score: 0.93,
    test: (text) =>
      /^[0-9a-f]{2}(?:([:-])[0-9a-f]{2})(?:\1[0-9a-f]{2}){4}$|^[0-9a-f]{4}(?:\.[0-9a-f]{4}){2}$/i.test(text),
  }),
  byValue({
    label: 'url',
    kinds: ['text'],
    least: 70,
    score: 0.6,
    unless: wordSet(
      'image icon logo product thumbnail schema docs doc link asset callback webhook redirect repo',
    ),
    test: (text) => /^(?:https?|ftp):\/\/[^\s<>"]{3,2000}$|^www\.[^\s<>"]{3,2000}$/i.test(text),
  }),
  byValue({
    label: 'person_id',
    kinds: ['text', 'other'],
    least: 90,
    score: 0.6,
    needs: wordSet(
      'user customer patient person member employee contact client subscriber student individual people visitor',
    ),
    unless: wordSet('order invoice session group role tenant request event product file batch'),
    test: (text) => UUID.test(text),
  }),
  byValue({
    label: 'device_id',
    kinds: ['text', 'number'],
    least: 90,
    leastValues: 4,
    score: 0.85,
    test: (text) => /^(?:01|35|86|99)\d{13}$/.test(text.replace(/[- ]/g, '')) && isValid(LUHN, text),
  }),
  byValue({
    label: 'secret_key',
    kinds: ['text'],
    least: 30,
    score: 0.97,
    test: (text) => SECRET_FORMS.some((form) => form.test(text)),
  }),
  byValue({
    label: 'password',
    kinds: ['text'],
    least: 30,
    score: 0.97,
    test: (text) => PASSWORD_FORMS.some((form) => form.test(text)),
  }),
];
