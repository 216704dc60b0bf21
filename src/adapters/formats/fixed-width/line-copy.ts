import { FormatError } from '../format-error.js';
import type { LineRewriter, NumberedLine } from './line-rewriter.js';

const PAGE_LINES = 1000;
const LONGEST_LINE = 32 * 1024 * 1024;

/** Copies a text line by line through a rewriter; line ends and empty lines stay as they are. */
export class LineCopy {
  private readonly pieces: string[] = [];
  private openLength = 0;
  private line = 1;
  /** What ends a line; null until it has been seen. */
  private ending: string | null;

  constructor(
    private readonly rewriter: LineRewriter,
    private readonly lineEnding: string | null,
    private readonly write: (units: string) => Promise<void>,
  ) {
    this.ending = lineEnding;
  }

  async push(units: string): Promise<void> {
    this.pieces.push(units);
    this.openLength += units.length;
    this.ending ??= endingIn(units);
    if (this.ending !== null && units.includes(this.ending.at(-1)!)) {
      await this.copy(this.ending, false);
    }
    if (this.openLength > LONGEST_LINE) {
      const limit = `${LONGEST_LINE / 1024 / 1024} MB`;
      throw new FormatError(
        'too_long',
        `Line ${this.line} is longer than ${limit}: are its line ends others?`,
      );
    }
  }

  async end(): Promise<void> {
    await this.copy(this.ending ?? '\r', true);
  }

  private async copy(ending: string, isLast: boolean): Promise<void> {
    const text = this.pieces.splice(0).join('');
    let at = 0;
    for (;;) {
      const page = this.page(text, at, { ending, isLast });
      if (page.end === at) {
        break;
      }
      await this.write(await this.rewritten(text, at, page));
      at = page.end;
    }
    this.pieces.push(text.slice(at));
    this.openLength = text.length - at;
  }

  private page(text: string, start: number, { ending, isLast }: PageOptions): LinePage {
    const spans: Span[] = [];
    let at = start;
    while (at < text.length && spans.length < PAGE_LINES) {
      const found = text.indexOf(ending, at);
      if (found < 0 && !isLast) {
        break;
      }
      const stop = found < 0 ? text.length : found;
      const end = this.lineEnding === null && text[stop - 1] === '\r' && stop > at ? stop - 1 : stop;
      if (end > at) {
        spans.push({ start: at, end, line: this.line });
      }
      this.line++;
      at = found < 0 ? text.length : found + ending.length;
    }
    return { spans, end: at };
  }

  private async rewritten(text: string, start: number, { spans, end }: LinePage): Promise<string> {
    const lines: NumberedLine[] = spans.map((span) => ({
      units: text.slice(span.start, span.end),
      line: span.line,
    }));
    const news = await this.rewriter.rewrite(lines);
    const pieces: string[] = [];
    let copied = start;
    spans.forEach((span, index) => {
      pieces.push(text.slice(copied, span.start), news[index]!);
      copied = span.end;
    });
    pieces.push(text.slice(copied, end));
    return pieces.join('');
  }
}

interface PageOptions {
  readonly ending: string;
  readonly isLast: boolean;
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly line: number;
}

interface LinePage {
  readonly spans: readonly Span[];
  readonly end: number;
}

/** Line feeds where there are any (with or without a carriage return before them), else carriage returns. */
function endingIn(units: string): string | null {
  if (units.includes('\n')) {
    return '\n';
  }
  const first = units.indexOf('\r');
  return first >= 0 && first < units.length - 1 ? '\r' : null;
}
