import { quoteText } from './parquet-sql.js';

/**
 * Cells of a row travel between DuckDB and masks as one text, since each text that passes costs more than all else that
 * is done with it. `SEPARATOR` stands between them; where a cell has it itself, or the other sign, the text is a JSON list
 * behind `LISTED`.
 */
const SEPARATOR = '\u001f';
const SIGN = '\u001e';
const LISTED = SIGN + SIGN;

/** First of what is given back for a cell: behind it stands the new text. An empty text: the cell stays as it is. */
const NEW_TEXT = '=';
/** The new value is NULL. */
const NEW_NULL = '-';

/** SQL: the cells, each given as SQL of its text, as one text. */
export function packSql(cells: readonly string[]): string {
  const [separator, sign] = [quoteText(SEPARATOR), quoteText(SIGN)];
  const isOdd = cells.map((cell) => `contains(${cell}, ${separator}) OR contains(${cell}, ${sign})`);
  const listed = `${quoteText(LISTED)} || to_json([${cells.join(', ')}])::VARCHAR`;
  const joined = cells.map((cell) => `coalesce(${cell}, ${sign})`).join(` || ${separator} || `);
  return `CASE WHEN ${isOdd.join(' OR ')} THEN ${listed} ELSE ${joined} END`;
}

/** The cells of what `packSql` made. */
export function unpackRow(packed: string): (string | null)[] {
  if (packed.startsWith(LISTED)) {
    return JSON.parse(packed.slice(LISTED.length)) as (string | null)[];
  }
  const cells: (string | null)[] = packed.split(SEPARATOR);
  if (packed.includes(SIGN)) {
    return cells.map((cell) => (cell === SIGN ? null : cell));
  }
  return cells;
}

/** What is given back for a new value of a cell; undefined: it keeps its value. */
export function packCell(value: string | null | undefined): string {
  return value === undefined ? '' : value === null ? NEW_NULL : NEW_TEXT + value;
}

/** What is given back for a row, of what `packCell` made. */
export function packCells(cells: readonly string[]): string {
  let joined = '';
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i]!;
    if (cell.includes(SEPARATOR) || cell.includes(SIGN)) {
      return LISTED + JSON.stringify(cells);
    }
    joined = i === 0 ? cell : joined + SEPARATOR + cell;
  }
  return joined;
}

/** SQL: the list of cells in what `packCells` made; NULL where that is NULL. */
export function cellsSql(packed: string): string {
  const listed = `from_json(substr(${packed}, ${LISTED.length + 1}), '["VARCHAR"]')`;
  const split = `string_split(${packed}, ${quoteText(SEPARATOR)})`;
  return `CASE WHEN starts_with(${packed}, ${quoteText(LISTED)}) THEN ${listed} ELSE ${split} END`;
}

/** SQL: the value of a cell, from what `packCell` made. */
export function cellSql(cell: string, old: string, fromText: (text: string) => string): string {
  const isKept = `${cell} IS NULL OR ${cell} = ''`;
  return `CASE WHEN ${isKept} THEN ${old} WHEN ${cell} = '${NEW_NULL}' THEN NULL ELSE ${fromText(`substr(${cell}, 2)`)} END`;
}
