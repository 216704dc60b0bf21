import type { TableName } from '../adapters/databases/index.js';

/** As log lines and refusals name a table: `"app"."orders"`. */
export function shownTable({ schema, table }: TableName): string {
  return `"${schema}"."${table}"`;
}
