import type { Span } from './spans.js';

const SPACE = 0x20;
const WHITE = /\s/;
const WORD_CHARACTER = /[\p{L}\p{N}\p{M}_]/u;

/**
 * A text as words are looked up in it: case folded where wanted, runs of white as one space, and for each character
 * the place where it came from.
 */
export class FoldedText {
  readonly text: string;
  private readonly starts: Int32Array;

  constructor(original: string, keepsCase: boolean) {
    const units = new Uint16Array(original.length);
    const starts = new Int32Array(original.length + 1);
    let length = 0;
    let isWhite = false;
    for (let i = 0; i < original.length; i++) {
      const code = foldedUnit(original.charCodeAt(i), keepsCase);
      if (code === SPACE && isWhite) {
        continue;
      }
      isWhite = code === SPACE;
      starts[length] = i;
      units[length++] = code;
    }
    starts[length] = original.length;
    this.starts = starts;
    this.text = Buffer.from(units.buffer, 0, length * 2).toString('utf16le');
  }

  /** The place in the original, without white at its end. */
  spanOf(start: number, end: number): Span {
    return { start: this.starts[start]!, end: this.starts[end - 1]! + 1 };
  }

  /** Do no further characters of a word stand before and after? */
  isWhole(start: number, end: number): boolean {
    return (
      !(isWordAt(this.text, start) && isWordBefore(this.text, start)) &&
      !(isWordBefore(this.text, end) && isWordAt(this.text, end))
    );
  }
}

/** A word to look up, folded alike; empty when there is nothing to look for. */
export function foldedWord(word: string, keepsCase: boolean): string {
  return new FoldedText(word.trim(), keepsCase).text;
}

/** Lower case where that is one unit too, so that places stay countable. */
function foldedUnit(code: number, keepsCase: boolean): number {
  if (code < 0x80) {
    if (code === SPACE || (code >= 9 && code <= 13)) {
      return SPACE;
    }
    return !keepsCase && code >= 0x41 && code <= 0x5a ? code + 32 : code;
  }
  const character = String.fromCharCode(code);
  if (WHITE.test(character)) {
    return SPACE;
  }
  const lower = keepsCase ? character : character.toLowerCase();
  return lower.length === 1 ? lower.charCodeAt(0) : code;
}

function isWordAt(text: string, index: number): boolean {
  const code = text.codePointAt(index);
  return code !== undefined && isWordCode(code);
}

function isWordBefore(text: string, index: number): boolean {
  if (index === 0) {
    return false;
  }
  const isLow = (text.charCodeAt(index - 1) & 0xfc00) === 0xdc00 && index > 1;
  return isWordAt(text, isLow ? index - 2 : index - 1);
}

function isWordCode(code: number): boolean {
  if (code < 0x80) {
    return (
      (code >= 0x61 && code <= 0x7a) ||
      (code >= 0x41 && code <= 0x5a) ||
      (code >= 0x30 && code <= 0x39) ||
      code === 0x5f
    );
  }
  return WORD_CHARACTER.test(String.fromCodePoint(code));
}
