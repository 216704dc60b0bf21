import type { DealOrder, PartitionClaim } from '../database-adapter.js';
import { DealPages } from '../sql/deal-pages.js';
import type { PageReader } from '../sql/page-reader.js';
import type { BuildTools } from './oracle-built-tables.js';
import { buildOnce, dropIfThere, stagedBeside } from './oracle-built-tables.js';
import { quoteIdentifier, quoteTable, quoteText } from './oracle-sql.js';
import { writeExpression } from './oracle-types.js';
import { bound } from './oracle-writer.js';

/**
 * The rows that take part are staged in key order; the values then get an order of their own, by a hash of their place
 * and the seed, and the first row gets the first value. The server sorts, so neither side holds more than a page.
 */
export async function dealColumn(
  tools: BuildTools & { readonly reader: PageReader },
  claim: PartitionClaim | null,
  order: DealOrder,
): Promise<number | null> {
  const { client } = tools;
  const pages = new DealPages(tools.reader, order);
  const { columns, names } = pages;
  const source = quoteTable(order.scan.table);
  return buildOnce(tools, { claim, built: order }, async (table) => {
    const staged = stagedBeside(table);
    const list = columns.map(({ name }, place) => `s.${quoteIdentifier(name)} AS ${names[place] ?? ''}`);
    await client.execute(dropIfThere(staged));
    try {
      await client.execute(
        `CREATE TABLE ${staged} AS SELECT CAST(0 AS NUMBER(19)) AS nr, CAST(0 AS NUMBER(9)) AS pool, ${list.join(', ')}
         FROM ${source} s WHERE 1 = 0`,
      );
      await pages.each(async (numbered, texts) => {
        const binds = numbered.map((column, place) => bound(column, texts[place] ?? []));
        const values = numbered.map(({ typeName }, place) =>
          writeExpression(`:${place + 1}`, typeName, true),
        );
        await client.executeMany(
          `INSERT INTO ${staged} (nr, pool, ${names.join(', ')}) VALUES (${values.join(', ')})`,
          (texts[0] ?? []).map((_, row) => binds.map((one) => one.values[row] ?? null)),
          binds.map(({ bind }) => bind),
        );
      });
      await client.execute(deal(table, staged, names, order.seed));
    } finally {
      await client.execute(dropIfThere(staged)).catch(() => undefined);
    }
  });
}

function deal(table: string, staged: string, names: readonly string[], seed: string): string {
  const keys = names.slice(0, -1);
  const value = names.at(-1) ?? '';
  const byHash = `STANDARD_HASH(${quoteText(seed)} || nr, 'SHA256')`;
  return `CREATE TABLE ${table} AS SELECT ${keys.map((key) => `t.${key}`).join(', ')}, g.${value} FROM (
      SELECT pool, ${keys.join(', ')}, ROW_NUMBER() OVER (PARTITION BY pool ORDER BY nr) AS place FROM ${staged}) t
    JOIN (
      SELECT pool, ${value}, ROW_NUMBER() OVER (PARTITION BY pool ORDER BY ${byHash}, nr) AS place FROM ${staged}) g
      ON g.pool = t.pool AND g.place = t.place`;
}
