import { CellText } from './cell-text.js';
import { detectDelimiter } from './detect-delimiter.js';
import { FormatError } from '../format-error.js';
import { LONGEST_RECORD } from './record-reader.js';
import { readHead } from '../read-head.js';
import { RecordScanner } from './record-scanner.js';
import { resolveEncoding } from '../text-encoding.js';
import { textCodec } from '../text-codec.js';
import type { DelimitedOptions } from './delimited-options.js';
import type { FileSource } from '../format-adapter.js';
import type { TextCodec } from '../text-codec.js';

/** How one file is built, found out from its first bytes. */
export interface DelimitedLayout {
  readonly codec: TextCodec;
  readonly cells: CellText;
  readonly delimiter: string;
  readonly columnNames: readonly string[];
  /** Is the first record made of names, and no data? */
  readonly hasHeader: boolean;
}

/** Enough for the header of nearly all files, and for telling delimiter and encoding. */
const FIRST_LOOK = 128 * 1024;
const GROWTH = 16;
const POSITION = /^\d{1,9}$/;

/** Throws `FormatError`. */
export async function readLayout(source: FileSource, options: DelimitedOptions): Promise<DelimitedLayout> {
  for (let length = FIRST_LOOK; ; length *= GROWTH) {
    const head = await readHead(source, length);
    const layout = layoutOf(head, head.length < length, options);
    if (layout !== null) {
      return layout;
    }
    if (length > LONGEST_RECORD) {
      throw new FormatError('too_long', 'The first line is too long: is this a delimited file?');
    }
  }
}

/** Null: the first record is longer than `head`. */
function layoutOf(head: Buffer, isAll: boolean, options: DelimitedOptions): DelimitedLayout | null {
  const encoding = resolveEncoding(options.encoding, head);
  const bytes = head.subarray(encoding.markLength);
  const plain = textCodec(encoding, [options.quoteCharacter]);
  const quote = plain.toUnits(options.quoteCharacter);
  const sample = units(plain, bytes, isAll);
  const delimiter = options.delimiter ?? detectDelimiter(sample, quote ?? options.quoteCharacter);
  const codec = textCodec(encoding, [delimiter, options.quoteCharacter]);
  const cells = new CellText(codec, delimiter, options.quoteCharacter);
  const first = firstRecord(units(codec, bytes, isAll), isAll, {
    codec,
    cells,
    delimiter,
    quote: options.quoteCharacter,
  });
  return first && { codec, cells, delimiter, ...named(first, options.namedColumns) };
}

/** Of a part, the last character may be cut off: that is no fault yet. */
function units(codec: TextCodec, bytes: Buffer, isAll: boolean): string {
  const decoder = codec.decoder();
  return decoder.push(bytes) + (isAll ? decoder.end() : '');
}

interface Grammar {
  readonly codec: TextCodec;
  readonly cells: CellText;
  readonly delimiter: string;
  readonly quote: string;
}

function firstRecord(text: string, isAll: boolean, grammar: Grammar): readonly string[] | null {
  const { codec, cells, delimiter, quote } = grammar;
  const scanner = new RecordScanner(unitOf(codec, delimiter), unitOf(codec, quote), null);
  const start = scanner.skipBlankLines(text, 0, isAll);
  if (start >= text.length && isAll) {
    throw new FormatError('empty', 'The file is empty: it has no columns.');
  }
  if (!scanner.scan(text, start, isAll)) {
    return null;
  }
  return Array.from({ length: scanner.cells }, (_, column) => {
    const [from, to, isQuoted] = scanner.spans.slice(column * 3, column * 3 + 3);
    const name = cells.read(text.slice(from, to), isQuoted === 1);
    if (name === null) {
      const place = `Line ${scanner.line - 1}: the name of column ${column}`;
      throw new FormatError('bad_encoding', `${place} is not valid ${codec.encoding.name}.`);
    }
    return name;
  });
}

/** The one unit that a structuring character is. */
export function unitOf(codec: TextCodec, character: string): number {
  const written = codec.toUnits(character);
  if (written?.length !== 1) {
    throw new FormatError(
      'bad_encoding',
      `${codec.encoding.name} has no character for the delimiter or quote.`,
    );
  }
  return written.charCodeAt(0);
}

function named(
  first: readonly string[],
  asked: readonly string[],
): Pick<DelimitedLayout, 'columnNames' | 'hasHeader'> {
  const byPosition =
    asked.length > 0 && asked.every((name) => POSITION.test(name) && Number(name) < first.length);
  if (byPosition && !isHeaderOfPositions(first)) {
    return { columnNames: first.map((_, column) => String(column)), hasHeader: false };
  }
  const twice = asked.find((name) => first.indexOf(name) !== first.lastIndexOf(name));
  if (twice !== undefined) {
    throw new FormatError('bad_columns', `Two columns of the file are called "${twice}".`);
  }
  return { columnNames: first, hasHeader: true };
}

/** Some writers call columns `0`, `1`, `2` … A lone `0`, or a first row where only some cells fit, is data that gets masked. */
function isHeaderOfPositions(first: readonly string[]): boolean {
  return first.length > 1 && first.every((name, column) => name === String(column));
}
