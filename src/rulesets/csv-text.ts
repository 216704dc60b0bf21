/** A CSV text that RFC 4180 does not allow. Says where, never what. */
export class CsvError extends Error {
  constructor(
    reason: string,
    /** Line of the fault, from 1. */
    readonly line: number,
  ) {
    super(`${reason} (line ${line})`);
    this.name = 'CsvError';
  }
}

interface Cell {
  readonly text: string;
  /** Index behind the cell: at a comma, a line end or the end of the text. */
  readonly end: number;
}

/**
 * Reads RFC 4180 strictly, in pieces of whole records: cells parted by commas, records by LF or CRLF, quotes doubled
 * inside quotes, every record as long as the first. Throws `CsvError`.
 */
export class CsvReader {
  /** Line of the next record, from 1. */
  line = 1;
  private width: number | null = null;

  read(source: string): string[][] {
    const records: string[][] = [];
    let at = 0;
    while (at < source.length) {
      const { cells, end } = readRecord(source, at, this.line);
      this.width ??= cells.length;
      if (cells.length !== this.width) {
        throw new CsvError(`The record has ${cells.length} cells instead of ${this.width}`, this.line);
      }
      records.push(cells);
      this.line += countLines(source, at, end);
      at = end;
    }
    return records;
  }
}

/** Reads a whole text; a byte order mark is passed over. */
export function parseCsv(text: string): string[][] {
  return new CsvReader().read(text.startsWith('\ufeff') ? text.slice(1) : text);
}

function readRecord(source: string, start: number, line: number): { cells: string[]; end: number } {
  const cells: string[] = [];
  let at = start;
  for (;;) {
    const cell = source[at] === '"' ? readQuoted(source, at, line) : readBare(source, at, line);
    cells.push(cell.text);
    if (source[cell.end] !== ',') {
      return { cells, end: cell.end + lineEndLength(source, cell.end, line) };
    }
    at = cell.end + 1;
  }
}

function readBare(source: string, start: number, line: number): Cell {
  let end = start;
  while (end < source.length && !',\r\n'.includes(source[end]!)) {
    if (source[end] === '"') {
      throw new CsvError('A quote stands inside a cell that is not quoted', line);
    }
    end++;
  }
  return { text: source.slice(start, end), end };
}

function readQuoted(source: string, start: number, line: number): Cell {
  let end = source.indexOf('"', start + 1);
  while (end !== -1 && source[end + 1] === '"') {
    end = source.indexOf('"', end + 2);
  }
  if (end === -1) {
    throw new CsvError('A quote is never closed', line);
  }
  const after = source[end + 1];
  if (after !== undefined && !',\r\n'.includes(after)) {
    throw new CsvError('Something follows a closing quote', line + countLines(source, start, end));
  }
  return { text: source.slice(start + 1, end).replaceAll('""', '"'), end: end + 1 };
}

function lineEndLength(source: string, at: number, line: number): number {
  if (at >= source.length) {
    return 0;
  }
  if (source[at] === '\r' && source[at + 1] !== '\n') {
    throw new CsvError('A carriage return stands alone', line);
  }
  return source[at] === '\r' ? 2 : 1;
}

function countLines(source: string, start: number, end: number): number {
  let lines = 0;
  for (let at = source.indexOf('\n', start); at !== -1 && at < end; at = source.indexOf('\n', at + 1)) {
    lines++;
  }
  return lines;
}
