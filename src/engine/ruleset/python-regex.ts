import { RE2JS, RE2JSSyntaxException } from 're2js';

/** A pattern in Python's syntax, ready to be tested at the start of a text in linear time. */
export interface TextPattern {
  /** Does the pattern match at the start of the text (Python's `match`)? */
  matchesStart(text: string): boolean;
}

/** Longest pattern that is compiled. */
const MAX_PATTERN_LENGTH = 10_000;
const OUTSIDE: Readonly<Record<string, string>> = {
  d: '\\p{Nd}',
  D: '\\P{Nd}',
  w: '[\\p{L}\\p{N}_]',
  W: '[^\\p{L}\\p{N}_]',
  s: '[\\s\\x0b\\x1c-\\x1f\\x85\\p{Z}]',
  S: '[^\\s\\x0b\\x1c-\\x1f\\x85\\p{Z}]',
  Z: '\\z',
};
const INSIDE: Readonly<Record<string, string>> = {
  d: '\\p{Nd}',
  D: '\\P{Nd}',
  w: '\\p{L}\\p{N}_',
  s: '\\s\\x0b\\x1c-\\x1f\\x85\\p{Z}',
};
const REFUSED: readonly (readonly [RegExp, string])[] = [
  [/^\(\?<?[=!]/, 'look-ahead and look-behind are not supported'],
  [/^\(\?P=/, 'back-references are not supported'],
  [/^\(\?\(/, 'conditional groups are not supported'],
  [/^\(\?>/, 'atomic groups are not supported'],
];

/** A pattern that is tested at the start of texts; the text says what cannot be done and where. */
export function compilePattern(pattern: string): TextPattern | { readonly problem: string } {
  const compiled = compilePython(pattern);
  return 'problem' in compiled ? compiled : { matchesStart: (text) => compiled.matcher(text).lookingAt() };
}

/** Compiles a Python pattern for the linear-time engine. */
export function compilePython(pattern: string): RE2JS | { readonly problem: string } {
  if (pattern.length > MAX_PATTERN_LENGTH) {
    return { problem: `it is longer than ${MAX_PATTERN_LENGTH} characters` };
  }
  const translated = translate(pattern);
  if (typeof translated !== 'string') {
    return translated;
  }
  try {
    return RE2JS.compile(translated);
  } catch (error) {
    return { problem: reasonOf(error, pattern, translated) };
  }
}

/** With the place of what the engine quotes; a bracket that is not closed is missed at the end. */
function reasonOf(error: unknown, pattern: string, translated: string): string {
  if (!(error instanceof RE2JSSyntaxException)) {
    return 'bad pattern';
  }
  const { message, input } = error;
  const reason = message.replace(/^error parsing regexp: /, '');
  const start = input === null || input === '' ? -1 : pattern.indexOf(input);
  const place = input === translated ? pattern.length : start + 1;
  return place === 0 ? reason : `${reason} (character ${place})`;
}

function translate(pattern: string): string | { readonly problem: string } {
  const parts: string[] = [];
  let inClass = false;
  for (let i = 0; i < pattern.length;) {
    const token = nextToken(pattern, i, inClass);
    if ('problem' in token) {
      return { problem: `${token.problem} (character ${i + 1})` };
    }
    parts.push(token.text);
    inClass = token.inClass;
    i += token.length;
  }
  return parts.join('');
}

interface Token {
  readonly text: string;
  /** Characters of the pattern it stands for. */
  readonly length: number;
  /** Does what follows stand inside brackets? */
  readonly inClass: boolean;
}

function nextToken(pattern: string, index: number, inClass: boolean): Token | { readonly problem: string } {
  const character = pattern.charAt(index);
  if (character === '\\') {
    const text = translateEscape(pattern.charAt(index + 1), inClass);
    return text === null ? { problem: 'this escape is not supported' } : { text, length: 2, inClass };
  }
  if (inClass) {
    return { text: character === '[' ? '\\[' : character, length: 1, inClass: character !== ']' };
  }
  switch (character) {
    case '[':
      return openClass(pattern, index);
    case '(': {
      const rest = pattern.slice(index, index + 6);
      const problem = REFUSED.find(([form]) => form.test(rest))?.[1];
      return problem === undefined ? { text: character, length: 1, inClass } : { problem };
    }
    case '{': {
      const text = pattern.startsWith('{,', index) ? '{0' : character;
      return { text, length: 1, inClass };
    }
    default:
      return { text: character, length: 1, inClass };
  }
}

/** A bracket right after the opening one is a member of the class. */
function openClass(pattern: string, index: number): Token {
  const opening = /^\[\^?\]?/.exec(pattern.slice(index, index + 3))?.[0] ?? '[';
  const text = opening.endsWith(']') ? `${opening.slice(0, -1)}\\]` : opening;
  return { text, length: opening.length, inClass: true };
}

/** Null: no counterpart. */
function translateEscape(letter: string, inClass: boolean): string | null {
  if (letter === '' || /[1-9]/.test(letter) || (inClass && /[WSZAB]/.test(letter))) {
    return null;
  }
  return (inClass ? INSIDE : OUTSIDE)[letter] ?? `\\${letter}`;
}
