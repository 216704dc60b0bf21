import { CHECKSUMS_BY_NAME } from '../../../checksums/index.js';
import { isValid } from '../../../checksums/checksum.js';
import { byValue, wordSet } from '../value-detector.js';
import type { ValueDetector } from '../value-detector.js';

const LUHN = CHECKSUMS_BY_NAME.get('luhn')!;
const IBAN = CHECKSUMS_BY_NAME.get('mod97_iban')!;
const ABA = CHECKSUMS_BY_NAME.get('routing_aba')!;
/** First and last prefix, and the lengths of their numbers: the ranges that are issued today. */
const CARD_RANGES: readonly (readonly [first: string, last: string, ...lengths: number[]])[] = [
  ['4', '4', 13, 16, 19],
  ['51', '55', 16],
  ['2221', '2720', 16],
  ['34', '34', 15],
  ['37', '37', 15],
  ['6011', '6011', 16, 19],
  ['644', '649', 16, 19],
  ['65', '65', 16, 19],
  ['3528', '3589', 16, 19],
  ['300', '305', 14, 16, 19],
  ['36', '36', 14, 16, 19],
  ['38', '39', 14, 16, 19],
  ['62', '62', 16, 17, 18, 19],
  ['81', '81', 16, 17, 18, 19],
  ['50', '50', 16, 18, 19],
  ['56', '58', 16, 18, 19],
  ['60', '60', 16],
  ['6304', '6304', 16, 18, 19],
  ['67', '67', 16, 18, 19],
  ['2200', '2204', 16, 17, 18, 19],
  ['9792', '9792', 16],
];
const CARD_FORM = /^\d{4}(?:[ -]?\d){8,15}$/;
/** Characters of an IBAN by country (ISO 13616). */
const IBAN_LENGTHS: Readonly<Record<string, number>> = Object.fromEntries(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18 FO18 FR27 ' +
    'GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 ' +
    'MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SE24 SI19 SK24 SM27 ST25 SV28 TL23 ' +
    'TN24 TR26 UA29 VA22 VG24 XK20 SD18 SO23 NI28 MN20 RU33 FK18 BI27 DJ27 OM23 YE30'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** A number of a range that is issued, with the right check digit. */
export function isCardNumber(text: string): boolean {
  if (!CARD_FORM.test(text)) {
    return false;
  }
  const digits = text.replace(/\D/g, '');
  const isIssued = CARD_RANGES.some(([first, last, ...lengths]) => {
    const prefix = digits.slice(0, first.length);
    return prefix >= first && prefix <= last && lengths.includes(digits.length);
  });
  return isIssued && isValid(LUHN, digits);
}

function isIban(text: string): boolean {
  if (!/^[A-Za-z]{2}\d{2}[A-Za-z0-9 -]{11,40}$/.test(text)) {
    return false;
  }
  const compact = text.replace(/[ -]/g, '').toUpperCase();
  return IBAN_LENGTHS[compact.slice(0, 2)] === compact.length && isValid(IBAN, compact);
}

function isBic(text: string): boolean {
  return (
    /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(text) &&
    (text.slice(4, 6) in IBAN_LENGTHS || /^(?:US|AU|NZ|CA|JP|CN|IN|ZA|MX|SG|HK)$/.test(text.slice(4, 6)))
  );
}

/** Cards and accounts. */
export const PAYMENT_DETECTORS: readonly ValueDetector[] = [
  byValue({ label: 'card_number', kinds: ['text', 'number'], least: 50, score: 0.98, test: isCardNumber }),
  byValue({ label: 'iban', kinds: ['text'], least: 50, score: 0.99, test: isIban }),
  byValue({
    label: 'bank_code',
    kinds: ['text'],
    least: 90,
    leastValues: 3,
    score: 0.75,
    unless: wordSet('status type state code sku name currency'),
    test: isBic,
  }),
  byValue({
    label: 'bank_code',
    kinds: ['text', 'number'],
    least: 90,
    leastValues: 3,
    score: 0.8,
    needs: wordSet('routing aba bank rtn transit ach'),
    test: (text) => isValid(ABA, text),
  }),
];
