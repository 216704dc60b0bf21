import type { GenerationDialect } from './generation-input.js';

const PLAIN: Readonly<Record<GenerationDialect['unquotedNames'], RegExp>> = {
  lower: /^[a-z_][a-z0-9_]*$/,
  upper: /^[A-Z_][A-Z0-9_]*$/,
  kept: /^[A-Za-z_][A-Za-z0-9_]*$/,
};

/** A name as a ruleset spells it: in double quotes unless it stays the same without. */
export function writtenName(name: string, { unquotedNames }: GenerationDialect): string {
  return PLAIN[unquotedNames].test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

export function writtenTable(schema: string, table: string, dialect: GenerationDialect): string {
  const parts = schema === '' ? [table] : [schema, table];
  return parts.map((part) => writtenName(part, dialect)).join('.');
}
