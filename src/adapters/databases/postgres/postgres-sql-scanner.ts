import { RoutineBody } from './postgres-routine-body.js';

/** What a piece of SQL text looks like from outside: enough to split it and to see that it stands in parentheses. */
export interface SqlOutline {
  /** Start and end of each statement that is more than blanks and comments. */
  readonly statements: readonly { readonly start: number; readonly end: number }[];
  readonly hasSemicolon: boolean;
  /** Parentheses pair up and never close what they did not open. */
  readonly balanced: boolean;
  /** A quote or a comment is left open. */
  readonly unterminated: boolean;
  /** A bare `$1`, which would read one of our own parameters. */
  readonly hasParameter: boolean;
}

const WORD = String.raw`[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*`;

const OPEN_QUOTE = /^(?:[eE]?'|")$/;

/** Comment, string, quoted name, dollar quote, parameter, word, blank, else one character; an open quote is one too. */
const TOKEN = [
  String.raw`--[^\n]*`,
  String.raw`/\*`,
  String.raw`[eE]'[^'\\]*(?:(?:\\[^]|'')[^'\\]*)*'`,
  "[eE]'",
  String.raw`'[^']*(?:''[^']*)*'`,
  String.raw`"[^"]*(?:""[^"]*)*"`,
  String.raw`\$(?:${WORD})?\$`,
  String.raw`\$\d+`,
  String.raw`${WORD}(?:\$[\w\u0080-\uffff]*)*`,
  String.raw`\s+`,
  '[^]',
].join('|');

/** Reads SQL text as PostgreSQL's own scanner does: strings, dollar quotes, nested comments. Linear time. */
export function outlineSql(sql: string): SqlOutline {
  const scan = new OutlineScan(sql);
  while (scan.step()) {
    // each step reads one token
  }
  return scan.outline();
}

class OutlineScan {
  private readonly token = new RegExp(TOKEN, 'y');
  private readonly statements: { start: number; end: number }[] = [];
  private start: number | null = null;
  private end = 0;
  private depth = 0;
  private hasSemicolon = false;
  private balanced = true;
  private unterminated = false;
  private hasParameter = false;
  /** A routine's body in plain SQL (`BEGIN ATOMIC … END`) holds semicolons that end no statement of the text. */
  private readonly routine = new RoutineBody();

  constructor(private readonly sql: string) {}

  step(): boolean {
    const at = this.token.lastIndex;
    const text = at < this.sql.length ? this.token.exec(this.sql)?.[0] : undefined;
    if (text === undefined) {
      return false;
    }
    if (text === '/*') {
      this.skipComment();
    } else if (text === ';') {
      this.hasSemicolon = true;
      if (!this.routine.isOpen) {
        this.finishStatement();
      }
    } else if (!text.startsWith('--') && text.trim() !== '') {
      this.take(text, at);
    }
    return true;
  }

  outline(): SqlOutline {
    this.finishStatement();
    const { statements, hasSemicolon, unterminated, hasParameter } = this;
    return {
      statements,
      hasSemicolon,
      balanced: this.balanced && this.depth === 0,
      unterminated,
      hasParameter,
    };
  }

  private take(text: string, at: number): void {
    if (this.start === null) {
      this.start = at;
      this.routine.restart();
    }
    this.routine.take(text);
    if (text === '(') {
      this.depth += 1;
    } else if (text === ')') {
      this.depth -= 1;
      this.balanced &&= this.depth >= 0;
    } else if (text.startsWith('$') && text.length > 1) {
      this.takeDollar(text);
    } else if (OPEN_QUOTE.test(text)) {
      this.unterminated = true;
    }
    this.end = this.token.lastIndex;
  }

  private takeDollar(text: string): void {
    if (!text.endsWith('$')) {
      this.hasParameter = true;
      return;
    }
    const close = this.sql.indexOf(text, this.token.lastIndex);
    this.unterminated ||= close < 0;
    this.token.lastIndex = close < 0 ? this.sql.length : close + text.length;
  }

  private skipComment(): void {
    const marks = /\/\*|\*\//g;
    marks.lastIndex = this.token.lastIndex;
    let depth = 1;
    while (depth > 0) {
      const mark = marks.exec(this.sql);
      if (mark === null) {
        this.unterminated = true;
        this.token.lastIndex = this.sql.length;
        return;
      }
      depth += mark[0] === '/*' ? 1 : -1;
    }
    this.token.lastIndex = marks.lastIndex;
  }

  private finishStatement(): void {
    if (this.start !== null) {
      this.statements.push({ start: this.start, end: this.end });
    }
    this.start = null;
  }
}
