import { shareOf } from '../sample.js';
import { byValue, wordSet } from '../value-detector.js';
import type { ValueSample } from '../sample.js';
import type { ValueContext, ValueDetector } from '../value-detector.js';

const ICD_10 = /^[A-TV-Z]\d[\dAB](?:\.[\dA-KXZ]{1,4})?$/;
/** Percent of the codes that are finer than three characters; products are not. */
const LEAST_FINE = 25;
const BLOOD = /^(?:A|B|AB|O|0)(?:\s?[+−-]|\s?(?:pos|neg)(?:itive|itiv|itivo|ative|ativ|ativo)?)$/i;
const MEDICAL_WORDS = wordSet('icd diagnosis diag dx patient medical clinical disease condition encounter');

function codeShare({ probe }: ValueSample, { nameParts, tableParts }: ValueContext): number {
  const isMedical = [...nameParts, ...tableParts].some((part) => MEDICAL_WORDS.has(part));
  const fine = shareOf(probe, (text) => ICD_10.test(text) && text.includes('.'));
  return isMedical || (fine >= LEAST_FINE && probe.length >= 3)
    ? shareOf(probe, (text) => ICD_10.test(text))
    : 0;
}

/** What is known of somebody's health. */
export const HEALTH_DETECTORS: readonly ValueDetector[] = [
  {
    label: 'icd10_code',
    kinds: ['text'],
    least: 90,
    score: 0.9,
    unless: wordSet('sku product part room seat bin shelf grade zone'),
    share: codeShare,
  },
  byValue({
    label: 'blood_type',
    kinds: ['text'],
    least: 90,
    leastValues: 3,
    score: 0.9,
    unless: wordSet('grade rating score credit'),
    test: (text) => BLOOD.test(text),
  }),
  byValue({
    label: 'medical_record_number',
    kinds: ['text'],
    least: 80,
    leastValues: 2,
    score: 0.85,
    test: (text) => /^(?:MRN|PAT|MR|HOSP)[-:# ]?\d{4,12}$/i.test(text),
  }),
];
