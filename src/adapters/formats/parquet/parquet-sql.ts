export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** For reading only: a sign that stands for itself in DuckDB's patterns. */
export function globSafe(path: string): string {
  return path.replace(/[[*?]/g, (sign) => `[${sign}]`);
}
