import { isValid } from '../../../checksums/checksum.js';
import { CHECKSUMS_BY_NAME } from '../../../checksums/index.js';
import { byValue, wordSet } from '../value-detector.js';
import type { ValueDetector } from '../value-detector.js';

interface CheckedNumber {
  readonly label: string;
  readonly checksum: string;
  /** How the number is written, perhaps with separators. */
  readonly form: RegExp;
  /** Different numbers that must be right: one of ten others is by chance. */
  readonly leastValues: number;
  readonly score: number;
}

const ALIKE = /^(\d)\1+$/;

/** Numbers with a check digit; the form comes first because it costs little. */
const CHECKED: readonly CheckedNumber[] = [
  {
    label: 'it_codice_fiscale',
    checksum: 'it_cf',
    form: /^[A-Z]{6}[0-9A-Z]{10}$/i,
    leastValues: 1,
    score: 0.98,
  },
  {
    label: 'es_dni',
    checksum: 'es_dni',
    form: /^(?:\d{8}|[XYZ]-?\d{7})[- ]?[A-Z]$/i,
    leastValues: 2,
    score: 0.95,
  },
  {
    label: 'fr_nir',
    checksum: 'fr_nir',
    form: /^[12] ?\d{2} ?\d{2} ?\d[\dAB] ?\d{3} ?\d{3} ?\d{2}$/i,
    leastValues: 1,
    score: 0.97,
  },
  {
    label: 'br_cpf',
    checksum: 'brazilian_cpf',
    form: /^\d{3}\.?\d{3}\.?\d{3}-?\d{2}$/,
    leastValues: 2,
    score: 0.96,
  },
  {
    label: 'br_cnpj',
    checksum: 'brazilian_cnpj',
    form: /^\d{2}\.?\d{3}\.?\d{3}\/?\d{4}-?\d{2}$/,
    leastValues: 2,
    score: 0.96,
  },
  {
    label: 'pl_pesel',
    checksum: 'pl_pesel',
    form: /^\d{2}(?:[02468][1-9]|[13579][0-2])(?:0[1-9]|[12]\d|3[01])\d{5}$/,
    leastValues: 3,
    score: 0.93,
  },
  {
    label: 'in_aadhaar',
    checksum: 'verhoeff',
    form: /^[2-9]\d{3}[ -]?\d{4}[ -]?\d{4}$/,
    leastValues: 3,
    score: 0.92,
  },
  {
    label: 'nz_nhi',
    checksum: 'nz_nhi',
    form: /^[A-HJ-NP-Z]{3}(?:\d{4}|\d{2}[A-HJ-NP-Z]{2})$/i,
    leastValues: 2,
    score: 0.93,
  },
  {
    label: 'vehicle_vin',
    checksum: 'vin',
    form: /^[A-HJ-NPR-Z0-9]{11}[0-9A-HJ-NPR-Z]{2}\d{4}$/i,
    leastValues: 2,
    score: 0.95,
  },
  { label: 'us_dea', checksum: 'us_dea', form: /^[A-Z][A-Z9]\d{7}$/i, leastValues: 3, score: 0.92 },
  { label: 'uk_nhs', checksum: 'nhs', form: /^\d{3}[ -]?\d{3}[ -]?\d{4}$/, leastValues: 4, score: 0.9 },
  { label: 'us_npi', checksum: 'us_npi', form: /^[12]\d{9}$/, leastValues: 4, score: 0.89 },
  {
    label: 'au_medicare',
    checksum: 'au_medicare',
    form: /^[2-6]\d{3}[ -]?\d{5}[ -]?\d(?:[ /-]?\d)?$/,
    leastValues: 4,
    score: 0.88,
  },
  {
    label: 'ca_sin',
    checksum: 'ca_sin',
    form: /^[1-79]\d{2}[ -]?\d{3}[ -]?\d{3}$/,
    leastValues: 4,
    score: 0.88,
  },
  { label: 'nl_bsn', checksum: 'nl_bsn', form: /^\d{4}\.?\d{2}\.?\d{3}$/, leastValues: 4, score: 0.87 },
  { label: 'au_tfn', checksum: 'au_tfn', form: /^\d{3} ?\d{3} ?\d{3}$/, leastValues: 4, score: 0.86 },
  { label: 'nz_ird', checksum: 'nz_ird', form: /^\d{2,3}[- ]?\d{3}[- ]?\d{3}$/, leastValues: 4, score: 0.85 },
];

/** Numbers that are told by how they are written. */
const WRITTEN: readonly ValueDetector[] = [
  byValue({
    label: 'us_ssn',
    kinds: ['text'],
    least: 70,
    leastValues: 2,
    score: 0.95,
    test: (text) => /^\d{3}([- ])\d{2}\1\d{4}$/.test(text) && !/^(?:000|666|9)|^...[- ]00|0000$/.test(text),
  }),
  byValue({
    label: 'us_ssn',
    kinds: ['text', 'number'],
    least: 80,
    score: 0.8,
    needs: wordSet('ssn social sosec taxpayer'),
    test: (text) => /^\d{9}$/.test(text) && !/^(?:000|666|9)/.test(text),
  }),
  byValue({
    label: 'us_itin',
    kinds: ['text'],
    least: 80,
    leastValues: 2,
    score: 0.95,
    test: (text) => /^9\d{2}([- ])(?:5\d|6[0-5]|7\d|8[0-8]|9[0-24-9])\1\d{4}$/.test(text),
  }),
  byValue({
    label: 'uk_nino',
    kinds: ['text'],
    least: 80,
    score: 0.95,
    test: (text) =>
      /^[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D]$/i.test(text) &&
      !/^(?:BG|GB|NK|KN|TN|NT|ZZ)/i.test(text),
  }),
  byValue({
    label: 'in_pan',
    kinds: ['text'],
    least: 80,
    score: 0.94,
    test: (text) => /^[A-Z]{3}[ABCFGHLJPT][A-Z]\d{4}[A-Z]$/.test(text),
  }),
  byValue({
    label: 'passport_number',
    kinds: ['text', 'number'],
    least: 80,
    score: 0.85,
    needs: wordSet('passport passports travel passeport pasaporte passaporto paspoort reisepass'),
    test: (text) =>
      /^(?:[A-Z]{1,2}\d{6,8}[A-Z]?|\d{9}|\d{2}[A-Z]{2}\d{5}|[CFGHJKLMNPRTVWXYZ0-9]{9})$/.test(text),
  }),
  byValue({
    label: 'driver_licence',
    kinds: ['text', 'number'],
    least: 80,
    score: 0.8,
    needs: wordSet('driver drivers licence license driving dl lic permis patente rijbewijs'),
    test: (text) => /^[A-Z]{0,5}[\d-]{5,14}[A-Z0-9]{0,5}$/.test(text) && /\d{5}/.test(text.replace(/-/g, '')),
  }),
];

/** Numbers that states give to people. */
export const NATIONAL_ID_DETECTORS: readonly ValueDetector[] = [
  ...CHECKED.map(({ label, checksum, form, leastValues, score }) => {
    const scheme = CHECKSUMS_BY_NAME.get(checksum)!;
    return byValue({
      label,
      kinds: ['text', 'number'],
      least: 85,
      leastValues,
      score,
      test: (text) => form.test(text) && !ALIKE.test(text) && isValid(scheme, text),
    });
  }),
  ...WRITTEN,
];
