import { alphabetOf, foldCode, rankOf } from './character-classes.js';
import { MixedRadixPermutation } from '../../permutation/mixed-radix-permutation.js';
import { ShapeTweak } from '../../permutation/shape-tweak.js';
import type { CharacterClasses } from './character-classes.js';
import type { IntegerPermuter, Retained } from './integer-permuter.js';

const ROOM = 1024;
const BLANK = 0x20;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
/** Apart from every character and every class. */
const TEXT = -1;

/** Work space for one text. */
interface Scratch {
  readonly codes: Int32Array;
  readonly places: Int32Array;
  readonly alphabets: Int32Array;
  readonly digits: Int32Array;
  readonly radices: Int32Array;
}

/**
 * Permutes texts within their shape: the classes of their changing characters and all the others as they are. Blanks
 * at the end are padding and no part of the shape. Holds scratch buffers.
 */
export class TextPermuter {
  private readonly permutation: MixedRadixPermutation;
  private readonly tweak = new ShapeTweak();
  private readonly scratch = scratchFor(ROOM);

  /** `numbers`: takes the texts that are whole numbers, perhaps behind zeros; null: they are texts like any other. */
  constructor(
    key: Uint8Array,
    private readonly classes: CharacterClasses,
    private readonly retained: Retained,
    private readonly numbers: IntegerPermuter | null,
  ) {
    this.permutation = new MixedRadixPermutation(key);
  }

  permute(text: string): string {
    const end = endWithoutBlanks(text);
    if (this.numbers !== null && isWholeNumber(text, end)) {
      const sign = text.charCodeAt(0) === MINUS ? '-' : '';
      return sign + this.numbers.permuteDigits(text.slice(sign.length, end), sign !== '') + text.slice(end);
    }
    const scratch = text.length <= ROOM ? this.scratch : scratchFor(text.length);
    const length = readCodes(text, end, scratch.codes);
    const changing = this.outline(scratch, length);
    if (changing === 0) {
      return text;
    }
    this.permutation.permute(
      { digits: scratch.digits, radices: scratch.radices, length: changing },
      this.tweak,
    );
    for (let i = 0; i < changing; i++) {
      const { codes } = this.classes.alphabets[scratch.alphabets[i]!]!;
      scratch.codes[scratch.places[i]!] = codes[scratch.digits[i]!]!;
    }
    const result = textOf(scratch.codes, length);
    return end === text.length ? result : result + text.slice(end);
  }

  /** Finds the changing characters, and the tweak of the shape. Returns how many there are. */
  private outline({ codes, places, alphabets, digits, radices }: Scratch, length: number): number {
    const { classes, tweak } = this;
    const from = this.retained.prefix;
    const to = length - this.retained.suffix;
    let changing = 0;
    tweak.begin(TEXT);
    for (let i = 0; i < length; i++) {
      const code = codes[i]!;
      const found = i < from || i >= to ? -1 : classes.find(code);
      if (found < 0) {
        tweak.add(foldCode(code));
        continue;
      }
      const alphabet = alphabetOf(found);
      const { shape, codes: members } = classes.alphabets[alphabet]!;
      tweak.add(TEXT - 1 - shape);
      places[changing] = i;
      alphabets[changing] = alphabet;
      digits[changing] = rankOf(found);
      radices[changing] = members.length;
      changing++;
    }
    return changing;
  }
}

/** Length of the text without the blanks at its end. */
export function endWithoutBlanks(text: string): number {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === BLANK) {
    end--;
  }
  return end;
}

/** Digits, perhaps behind a minus sign. */
function isWholeNumber(text: string, end: number): boolean {
  const from = text.charCodeAt(0) === MINUS ? 1 : 0;
  for (let i = from; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code < ZERO || code > NINE) {
      return false;
    }
  }
  return end > from;
}

function scratchFor(room: number): Scratch {
  const words = (): Int32Array => new Int32Array(room);
  return { codes: words(), places: words(), alphabets: words(), digits: words(), radices: words() };
}

/** Writes the code points; halves of pairs that stand alone are characters too. Returns how many there are. */
function readCodes(text: string, end: number, codes: Int32Array): number {
  let length = 0;
  for (let i = 0; i < end; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0xd800 || unit > 0xdbff) {
      codes[length++] = unit;
      continue;
    }
    const code = text.codePointAt(i) ?? unit;
    codes[length++] = code;
    i += code > 0xffff ? 1 : 0;
  }
  return length;
}

function textOf(codes: Int32Array, length: number): string {
  const bytes = length <= ROOM ? LATIN : Buffer.allocUnsafe(length);
  for (let i = 0; i < length; i++) {
    const code = codes[i]!;
    if (code > 0xff) {
      return wideTextOf(codes, length);
    }
    bytes[i] = code;
  }
  return bytes.toString('latin1', 0, length);
}

const LATIN = Buffer.alloc(ROOM);

function wideTextOf(codes: Int32Array, length: number): string {
  let text = '';
  for (let i = 0; i < length; i += ROOM) {
    text += String.fromCodePoint(...codes.subarray(i, Math.min(length, i + ROOM)));
  }
  return text;
}
