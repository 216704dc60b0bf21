import { documentStart, findJsonFault } from '../../../engine/index.js';
import { FormatError } from '../format-error.js';
import { decoded, encoded, JSON_SPECIAL } from './record-text.js';
import { openText } from './text-work.js';
import { RecordCounter } from './record-counter.js';
import type { ObjectFormat } from '../format-adapter.js';
import type { TextCodec } from '../text-codec.js';

/** Longest line, in units: it is held in memory more than once. */
const LONGEST_LINE = 32 * 1024 * 1024;
const NEWLINE = '\n';
const NEWLINES = /[\r\n]/g;

/** One JSON document a line: only masked values are written anew; line ends, blank lines and spaces stay. */
export const ndjsonFormat: ObjectFormat = {
  content: 'json',
  async mask(source, sink, work) {
    const text = await openText(source, { sink, work }, JSON_SPECIAL);
    const copy = new LineCopy(text.codec, (place) => new RecordCounter(work.masker, place));
    for await (const units of text.units()) {
      await text.write(await copy.push(units));
      work.progress(copy.counter.rows, text.bytesRead());
    }
    await text.write(await copy.end());
    await text.end();
    return copy.counter.counts;
  },
};

/** Copies units and masks them line by line. */
class LineCopy {
  readonly counter: RecordCounter;
  private line = 1;
  /** Pieces of the line that is not complete. */
  private open: string[] = [];
  private openLength = 0;

  constructor(
    private readonly codec: TextCodec,
    makeCounter: (place: () => string) => RecordCounter,
  ) {
    this.counter = makeCounter(() => this.place);
  }

  /** What is to be written after one more piece. */
  async push(units: string): Promise<string> {
    const end = units.lastIndexOf(NEWLINE) + 1;
    if (end === 0) {
      this.keep(units);
      return '';
    }
    const lines = this.takeOpen() + units.slice(0, end);
    this.keep(units.slice(end));
    return this.maskLines(lines);
  }

  end(): Promise<string> {
    return this.maskLines(this.takeOpen());
  }

  private keep(units: string): void {
    this.openLength += units.length;
    if (this.openLength > LONGEST_LINE) {
      const lines = this.line;
      throw new FormatError(
        'too_long',
        `Line ${lines} or one behind it is longer than ${LONGEST_LINE} characters.`,
      );
    }
    this.open.push(units);
  }

  private takeOpen(): string {
    const line = this.open.join('');
    this.open = [];
    this.openLength = 0;
    return line;
  }

  private async maskLines(lines: string): Promise<string> {
    let result = '';
    let copied = 0;
    for (let at = 0; at < lines.length;) {
      const newline = lines.indexOf(NEWLINE, at);
      const end = newline < 0 ? lines.length : newline;
      const start = skipWhite(lines, at, end);
      const stop = start === end ? end : skipWhiteBack(lines, end);
      if (start < stop) {
        const units = lines.slice(start, stop);
        const masked = this.maskLine(units);
        const replacement = typeof masked === 'string' ? masked : await masked;
        if (replacement !== units) {
          result += lines.slice(copied, start) + replacement;
          copied = stop;
        }
      }
      at = end + 1;
      this.line++;
    }
    return copied === 0 ? lines : result + lines.slice(copied);
  }

  /** The line’s units as they are to be written. */
  private maskLine(units: string): string | Promise<string> {
    const record = decoded(this.codec, units, () => this.place);
    if (documentStart(record) < 0) {
      this.refuse(record);
    }
    const masked = this.counter.mask(record);
    if (masked === record) {
      return units;
    }
    const write = (text: string): string =>
      encoded(this.codec, text.replace(NEWLINES, ' '), () => this.place);
    return typeof masked === 'string' ? write(masked) : masked.then(write);
  }

  private refuse(record: string): never {
    const fault = findJsonFault(record);
    const column = (fault?.at ?? 0) + 1;
    throw new FormatError('malformed', `Line ${this.line}, character ${column}: ${fault?.reason ?? ''}.`);
  }

  private get place(): string {
    return `line ${this.line}`;
  }
}

function skipWhite(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && isWhite(text.charCodeAt(at))) {
    at++;
  }
  return at;
}

/** Before the white space at the end; there is something else before it. */
function skipWhiteBack(text: string, end: number): number {
  let at = end;
  while (isWhite(text.charCodeAt(at - 1))) {
    at--;
  }
  return at;
}

function isWhite(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0d;
}
