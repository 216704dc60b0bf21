/**
 * Passes over JSON text by positions, strictly by RFC 8259, and copies nothing. A function is given where something
 * starts and answers where it ends, or `INVALID`.
 */

export const INVALID = -1;
/** Longest chain of values within values. */
export const MAX_JSON_DEPTH = 10_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_OBJECT = 0x7b;
const OPEN_LIST = 0x5b;
const CLOSE_OBJECT = 0x7d;
const MINUS = 0x2d;
const DOT = 0x2e;
const SMALL_E = 0x65;
const ZERO = 0x30;
const SPACE = 0x20;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** Closing characters of what is open; one buffer serves all, since nothing runs in between. */
const open = new Uint8Array(MAX_JSON_DEPTH);

/** Where the first character that is not white stands. */
export function skipWhite(text: string, start: number): number {
  let i = start;
  let code = text.charCodeAt(i);
  while (code === SPACE || code === 0x0a || code === 0x0d || code === 0x09) {
    code = text.charCodeAt(++i);
  }
  return i;
}

export function skipString(text: string, start: number): number {
  let i = start + 1;
  for (;;) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) {
      return i + 1;
    }
    if (code === BACKSLASH) {
      ESCAPE.lastIndex = i;
      if (!ESCAPE.test(text)) {
        return INVALID;
      }
      i = ESCAPE.lastIndex;
    } else if (code >= SPACE) {
      i++;
    } else {
      return INVALID;
    }
  }
}

/** Where the value after a key starts, given where the key starts; `keyEnd` is told by `skipString`. */
export function skipColon(text: string, keyEnd: number): number {
  const colon = keyEnd < 0 ? INVALID : skipWhite(text, keyEnd);
  return colon >= 0 && text.charCodeAt(colon) === COLON ? skipWhite(text, colon + 1) : INVALID;
}

/** The end of any value; `start` is at its first character. */
// eslint-disable-next-line complexity -- one loop over all levels: calls would cost, and recursion would overflow
export function skipValue(text: string, start: number): number {
  let depth = 0;
  let i = start;
  for (;;) {
    const code = text.charCodeAt(i);
    const inner = code === OPEN_OBJECT || code === OPEN_LIST ? skipWhite(text, i + 1) : INVALID;
    if (inner < 0 || text.charCodeAt(inner) === code + 2) {
      i = inner < 0 ? skipScalar(text, i, code) : inner + 1;
    } else {
      if (depth === MAX_JSON_DEPTH) {
        return INVALID;
      }
      open[depth++] = code + 2;
      i = code === OPEN_OBJECT ? skipKey(text, inner) : inner;
      if (i < 0) {
        return INVALID;
      }
      continue;
    }
    while (i >= 0 && depth > 0) {
      i = skipWhite(text, i);
      if (text.charCodeAt(i) !== open[depth - 1]) {
        break;
      }
      depth--;
      i++;
    }
    if (i < 0 || depth === 0) {
      return i;
    }
    i = nextMember(text, i, open[depth - 1] === CLOSE_OBJECT);
    if (i < 0) {
      return INVALID;
    }
  }
}

/** The start of the only value of a document; `INVALID`: the text is not one JSON document. */
export function documentStart(text: string): number {
  const start = skipWhite(text, 0);
  const end = skipValue(text, start);
  return end >= 0 && skipWhite(text, end) === text.length ? start : INVALID;
}

/** From the comma after a value to the next value. */
function nextMember(text: string, comma: number, isObject: boolean): number {
  if (text.charCodeAt(comma) !== COMMA) {
    return INVALID;
  }
  const next = skipWhite(text, comma + 1);
  return isObject ? skipKey(text, next) : next;
}

/** From a key to its value. */
function skipKey(text: string, start: number): number {
  return text.charCodeAt(start) === QUOTE ? skipColon(text, skipString(text, start)) : INVALID;
}

function skipScalar(text: string, start: number, code: number): number {
  switch (code) {
    case QUOTE:
      return skipString(text, start);
    case 0x74:
      return text.startsWith('true', start) ? start + 4 : INVALID;
    case 0x66:
      return text.startsWith('false', start) ? start + 5 : INVALID;
    case 0x6e:
      return text.startsWith('null', start) ? start + 4 : INVALID;
    default:
      return skipNumber(text, start);
  }
}

function skipNumber(text: string, start: number): number {
  let i = text.charCodeAt(start) === MINUS ? start + 1 : start;
  const first = text.charCodeAt(i);
  if (!isDigit(first)) {
    return INVALID;
  }
  i++;
  let code = text.charCodeAt(i);
  while (first !== ZERO && isDigit(code)) {
    code = text.charCodeAt(++i);
  }
  if (code !== DOT) {
    return skipExponent(text, i);
  }
  const end = skipDigits(text, i + 1);
  return end > i + 1 ? skipExponent(text, end) : i;
}

/** By hand, as are blanks: the memory that an expression needs for each character of a long text is bounded. */
function skipDigits(text: string, start: number): number {
  let i = start;
  while (isDigit(text.charCodeAt(i))) {
    i += 1;
  }
  return i;
}

/** Where it stands if there is none. */
function skipExponent(text: string, start: number): number {
  // The bit of a blank makes capitals small.
  if ((text.charCodeAt(start) | SPACE) !== SMALL_E) {
    return start;
  }
  const sign = text[start + 1];
  const digits = start + (sign === '+' || sign === '-' ? 2 : 1);
  const end = skipDigits(text, digits);
  return end > digits ? end : start;
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= ZERO + 9;
}
