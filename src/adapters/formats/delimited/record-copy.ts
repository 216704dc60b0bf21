import { FormatError } from '../format-error.js';
import type { CellRewriter } from './cell-rewriter.js';
import type { RecordReader } from './record-reader.js';

export interface RecordCopyParts {
  readonly reader: RecordReader;
  readonly rewriter: CellRewriter;
  readonly hasHeader: boolean;
  readonly write: (units: string) => Promise<void>;
}

/** Copies a delimited text page by page, with the cells that the rewriter changes. Holds one open record at most. */
export class RecordCopy {
  private rest = '';
  private isHeaderNext: boolean;
  /** While `rest` is shorter than this, looking for its end again would cost more than waiting. */
  private worthwhile = 0;

  constructor(private readonly parts: RecordCopyParts) {
    this.isHeaderNext = parts.hasHeader;
  }

  async push(units: string): Promise<void> {
    const zero = units.indexOf('\0');
    this.rest += units;
    if (zero >= 0) {
      const line = this.parts.reader.lineOf(this.rest, this.rest.length - units.length + zero);
      const advice = 'Is the file no text, or in an encoding other than the task says?';
      throw new FormatError('malformed', `Line ${line} holds a NUL character. ${advice}`);
    }
    if (this.rest.length >= this.worthwhile) {
      await this.copy(false);
    }
  }

  async end(): Promise<void> {
    await this.copy(true);
  }

  private async copy(isLast: boolean): Promise<void> {
    const text = this.rest;
    let start = 0;
    for (;;) {
      const end = await this.copyPage(text, start, isLast);
      if (end === start) {
        break;
      }
      start = end;
    }
    this.rest = text.slice(start);
    this.worthwhile = this.rest.length * 2;
    this.parts.reader.checkLength(this.rest);
  }

  private async copyPage(text: string, start: number, isLast: boolean): Promise<number> {
    const { reader, rewriter, write } = this.parts;
    const page = reader.page(text, start, { isLast, single: this.isHeaderNext });
    if (this.isHeaderNext || page.rows === 0) {
      this.isHeaderNext &&= page.rows === 0;
      await write(text.slice(start, page.end));
    } else {
      await write(await rewriter.rewrite(text, start, page));
    }
    return page.end;
  }
}
