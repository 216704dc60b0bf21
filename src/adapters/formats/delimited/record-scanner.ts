import { FormatError } from '../format-error.js';

const LF = 10;
const CR = 13;

/** Finds where records and cells begin and end. Works on units, knows nothing of their encoding. */
export class RecordScanner {
  /** Start, end and 1 for quoted, of each wanted cell; the caller empties it. */
  readonly spans: number[] = [];
  /** Index behind the last record that was found, and its line end. */
  end = 0;
  /** Cells of the last record. */
  cells = 0;
  /** Line at which the next record begins, from 1. */
  line = 1;
  /** Line at which a quote was opened that is not closed in the text at hand; 0: none. */
  openQuote = 0;
  private linesInCell = 0;
  private nextWanted = 0;

  constructor(
    private readonly delimiter: number,
    private readonly quote: number,
    /** Positions of the cells whose spans are kept, ascending; null: all. */
    private readonly wanted: readonly number[] | null,
  ) {}

  /**
   * Passes over empty lines, which are no records. Gives the index of what follows; of a carriage return that ends the
   * text, where more is to come (unless `isLast`): a line feed may belong to it.
   */
  skipBlankLines(text: string, start: number, isLast: boolean): number {
    let at = start;
    for (;;) {
      const unit = text.charCodeAt(at);
      if ((unit !== LF && unit !== CR) || (!isLast && at + 1 >= text.length)) {
        return at;
      }
      at += unit === CR && text.charCodeAt(at + 1) === LF ? 2 : 1;
      this.line++;
    }
  }

  /**
   * Reads the record that starts at `start`. False: the text ends before the record does, and more is to come (unless
   * `isLast`); nothing has changed then.
   */
  scan(text: string, start: number, isLast: boolean): boolean {
    const firstSpan = this.spans.length;
    // Of a text that goes on, the last unit says nothing yet: a quote may be doubled, a line end have two parts.
    const length = isLast ? text.length : text.length - 1;
    let at = start;
    let lines = 1;
    this.cells = 0;
    this.nextWanted = 0;
    for (;;) {
      const cellStart = at;
      const isQuoted = text.charCodeAt(at) === this.quote;
      at = isQuoted ? this.behindQuoted(text, at, lines) : this.behindBare(text, at);
      if (at < 0 || (at >= length && !isLast)) {
        this.spans.length = firstSpan;
        return this.incomplete(isLast);
      }
      lines += isQuoted ? this.linesInCell : 0;
      this.keep(cellStart, at, isQuoted);
      if (at >= text.length || text.charCodeAt(at) !== this.delimiter) {
        break;
      }
      at++;
    }
    this.end = this.behindLineEnd(text, at, lines);
    this.line += at < text.length ? lines : lines - 1;
    this.openQuote = 0;
    return true;
  }

  private keep(start: number, end: number, isQuoted: boolean): void {
    if (this.wanted === null || this.wanted[this.nextWanted] === this.cells) {
      this.spans.push(start, end, isQuoted ? 1 : 0);
      this.nextWanted++;
    }
    this.cells++;
  }

  private incomplete(isLast: boolean): false {
    if (isLast) {
      throw new FormatError('malformed', `The quote that opens in line ${this.openQuote} is never closed.`);
    }
    return false;
  }

  private behindBare(text: string, start: number): number {
    const { length } = text;
    const { delimiter } = this;
    let at = start;
    while (at < length) {
      const unit = text.charCodeAt(at);
      if (unit === delimiter || unit === LF || unit === CR) {
        return at;
      }
      at++;
    }
    return at;
  }

  /** Index behind the closing quote; -1: there is none. */
  private behindQuoted(text: string, start: number, lines: number): number {
    const { length } = text;
    const { quote } = this;
    let inside = 0;
    for (let at = start + 1; at < length; at++) {
      const unit = text.charCodeAt(at);
      if (unit === quote) {
        if (text.charCodeAt(at + 1) !== quote) {
          this.linesInCell = inside;
          return at + 1;
        }
        at++;
      } else if (unit === LF || (unit === CR && text.charCodeAt(at + 1) !== LF)) {
        inside++;
      }
    }
    this.openQuote = this.line + lines - 1;
    return -1;
  }

  private behindLineEnd(text: string, at: number, lines: number): number {
    const unit = text.charCodeAt(at);
    if (at >= text.length || unit === LF) {
      return Math.min(at + 1, text.length);
    }
    if (unit === CR) {
      return text.charCodeAt(at + 1) === LF ? at + 2 : at + 1;
    }
    const line = this.line + lines - 1;
    throw new FormatError('malformed', `Line ${line}: something follows a closing quote.`);
  }
}
