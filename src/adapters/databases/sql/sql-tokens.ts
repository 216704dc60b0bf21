/** How one kind of database writes what is no plain word: sources of regular expressions for complete ones. */
export interface SqlGrammar {
  /** Strings and quoted names. */
  readonly quoted: readonly string[];
  /** Characters that begin one. */
  readonly quotes: string;
  /** The whole of a token that begins one of several characters, and is not closed. */
  readonly opening?: RegExp;
  /** Do comments nest? */
  readonly nestedComments: boolean;
}

export interface SqlToken {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly kind: 'word' | 'quoted' | 'mark';
}

export interface SqlOutline {
  readonly tokens: readonly SqlToken[];
  /** Parentheses pair up and never close what they did not open. */
  readonly balanced: boolean;
  /** A quote or a comment is left open. */
  readonly unterminated: boolean;
}

/** Reads SQL text as a server's scanner does; comments and blanks are left out. Linear time. */
export function readSql(sql: string, grammar: SqlGrammar): SqlOutline {
  const pattern = new RegExp(
    [
      String.raw`--[^\n]*`,
      String.raw`/\*`,
      ...grammar.quoted,
      String.raw`[\w$#@\u0080-\uffff]+`,
      String.raw`\s+`,
      '[^]',
    ].join('|'),
    'y',
  );
  const tokens: SqlToken[] = [];
  let unterminated = false;
  while (pattern.lastIndex < sql.length) {
    const start = pattern.lastIndex;
    const text = pattern.exec(sql)?.[0] ?? '';
    if (text === '/*') {
      const end = endOfComment(sql, pattern.lastIndex, grammar.nestedComments);
      unterminated ||= end === null;
      pattern.lastIndex = end ?? sql.length;
    } else if (text.trim() !== '' && !text.startsWith('--')) {
      unterminated ||= isOpening(text, grammar);
      tokens.push({ text, start, end: pattern.lastIndex, kind: kindOf(text, grammar) });
    }
  }
  return { tokens, unterminated, balanced: isBalanced(tokens) };
}

function isOpening(text: string, { quotes, opening }: SqlGrammar): boolean {
  return (text.length === 1 && quotes.includes(text)) || opening?.test(text) === true;
}

function kindOf(text: string, { quotes }: SqlGrammar): SqlToken['kind'] {
  const last = text.at(-1) ?? '';
  if (text.length > 1 && (quotes.includes(text[0] ?? '') || last === "'")) {
    return 'quoted';
  }
  return /^[\w$#@\u0080-\uffff]/.test(text) ? 'word' : 'mark';
}

/** Null: it has none. */
function endOfComment(sql: string, from: number, nested: boolean): number | null {
  const mark = /\/\*|\*\//g;
  mark.lastIndex = from;
  for (let depth = 1; ;) {
    const found = mark.exec(sql);
    if (found === null) {
      return null;
    }
    depth += found[0] === '*/' ? -1 : nested ? 1 : 0;
    if (depth === 0) {
      return mark.lastIndex;
    }
  }
}

function isBalanced(tokens: readonly SqlToken[]): boolean {
  let depth = 0;
  for (const { text, kind } of tokens) {
    if (kind === 'mark') {
      depth += text === '(' ? 1 : text === ')' ? -1 : 0;
    }
    if (depth < 0) {
      return false;
    }
  }
  return depth === 0;
}

/** Line and column of a place, for people. */
export function placeIn(sql: string, offset: number): string {
  const before = sql.slice(0, offset).split('\n');
  return `line ${before.length}, column ${[...(before.at(-1) ?? '')].length + 1}`;
}
