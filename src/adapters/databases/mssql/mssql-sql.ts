import type { TableName } from '../database-adapter.js';

/** The only place where an identifier becomes SQL. */
export function quoteIdentifier(name: string): string {
  return `[${name.replaceAll(']', ']]')}]`;
}

/** Temporary tables have no schema. */
export function quoteTable({ schema, table }: TableName): string {
  return schema === '' ? quoteIdentifier(table) : `${quoteIdentifier(schema)}.${quoteIdentifier(table)}`;
}

/**
 * A text as SQL literal. Only the quote is special, but a backslash before a line break would swallow both: there the
 * literal is cut in two.
 */
export function quoteText(text: string | null): string {
  return text === null ? 'NULL' : `N'${text.replaceAll("'", "''").replace(/\\(?=\r?\n)/g, "\\' + N'")}'`;
}

const CLOSING: Readonly<Record<string, string>> = { '[': ']', '"': '"', '`': '`' };

/** One identifier as written, without its quotes: brackets, or the quotes of other rulesets. Case is kept. */
export function readIdentifier(written: string): string {
  const trimmed = written.trim();
  const closing = CLOSING[trimmed[0] ?? ''];
  const isQuoted = closing !== undefined && trimmed.length >= 2 && trimmed.endsWith(closing);
  return isQuoted ? trimmed.slice(1, -1).replaceAll(closing + closing, closing) : trimmed;
}

/** Splits `schema.table` at the dots outside quotes; null when a quote is left open. */
export function splitQualifiedName(written: string): readonly string[] | null {
  const parts: string[] = [];
  let start = 0;
  for (let index = 0; index < written.length; index += 1) {
    const closing = written.slice(start, index).trim() === '' ? CLOSING[written[index] ?? ''] : undefined;
    if (closing !== undefined) {
      index = endOfQuote(written, index + 1, closing);
    } else if (written[index] === '.') {
      parts.push(written.slice(start, index));
      start = index + 1;
    }
    if (index >= written.length) {
      return null;
    }
  }
  return [...parts, written.slice(start)].map(readIdentifier);
}

/** Where the quote closes: a doubled one is part of the name. Beyond the text: nowhere. */
function endOfQuote(written: string, from: number, closing: string): number {
  for (let index = from; index < written.length; index += 1) {
    if (written[index] === closing) {
      if (written[index + 1] !== closing) {
        return index;
      }
      index += 1;
    }
  }
  return written.length;
}
