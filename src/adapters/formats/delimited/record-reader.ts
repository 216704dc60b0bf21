import { FormatError } from '../format-error.js';
import type { RecordScanner } from './record-scanner.js';

/** A longer record means a quote that is never closed, or no delimited file at all. */
export const LONGEST_RECORD = 32 * 1024 * 1024;

const PAGE_ROWS = 1000;
const LINE_END = /\r\n|\n|\r/g;

/** Some whole records of the text at hand. */
export interface RecordPage {
  readonly rows: number;
  /** Start, end and 1 for quoted of each wanted cell, record by record; good until the next page is read. */
  readonly spans: readonly number[];
  /** Line at which each record begins. */
  readonly lines: readonly number[];
  /** Index behind the last record. */
  readonly end: number;
}

export interface PageOptions {
  /** Does the text end where the file ends? */
  readonly isLast: boolean;
  /** One record only. */
  readonly single: boolean;
}

/** Takes pages of whole records of equal width from a text that grows. */
export class RecordReader {
  constructor(
    private readonly scanner: RecordScanner,
    private readonly width: number,
  ) {}

  /** The next page from `start` on; no rows: more text is needed. */
  page(text: string, start: number, { isLast, single }: PageOptions): RecordPage {
    const { scanner } = this;
    const lines: number[] = [];
    scanner.spans.length = 0;
    let end = start;
    while (lines.length < (single ? 1 : PAGE_ROWS)) {
      end = scanner.skipBlankLines(text, end, isLast);
      const { line } = scanner;
      if (end >= text.length || !scanner.scan(text, end, isLast)) {
        break;
      }
      this.checkWidth(line);
      lines.push(line);
      ({ end } = scanner);
    }
    return { rows: lines.length, spans: scanner.spans, lines, end };
  }

  /** `rest`: what no page has taken. */
  checkLength(rest: string): void {
    if (rest.length > LONGEST_RECORD) {
      const { openQuote, line } = this.scanner;
      const limit = `${LONGEST_RECORD / 1024 / 1024} MB`;
      const what =
        openQuote > 0
          ? `The quote that opens in line ${openQuote} is not closed within`
          : `Line ${line} is longer than`;
      throw new FormatError('too_long', `${what} ${limit}.`);
    }
  }

  /** Line of an index of `rest`, which no page has taken. */
  lineOf(rest: string, index: number): number {
    return this.scanner.line + (rest.slice(0, index).match(LINE_END)?.length ?? 0);
  }

  private checkWidth(line: number): void {
    const { cells } = this.scanner;
    if (cells !== this.width) {
      const count = `${cells} ${cells === 1 ? 'cell' : 'cells'}`;
      throw new FormatError('malformed', `Line ${line}: the record has ${count} instead of ${this.width}.`);
    }
  }
}
