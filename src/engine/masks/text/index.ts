import { email } from './email.js';
import { fromRandomText } from './from-random-text.js';
import { fromRegex } from './from-regex.js';
import { imitate } from './imitate.js';
import { phone } from './phone.js';
import { replaceRegex } from './replace-regex.js';
import { replaceSubstring } from './replace-substring.js';
import { takeSubstring } from './take-substring.js';
import { transformCase } from './transform-case.js';

export const TEXT_MASKS = [
  imitate,
  fromRandomText,
  transformCase,
  takeSubstring,
  replaceSubstring,
  replaceRegex,
  fromRegex,
  email,
  phone,
];
