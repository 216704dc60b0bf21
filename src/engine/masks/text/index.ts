import { fromRandomText } from './from-random-text.js';
import { imitate } from './imitate.js';
import { takeSubstring } from './take-substring.js';
import { transformCase } from './transform-case.js';

export const TEXT_MASKS = [imitate, fromRandomText, transformCase, takeSubstring];
