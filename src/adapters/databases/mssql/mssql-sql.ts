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
  let closing = '';
  for (let index = 0; index < written.length; index += 1) {
    const character = written[index] ?? '';
    if (closing !== '') {
      closing = character === closing ? '' : closing;
    } else if (CLOSING[character] !== undefined && isStart(written, start, index)) {
      closing = CLOSING[character];
    } else if (character === '.') {
      parts.push(written.slice(start, index));
      start = index + 1;
    }
  }
  parts.push(written.slice(start));
  return closing === '' ? parts.map(readIdentifier) : null;
}

/** A doubled closing quote opens the name again: what stands before it belongs to it. */
function isStart(written: string, start: number, index: number): boolean {
  const before = written.slice(start, index).trimStart();
  return before === '' || before.endsWith(CLOSING[before[0] ?? ''] ?? '\0');
}
