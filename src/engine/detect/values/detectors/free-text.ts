import { PRESETS } from '../../../detection/presets.js';
import { byValue } from '../value-detector.js';
import type { ValueDetector } from '../value-detector.js';

/** Kinds that betray a person in the middle of a text. */
const TELLING = ['EMAIL', 'CREDIT_CARD', 'IBAN', 'SSN', 'FULL_NAME', 'ADDRESS', 'PHONE'].map((name) =>
  PRESETS.get(name)!,
);
const LEAST_WORDS = 4;
const MOST_LOOKED = 100;
const LONGEST_LOOKED = 2000;

/** Sentences in which people or their data are named. */
export const FREE_TEXT_DETECTORS: readonly ValueDetector[] = [
  byValue({
    label: 'free_text',
    kinds: ['text'],
    least: 10,
    leastValues: 2,
    countsRepeats: true,
    most: MOST_LOOKED,
    score: 0.7,
    test: (text, { words }) =>
      text.split(/\s+/, LEAST_WORDS + 1).length > LEAST_WORDS &&
      TELLING.some((find) => find(text.slice(0, LONGEST_LOOKED), words.names).length > 0),
  }),
];
