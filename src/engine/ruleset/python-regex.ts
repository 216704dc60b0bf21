import { RE2JS } from 're2js';

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

/** Compiles a Python pattern for the linear-time engine; the text says what cannot be done and where. */
export function compilePattern(pattern: string): TextPattern | { readonly problem: string } {
  if (pattern.length > MAX_PATTERN_LENGTH) {
    return { problem: `it is longer than ${MAX_PATTERN_LENGTH} characters` };
  }
  const translated = translate(pattern);
  if (typeof translated !== 'string') {
    return translated;
  }
  try {
    const compiled = RE2JS.compile(translated);
    return { matchesStart: (text) => compiled.matcher(text).lookingAt() };
  } catch (error) {
    const reason =
      error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : 'bad pattern';
    return { problem: reason };
  }
}

function translate(pattern: string): string | { readonly problem: string } {
  let result = '';
  let inClass = false;
  for (let i = 0; i < pattern.length; i++) {
    const character = pattern.charAt(i);
    if (character === '\\') {
      const escape = translateEscape(pattern.charAt(++i), inClass);
      if (escape === null) {
        return { problem: `the escape at character ${i} is not supported` };
      }
      result += escape;
      continue;
    }
    const refusal = !inClass && character === '(' ? refusalAt(pattern, i) : null;
    if (refusal !== null) {
      return { problem: `${refusal} (character ${i + 1})` };
    }
    if (character === '[' && inClass) {
      result += '\\[';
      continue;
    }
    if (character === '[') {
      const opening = /^\[\^?\]?/.exec(pattern.slice(i, i + 3))?.[0] ?? '[';
      result += opening.endsWith(']') ? `${opening.slice(0, -1)}\\]` : opening;
      i += opening.length - 1;
      inClass = true;
      continue;
    }
    inClass &&= character !== ']';
    result += !inClass && pattern.startsWith('{,', i) ? '{0' : character;
  }
  return result;
}

function refusalAt(pattern: string, index: number): string | null {
  const rest = pattern.slice(index, index + 6);
  return REFUSED.find(([form]) => form.test(rest))?.[1] ?? null;
}

/** Null: no counterpart. */
function translateEscape(letter: string, inClass: boolean): string | null {
  if (/[1-9]/.test(letter) || (inClass && /[WSZAB]/.test(letter))) {
    return null;
  }
  return (inClass ? INSIDE : OUTSIDE)[letter] ?? `\\${letter}`;
}
