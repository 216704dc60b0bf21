import { doNothing } from './do-nothing.js';
import { fromBlob } from './from-blob.js';
import { fromChoices } from './from-choices.js';
import { fromColumn } from './from-column.js';
import { fromFile } from './from-file.js';
import { fromFixed } from './from-fixed.js';
import { fromFormatString } from './from-format-string.js';
import { fromJsonPath } from './from-json-path.js';
import { secureShuffle } from './secure-shuffle.js';

export const GENERIC_MASKS = [
  fromFixed,
  fromColumn,
  fromJsonPath,
  fromFile,
  fromBlob,
  fromFormatString,
  fromChoices,
  secureShuffle,
  doNothing,
];
