import { INVALID, MAX_JSON_DEPTH, skipValue, skipWhite } from '../values/json-scanner.js';

/** The text ended before the value did. */
export const PENDING = -2;

/** What the next character may belong to. */
const VALUE = 0;
const FIRST_ITEM = 1;
const FIRST_KEY = 2;
const KEY = 3;
const COLON = 4;
const AFTER = 5;
const TEXT = 6;
const ESCAPE = 7;
const HEX = 8;
const WORD = 9;
/** From here on inside a number, by what came last. */
const MINUS = 10;
const ZERO = 11;
const DIGITS = 12;
const POINT = 13;
const FRACTION = 14;
const EXPONENT = 15;
const EXPONENT_SIGN = 16;
const EXPONENT_DIGITS = 17;
const DONE = 18;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
const OPEN_LIST = 0x5b;
const COMMA = 0x2c;
const SPACE = 0x20;
const WORDS: Readonly<Record<string, string>> = { t: 'true', f: 'false', n: 'null' };
const NUMBER_GOES_ON = /[-+.0-9eE]/;

/**
 * Passes over one JSON value of any size that comes piece by piece, strictly by RFC 8259. Memory grows with its depth
 * alone. Where the value lies in one piece, `skipValue` does the work at its speed.
 */
export class ValueScanner {
  /** Where in the piece the fault is, after `INVALID`. */
  faultAt = 0;
  /** Was it values nested too deep? */
  isTooDeep = false;
  private state = VALUE;
  private depth = 0;
  private isKey = false;
  private hexLeft = 0;
  private word = '';
  private wordAt = 0;
  private readonly open = new Uint8Array(MAX_JSON_DEPTH);

  begin(): void {
    this.state = VALUE;
    this.depth = 0;
    this.isKey = false;
  }

  /** The end of the value, `PENDING` or `INVALID`. The first piece starts with its first character. */
  scan(text: string, start: number): number {
    if (this.state === VALUE && this.depth === 0) {
      const end = skipValue(text, start);
      if (end >= 0 && isCertain(text, end)) {
        this.state = DONE;
        return end;
      }
    }
    let at = start;
    while (at < text.length) {
      at = this.advance(text, at);
      if (at < 0) {
        return INVALID;
      }
      if (this.state === DONE) {
        return at;
      }
    }
    return PENDING;
  }

  /** Nothing comes any more: is the value a whole one? Only numbers end so. */
  isWholeAtEnd(): boolean {
    return this.depth === 0 && endsNumber(this.state);
  }

  private advance(text: string, at: number): number {
    if (this.state >= MINUS) {
      return this.inNumber(text, at);
    }
    switch (this.state) {
      case TEXT:
        return this.inText(text, at);
      case ESCAPE:
        return this.afterBackslash(text, at);
      case HEX:
        return this.inHex(text, at);
      case WORD:
        return this.inWord(text, at);
      default:
        return this.between(text, at);
    }
  }

  private inText(text: string, start: number): number {
    let at = start;
    let code = text.charCodeAt(at);
    while (code >= SPACE && code !== QUOTE && code !== BACKSLASH) {
      code = text.charCodeAt(++at);
    }
    if (at === text.length) {
      return at;
    }
    if (code === BACKSLASH) {
      this.state = ESCAPE;
      return at + 1;
    }
    if (code !== QUOTE) {
      return this.fault(at);
    }
    if (this.isKey) {
      this.isKey = false;
      this.state = COLON;
    } else {
      this.valueEnds();
    }
    return at + 1;
  }

  private afterBackslash(text: string, at: number): number {
    const character = text.charAt(at);
    if (character === 'u') {
      this.state = HEX;
      this.hexLeft = 4;
      return at + 1;
    }
    this.state = TEXT;
    return '"\\/bfnrt'.includes(character) ? at + 1 : this.fault(at);
  }

  private inHex(text: string, at: number): number {
    if (!/[0-9a-fA-F]/.test(text.charAt(at))) {
      return this.fault(at);
    }
    if (--this.hexLeft === 0) {
      this.state = TEXT;
    }
    return at + 1;
  }

  private inWord(text: string, at: number): number {
    if (text.charAt(at) !== this.word.charAt(this.wordAt)) {
      return this.fault(at);
    }
    if (++this.wordAt === this.word.length) {
      this.valueEnds();
    }
    return at + 1;
  }

  private inNumber(text: string, at: number): number {
    const next = nextInNumber(this.state, text.charCodeAt(at));
    if (next !== INVALID) {
      this.state = next;
      return at + 1;
    }
    if (!endsNumber(this.state)) {
      return this.fault(at);
    }
    this.valueEnds();
    return at;
  }

  /** At white space, at what structures lists and objects, or at the start of a value or key. */
  private between(text: string, start: number): number {
    const at = skipWhite(text, start);
    if (at >= text.length) {
      return text.length;
    }
    const code = text.charCodeAt(at);
    switch (this.state) {
      case FIRST_ITEM:
      case FIRST_KEY:
        if (code === this.open[this.depth - 1]) {
          return this.close(at);
        }
        return this.state === FIRST_ITEM ? this.startValue(text, at) : this.startKey(code, at);
      case KEY:
        return this.startKey(code, at);
      case COLON:
        this.state = VALUE;
        return code === 0x3a ? at + 1 : this.fault(at);
      case AFTER:
        return this.afterValue(code, at);
      default:
        return this.startValue(text, at);
    }
  }

  private afterValue(code: number, at: number): number {
    const closing = this.open[this.depth - 1];
    if (code === closing) {
      return this.close(at);
    }
    this.state = closing === OPEN_OBJECT + 2 ? KEY : VALUE;
    return code === COMMA ? at + 1 : this.fault(at);
  }

  private startKey(code: number, at: number): number {
    this.isKey = true;
    this.state = TEXT;
    return code === QUOTE ? at + 1 : this.fault(at);
  }

  private startValue(text: string, at: number): number {
    const code = text.charCodeAt(at);
    if (code === OPEN_OBJECT || code === OPEN_LIST) {
      return this.openContainer(code, at);
    }
    if (code === QUOTE) {
      this.state = TEXT;
      return at + 1;
    }
    const word = WORDS[text.charAt(at)];
    if (word !== undefined) {
      this.state = WORD;
      this.word = word;
      this.wordAt = 1;
      return at + 1;
    }
    this.state = code === 0x2d ? MINUS : code === 0x30 ? ZERO : DIGITS;
    return code === 0x2d || isDigit(code) ? at + 1 : this.fault(at);
  }

  private openContainer(code: number, at: number): number {
    if (this.depth === MAX_JSON_DEPTH) {
      this.isTooDeep = true;
      return this.fault(at);
    }
    this.open[this.depth++] = code + 2;
    this.state = code === OPEN_OBJECT ? FIRST_KEY : FIRST_ITEM;
    return at + 1;
  }

  private close(at: number): number {
    this.depth--;
    this.valueEnds();
    return at + 1;
  }

  private valueEnds(): void {
    this.state = this.depth === 0 ? DONE : AFTER;
  }

  private fault(at: number): number {
    this.faultAt = at;
    return INVALID;
  }
}

/** A number may go on in the next piece. */
function isCertain(text: string, end: number): boolean {
  return isDigit(text.charCodeAt(end - 1))
    ? end < text.length && !NUMBER_GOES_ON.test(text.charAt(end))
    : true;
}

function endsNumber(state: number): boolean {
  return state === ZERO || state === DIGITS || state === FRACTION || state === EXPONENT_DIGITS;
}

/** What a number is in after one more character; `INVALID`: the character does not belong to it. */
function nextInNumber(state: number, code: number): number {
  if (isDigit(code)) {
    return afterDigit(state, code);
  }
  const isWhole = state === ZERO || state === DIGITS;
  switch (code) {
    case 0x2e:
      return isWhole ? POINT : INVALID;
    case 0x65:
    case 0x45:
      return isWhole || state === FRACTION ? EXPONENT : INVALID;
    case 0x2b:
    case 0x2d:
      return state === EXPONENT ? EXPONENT_SIGN : INVALID;
    default:
      return INVALID;
  }
}

function afterDigit(state: number, code: number): number {
  switch (state) {
    case MINUS:
      return code === 0x30 ? ZERO : DIGITS;
    case ZERO:
      return INVALID;
    case POINT:
      return FRACTION;
    case EXPONENT:
    case EXPONENT_SIGN:
      return EXPONENT_DIGITS;
    default:
      return state;
  }
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
