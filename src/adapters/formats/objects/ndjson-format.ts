import { documentStart, findJsonFault, MaskingError } from '../../../engine/index.js';
import { FormatError } from '../format-error.js';
import { decoded, encoded, JSON_SPECIAL } from './record-text.js';
import { openText } from './text-work.js';
import { RecordCounter } from './record-counter.js';
import type { ObjectFormat, RecordMasker } from '../format-adapter.js';
import type { TextCodec } from '../text-codec.js';

/** Longest line, in units: it is held in memory more than once. */
const LONGEST_LINE = 32 * 1024 * 1024;
const NEWLINE = '\n';
const OPEN_OBJECT = 0x7b;
const OPEN_LIST = 0x5b;
const NEWLINES = /[\r\n]/g;

/** One JSON document a line: only masked values are written anew; line ends, blank lines and spaces stay. */
export const ndjsonFormat: ObjectFormat = {
  content: 'json',
  async mask(source, sink, work) {
    const text = await openText(source, { sink, work }, JSON_SPECIAL);
    const copy = new LineCopy(text.codec, work.masker);
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
    private readonly masker: RecordMasker,
  ) {
    this.counter = new RecordCounter(masker, this.place);
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

  /** Where the text of all lines is sure to become the same units again, lines are masked in it. */
  private async maskLines(units: string): Promise<string> {
    const text = this.codec.toSafeText(units);
    if (text === null) {
      return this.rewriteLines(units, (line) => this.maskUnits(line, decoded(this.codec, line, this.place)));
    }
    const first = this.line;
    const masked = await this.rewriteLines(text, (line) => this.maskText(line));
    return masked === text ? units : (this.codec.toUnits(masked) ?? this.refuseCharacters(masked, first));
  }

  /** Some line, the first of which is `first`, has what the encoding does not have. */
  private refuseCharacters(lines: string, first: number): never {
    this.line = first;
    for (const line of lines.split(NEWLINE)) {
      encoded(this.codec, line, this.place);
      this.line++;
    }
    throw new Error('Lines that can be written have become lines that cannot');
  }

  private async rewriteLines(
    lines: string,
    rewrite: (line: string) => string | Promise<string>,
  ): Promise<string> {
    let result = '';
    let copied = 0;
    for (let at = 0; at < lines.length;) {
      const newline = lines.indexOf(NEWLINE, at);
      const end = newline < 0 ? lines.length : newline;
      const start = skipWhite(lines, at, end);
      const stop = start === end ? end : skipWhiteBack(lines, end);
      if (start < stop) {
        const line = lines.slice(start, stop);
        const rewritten = rewrite(line);
        const replacement = typeof rewritten === 'string' ? rewritten : await rewritten;
        if (replacement !== line) {
          result += lines.slice(copied, start) + replacement;
          copied = stop;
        }
      }
      at = end + 1;
      this.line++;
    }
    return copied === 0 ? lines : result + lines.slice(copied);
  }

  /** A line as it is to be written, in units; `record` is its text. */
  private maskUnits(units: string, record: string): string | Promise<string> {
    const write = (masked: string): string =>
      masked === record ? units : encoded(this.codec, masked, this.place);
    const masked = this.maskText(record);
    return typeof masked === 'string' ? write(masked) : masked.then(write);
  }

  /** The record’s text as it is to be written. */
  private maskText(record: string): string | Promise<string> {
    if (!(this.masker.checksJson === true && isListOrObject(record)) && documentStart(record) < 0) {
      this.refuse(record);
    }
    try {
      const masked = this.counter.mask(record);
      return typeof masked === 'string'
        ? onOneLine(masked, record)
        : masked
            .then((text) => onOneLine(text, record))
            .catch((error: unknown) => this.explain(error, record));
    } catch (error) {
      return this.explain(error, record);
    }
  }

  /** A mask that has found out that the line is no JSON does not say where. */
  private explain(error: unknown, record: string): never {
    if (error instanceof MaskingError && error.code === 'bad_json' && documentStart(record) < 0) {
      this.refuse(record);
    }
    throw error;
  }

  private refuse(record: string): never {
    const fault = findJsonFault(record);
    const column = (fault?.at ?? 0) + 1;
    throw new FormatError('malformed', `Line ${this.line}, character ${column}: ${fault?.reason ?? ''}.`);
  }

  private readonly place = (): string => `line ${this.line}`;
}

/** Line ends in what masks have made would end the record. */
function onOneLine(masked: string, record: string): string {
  const isBroken = masked !== record && (masked.includes(NEWLINE) || masked.includes('\r'));
  return isBroken ? masked.replace(NEWLINES, ' ') : masked;
}

function isListOrObject(record: string): boolean {
  const first = record.charCodeAt(0);
  return first === OPEN_OBJECT || first === OPEN_LIST;
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
