import { FieldCollector } from './field-collector.js';
import { FormatError } from '../format-error.js';
import { LONGEST_RECORD } from '../delimited/record-reader.js';
import { readHead } from '../read-head.js';
import { readLayout, unitOf } from '../delimited/delimited-layout.js';
import { RecordScanner } from '../delimited/record-scanner.js';
import { typeOfText } from './data-types.js';
import { unitsOf } from '../unit-stream.js';
import { wireEncoding } from './wire-encoding.js';
import type { DelimitedLayout } from '../delimited/delimited-layout.js';
import type { FileSample, SampleOptions } from './file-sample.js';
import type { FileSource } from '../format-adapter.js';

const QUOTE = '"';
const FIRST_LOOK = 128 * 1024;
/** A cell that no column is called by: the first record is data, too. */
const DATA = [/^[^@\s]+@[^@\s]+\.[a-z]+$/i, /^-?\d{5,}$/, /^-?\d+[.,]\d+$/];

/** A delimited file: a field for each column, by its name in the first record, or by its position where that is data. */
export async function sampleDelimited(source: FileSource, options: SampleOptions): Promise<FileSample> {
  const layout = await layoutOf(source, options);
  const names = columnNames(layout);
  const fields = new FieldCollector(options.values);
  names.forEach((name) => fields.note(name));
  const doubled = names.find((name, index) => names.indexOf(name) !== index);
  const reader = new RowSampler(layout, names, fields);
  const problem = options.values === 0 ? null : await problemOf(() => reader.read(source, options));
  if (options.values === 0) {
    names.forEach((name) => fields.type(name, 'str'));
  }
  const twice = doubled === undefined ? null : `Two columns of the file are called "${doubled}".`;
  return {
    delimiter: layout.delimiter,
    encoding: wireEncoding(layout.codec.encoding.name),
    fields: fields.result(),
    problem: problem ?? twice ?? reader.problem ?? fields.problem,
  };
}

async function layoutOf(source: FileSource, { encoding }: SampleOptions): Promise<DelimitedLayout> {
  const options = { delimiter: null, quoteCharacter: QUOTE, nullText: null, namedColumns: [] };
  const isUtf8 = encoding.toLowerCase().replace(/[^a-z0-9]/g, '') === 'utf8';
  const written = isUtf8 && !isValidUtf8(await readHead(source, FIRST_LOOK)) ? 'auto' : encoding;
  return readLayout(source, { ...options, encoding: written });
}

/** The last character may be cut in two. */
function isValidUtf8(head: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Tasks call the columns of a file without header by their positions. */
function columnNames({ columnNames: first }: DelimitedLayout): readonly string[] {
  const isData = first.some(
    (cell) => DATA.some((pattern) => pattern.test(cell.trim())) || isDate(cell.trim()),
  );
  return isData ? first.map((_, column) => String(column)) : first;
}

function isDate(cell: string): boolean {
  const type = typeOfText(cell, false);
  return type === 'date' || type === 'timestamp';
}

/** Reads the first records of a file. */
class RowSampler {
  problem: string | null = null;
  private readonly scanner: RecordScanner;
  private skipsHeader: boolean;
  private rows = 0;

  constructor(
    private readonly layout: DelimitedLayout,
    private readonly names: readonly string[],
    private readonly fields: FieldCollector,
  ) {
    const { codec, delimiter } = layout;
    this.scanner = new RecordScanner(unitOf(codec, delimiter), unitOf(codec, QUOTE), null);
    this.skipsHeader = names === layout.columnNames;
  }

  async read(source: FileSource, { values, signal }: SampleOptions): Promise<void> {
    const stream = await source.open();
    const mark = (): Promise<void> => Promise.resolve();
    let text = '';
    for await (const units of unitsOf(stream, this.layout.codec, { signal, mark, read: () => undefined })) {
      text = this.records(text + units, values, false);
      if (this.rows >= values) {
        return;
      }
      if (text.length > LONGEST_RECORD) {
        throw new FormatError('too_long', `Line ${this.scanner.line} is too long: is a quote never closed?`);
      }
    }
    this.records(text, values, true);
  }

  /** Takes the whole records of a text, and gives back what is left of it. */
  private records(text: string, most: number, isLast: boolean): string {
    const { scanner } = this;
    let at = 0;
    while (this.rows < most) {
      at = scanner.skipBlankLines(text, at, isLast);
      scanner.spans.length = 0;
      const { line } = scanner;
      if (at >= text.length || !scanner.scan(text, at, isLast)) {
        break;
      }
      this.record(text, line);
      at = scanner.end;
    }
    return text.slice(at);
  }

  private record(text: string, line: number): void {
    if (this.skipsHeader) {
      this.skipsHeader = false;
      return;
    }
    this.rows++;
    const { spans, cells } = this.scanner;
    if (cells !== this.names.length) {
      const count = `${cells} ${cells === 1 ? 'cell' : 'cells'}`;
      this.problem ??= `Line ${line}: the record has ${count} instead of ${this.names.length}.`;
    }
    this.names.slice(0, cells).forEach((name, column) => {
      const [from, to, isQuoted] = spans.slice(column * 3, column * 3 + 3);
      const value = this.layout.cells.read(text.slice(from, to), isQuoted === 1);
      if (value === null) {
        this.problem ??= `Line ${line}: a cell is not valid ${this.layout.codec.encoding.name}.`;
      }
      this.fields.add(name, value === '' ? null : value, 'text');
    });
  }
}

async function problemOf(read: () => Promise<void>): Promise<string | null> {
  try {
    await read();
    return null;
  } catch (error) {
    if (error instanceof FormatError) {
      return error.message;
    }
    throw error;
  }
}
