import type { TableName } from '../database-adapter.js';

/** The only place where an identifier becomes SQL. */
export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function quoteTable(name: TableName): string {
  return `${quoteIdentifier(name.schema)}.${quoteIdentifier(name.table)}`;
}

/** The user's condition stands alone in parentheses on lines of its own: a comment at its end harms nothing. */
export function whereClause(where: string | null, conditions: readonly string[]): string {
  const all = where === null ? conditions : [`(\n${where}\n)`, ...conditions];
  return all.length === 0 ? '' : ` WHERE ${all.join(' AND ')}`;
}

/**
 * One identifier as written to the catalog's spelling: quoted ones are exact, the others lose their capitals.
 * Only ASCII letters fold, as PostgreSQL does in every multi-byte encoding.
 */
export function foldIdentifier(written: string): string {
  const trimmed = written.trim();
  if (trimmed.length >= 2 && trimmed.startsWith('"') && trimmed.endsWith('"')) {
    return trimmed.slice(1, -1).replaceAll('""', '"');
  }
  return trimmed.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Splits `schema.table` at the dots outside quotes and folds each part; null when a quote is left open. */
export function splitQualifiedName(written: string): readonly string[] | null {
  const parts: string[] = [];
  let start = 0;
  let quoted = false;
  for (let index = 0; index < written.length; index += 1) {
    const character = written[index];
    if (character === '"') {
      quoted = !quoted;
    } else if (character === '.' && !quoted) {
      parts.push(written.slice(start, index));
      start = index + 1;
    }
  }
  parts.push(written.slice(start));
  return quoted ? null : parts.map(foldIdentifier);
}
