/** Where a text stops being JSON: counted from 1, as editors do. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

const TOKEN =
  // eslint-disable-next-line no-control-regex -- JSON forbids exactly these inside strings
  /[ \t\n\r]*(?:([{}[\],:])|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/y;

/** What may come next. */
type Expectation = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'comma-or-end' | 'nothing';

/**
 * Finds the first token that does not belong; null when the text is JSON. The engine's own parser reports a position
 * only sometimes, and quotes the text, which may hold what must not be shown.
 */
export function jsonErrorPosition(text: string): TextPosition | null {
  const open: ('{' | '[')[] = [];
  let expected: Expectation = 'value';
  let at = 0;
  for (;;) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (match === null) {
      return endOf(text, at, expected);
    }
    const next = step(match, expected, open);
    if (next === null) {
      return positionAt(text, at + leadingSpace(text, at));
    }
    expected = next;
    at = TOKEN.lastIndex;
  }
}

function step(match: RegExpExecArray, expected: Expectation, open: ('{' | '[')[]): Expectation | null {
  const [, sign, string] = match;
  if (sign !== undefined) {
    return stepSign(sign, expected, open);
  }
  if (string !== undefined && (expected === 'key' || expected === 'key-or-end')) {
    return 'colon';
  }
  return expected === 'value' || expected === 'value-or-end' ? afterValue(open) : null;
}

function stepSign(sign: string, expected: Expectation, open: ('{' | '[')[]): Expectation | null {
  switch (sign) {
    case '{':
    case '[':
      return begin(sign, expected === 'value' || expected === 'value-or-end', open);
    case '}':
      return close('{', expected === 'key-or-end' || expected === 'comma-or-end', open);
    case ']':
      return close('[', expected === 'value-or-end' || expected === 'comma-or-end', open);
    case ',':
      return expected === 'comma-or-end' ? (open.at(-1) === '{' ? 'key' : 'value') : null;
    default:
      return expected === 'colon' ? 'value' : null;
  }
}

function begin(opener: '{' | '[', allowed: boolean, open: ('{' | '[')[]): Expectation | null {
  if (!allowed) {
    return null;
  }
  open.push(opener);
  return opener === '{' ? 'key-or-end' : 'value-or-end';
}

function close(opener: '{' | '[', allowed: boolean, open: ('{' | '[')[]): Expectation | null {
  if (!allowed || open.at(-1) !== opener) {
    return null;
  }
  open.pop();
  return afterValue(open);
}

function afterValue(open: readonly string[]): Expectation {
  return open.length === 0 ? 'nothing' : 'comma-or-end';
}

function endOf(text: string, at: number, expected: Expectation): TextPosition | null {
  const rest = at + leadingSpace(text, at);
  return rest === text.length && expected === 'nothing' ? null : positionAt(text, rest);
}

function leadingSpace(text: string, at: number): number {
  return (/^[ \t\n\r]*/.exec(text.slice(at))?.[0] ?? '').length;
}

function positionAt(text: string, offset: number): TextPosition {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}
