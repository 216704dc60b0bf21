import type { TableName } from '../database-adapter.js';

/** The only place where an identifier becomes SQL. The server knows no name with a double quote, and refuses it. */
export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function quoteTable(name: TableName): string {
  return `${quoteIdentifier(name.schema)}.${quoteIdentifier(name.table)}`;
}

/** A text as SQL literal. Only the quote is special. */
export function quoteText(text: string | null): string {
  return text === null ? 'NULL' : `'${text.replaceAll("'", "''")}'`;
}

/** A literal holds 4,000 bytes, and a character takes up to four. */
const PIECE = 1_000;

export function quoteLongText(text: string | null): string {
  if (text === null || text.length <= PIECE) {
    return quoteText(text);
  }
  const pieces: string[] = [];
  let piece = '';
  for (const character of text) {
    piece += character;
    if (piece.length >= PIECE) {
      pieces.push(piece);
      piece = '';
    }
  }
  return [...pieces, piece].map((part) => `TO_CLOB(${quoteText(part)})`).join(' || ');
}

/** One identifier as written: without quotes it means capitals. */
export function readIdentifier(written: string): string {
  const trimmed = written.trim();
  const isQuoted = trimmed.length >= 2 && trimmed.startsWith('"') && trimmed.endsWith('"');
  return isQuoted ? trimmed.slice(1, -1).replaceAll('""', '"') : trimmed.toUpperCase();
}

/** Splits `schema.table` at the dots outside quotes; null when a quote is left open. */
export function splitQualifiedName(written: string): readonly string[] | null {
  const parts: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let index = 0; index < written.length; index += 1) {
    if (written[index] === '"') {
      isQuoted = !isQuoted;
    } else if (written[index] === '.' && !isQuoted) {
      parts.push(written.slice(start, index));
      start = index + 1;
    }
  }
  parts.push(written.slice(start));
  return isQuoted ? null : parts.map(readIdentifier);
}
