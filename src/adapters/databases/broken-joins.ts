import { DatabaseError } from './database-adapter.js';
import type { TableName } from './database-adapter.js';
import type { KeyLink } from './key-rewriting.js';

/** Throws `joins_broken` where a join gives another number of rows than before. Counts stand in the order of the links. */
export function refuseBrokenJoins(
  links: readonly KeyLink[],
  counts: { readonly before: readonly string[]; readonly after: readonly string[] },
  quoteTable: (table: TableName) => string,
): void {
  const broken = links.findIndex((_, index) => counts.before[index] !== counts.after[index]);
  const link = links[broken];
  if (link !== undefined) {
    const text =
      `after the change ${counts.after[broken] ?? ''} instead of ${counts.before[broken] ?? ''} rows of ` +
      `${quoteTable(link.from.table)} have a partner in ${quoteTable(link.to.table)}: all of it was undone`;
    throw new DatabaseError('joins_broken', text, false);
  }
}
