import { doNothing } from './do-nothing.js';
import { fromChoices } from './from-choices.js';
import { fromFile } from './from-file.js';
import { fromFixed } from './from-fixed.js';
import { fromFormatString } from './from-format-string.js';

export const GENERIC_MASKS = [fromFixed, fromFile, fromFormatString, fromChoices, doNothing];
