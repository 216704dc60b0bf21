import { RoutineBody } from './mysql-routine-body.js';

/** What a piece of SQL text looks like from outside: enough to split it and to see that it stands in parentheses. */
export interface SqlOutline {
  /** Start and end of each statement that is more than blanks and comments. */
  readonly statements: readonly { readonly start: number; readonly end: number }[];
  readonly hasSemicolon: boolean;
  /** Parentheses pair up and never close what they did not open. */
  readonly balanced: boolean;
  /** A quote or a comment is left open. */
  readonly unterminated: boolean;
  /** A comment whose text the server carries out. */
  readonly hasExecutableComment: boolean;
}

/** Comment, string, quoted name, word, blank, else one character; an open quote is one too. */
const TOKEN = [
  String.raw`--(?=[\s\x00-\x1f]|$)[^\n]*`,
  String.raw`#[^\n]*`,
  String.raw`/\*M?!\d*`,
  String.raw`/\*`,
  String.raw`\*/`,
  String.raw`'[^'\\]*(?:(?:\\[^]|'')[^'\\]*)*'`,
  String.raw`"[^"\\]*(?:(?:\\[^]|"")[^"\\]*)*"`,
  '`[^`]*(?:``[^`]*)*`',
  String.raw`[\w$\u0080-\uffff]+`,
  String.raw`\s+`,
  '[^]',
].join('|');

const OPEN_QUOTE = /^['"`]$/;
const EXECUTABLE = /^\/\*M?!/;

/** Reads SQL text as the servers' scanners do. Linear time. */
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
  private readonly routine = new RoutineBody();
  private start: number | null = null;
  private end = 0;
  private depth = 0;
  private hasSemicolon = false;
  private balanced = true;
  private unterminated = false;
  private hasExecutableComment = false;
  private inExecutable = false;

  constructor(private readonly sql: string) {}

  step(): boolean {
    const at = this.token.lastIndex;
    const text = at < this.sql.length ? this.token.exec(this.sql)?.[0] : undefined;
    if (text === undefined) {
      return false;
    }
    if (text.startsWith('/*') || text === '*/') {
      this.takeComment(text, at);
    } else if (text === ';') {
      this.takeSemicolon();
    } else if (!/^(?:--[^-]|--$|#)/.test(text) && text.trim() !== '') {
      this.take(text, at);
    }
    return true;
  }

  outline(): SqlOutline {
    this.finishStatement();
    const { statements, hasSemicolon, hasExecutableComment } = this;
    return {
      statements,
      hasSemicolon,
      hasExecutableComment,
      unterminated: this.unterminated || this.inExecutable,
      balanced: this.balanced && this.depth === 0,
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
    } else if (OPEN_QUOTE.test(text)) {
      this.unterminated = true;
    }
    this.end = this.token.lastIndex;
  }

  private takeSemicolon(): void {
    this.hasSemicolon = true;
    if (!this.routine.isOpen) {
      this.finishStatement();
    }
  }

  /** What stands in an executable comment is part of the statement; so are its marks. */
  private takeComment(text: string, at: number): void {
    if (EXECUTABLE.test(text)) {
      this.hasExecutableComment = true;
      this.inExecutable = true;
      this.start ??= at;
      this.end = this.token.lastIndex;
    } else if (text === '*/') {
      this.inExecutable = false;
      this.end = this.start === null ? this.end : this.token.lastIndex;
    } else {
      const close = this.sql.indexOf('*/', this.token.lastIndex);
      this.unterminated ||= close < 0;
      this.token.lastIndex = close < 0 ? this.sql.length : close + 2;
    }
  }

  private finishStatement(): void {
    if (this.start !== null) {
      this.statements.push({ start: this.start, end: this.end });
    }
    this.start = null;
  }
}
