import type { TableName } from '../database-adapter.js';

/** The only place where an identifier becomes SQL. */
export function quoteIdentifier(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``;
}

export function quoteTable(name: TableName): string {
  return `${quoteIdentifier(name.schema)}.${quoteIdentifier(name.table)}`;
}

const NEEDS_ESCAPE = /['\\]/;
const ESCAPED = /['\\]/g;

/** A text as SQL literal. Sessions are pinned to UTF-8 and to backslash escapes, so nothing else is special. */
export function quoteText(text: string | null): string {
  if (text === null) {
    return 'NULL';
  }
  return NEEDS_ESCAPE.test(text) ? `'${text.replace(ESCAPED, '\\$&')}'` : `'${text}'`;
}

/**
 * One identifier as written, without its quotes: backticks as in MySQL, or double quotes as in other rulesets. Case is
 * kept; who compares decides about it.
 */
export function readIdentifier(written: string): string {
  const trimmed = written.trim();
  const quote = trimmed[0] ?? '';
  const isQuoted = (quote === '`' || quote === '"') && trimmed.length >= 2 && trimmed.endsWith(quote);
  return isQuoted ? trimmed.slice(1, -1).replaceAll(quote + quote, quote) : trimmed;
}

/** Names of columns differ by more than case in every table. */
export function foldColumn(name: string): string {
  return name.toLowerCase();
}

/** Splits `schema.table` at the dots outside quotes; null when a quote is left open. */
export function splitQualifiedName(written: string): readonly string[] | null {
  const parts: string[] = [];
  let start = 0;
  let quote = '';
  for (let index = 0; index < written.length; index += 1) {
    const character = written[index] ?? '';
    if (quote !== '') {
      quote = character === quote ? '' : quote;
    } else if (character === '`' || character === '"') {
      quote = character;
    } else if (character === '.') {
      parts.push(written.slice(start, index));
      start = index + 1;
    }
  }
  parts.push(written.slice(start));
  return quote === '' ? parts.map(readIdentifier) : null;
}
