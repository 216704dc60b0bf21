const DELIMITERS = [',', ';', '\t', '|'];

/** A first line by which some programs say what parts the cells. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/i;

/**
 * The rows of a CSV however a spreadsheet program wrote it: parted by commas, semicolons, tabs or bars, with any line ends,
 * with quotes around any cells, and with blank lines. What parts the cells is what parts the first line best.
 */
export function* spreadsheetRows(text: string): Generator<readonly string[]> {
  const said = SEPARATOR_LINE.exec(text);
  const body = said === null ? text : text.slice(said[0].length);
  const delimiter = said?.[1] ?? bestDelimiter(body);
  let at = 0;
  while (at < body.length) {
    const { cells, end } = readRow(body, at, delimiter);
    if (cells.some((cell) => cell !== '')) {
      yield cells;
    }
    at = end;
  }
}

function bestDelimiter(text: string): string {
  const counts = DELIMITERS.map((delimiter) => readRow(text, 0, delimiter).cells.length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))]!;
}

function readRow(text: string, start: number, delimiter: string): { cells: string[]; end: number } {
  const cells: string[] = [];
  let at = start;
  for (;;) {
    const { cell, end } = text[at] === '"' ? quotedCell(text, at, delimiter) : bareCell(text, at, delimiter);
    cells.push(cell);
    if (text[end] !== delimiter) {
      return { cells, end: end + (text.startsWith('\r\n', end) ? 2 : 1) };
    }
    at = end + 1;
  }
}

function bareCell(text: string, start: number, delimiter: string): { cell: string; end: number } {
  let end = start;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') {
    end += 1;
  }
  return { cell: text.slice(start, end), end };
}

/** What stands behind the closing quote belongs to the cell, as spreadsheet programs read it. */
function quotedCell(text: string, start: number, delimiter: string): { cell: string; end: number } {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && text[end + 1] === '"') {
    end = text.indexOf('"', end + 2);
  }
  if (end === -1) {
    return { cell: text.slice(start + 1).replaceAll('""', '"'), end: text.length };
  }
  const rest = bareCell(text, end + 1, delimiter);
  return { cell: text.slice(start + 1, end).replaceAll('""', '"') + rest.cell, end: rest.end };
}
