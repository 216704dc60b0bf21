import type { DealOrder, PartitionClaim, TargetColumn } from '../database-adapter.js';
import { DealPages } from '../sql/deal-pages.js';
import type { PageReader } from '../sql/page-reader.js';
import type { BuildTools } from './mssql-built-tables.js';
import { buildOnce } from './mssql-built-tables.js';
import { quoteText } from './mssql-sql.js';
import { fillStaging } from './mssql-stage.js';
import { createLike } from './mssql-staging.js';

const STAGED = '#vizard_deal';

/**
 * The rows that take part are staged in key order; the values then get an order of their own, by a hash of their place
 * and the seed, and the first row gets the first value. The server sorts, so neither side holds more than a page.
 */
export async function dealColumn(
  tools: BuildTools & { readonly reader: PageReader },
  claim: PartitionClaim | null,
  order: DealOrder,
): Promise<number | null> {
  const { client, reader } = tools;
  const pages = new DealPages(reader, order);
  const { columns, names } = pages;
  await client.execute(`DROP TABLE IF EXISTS ${STAGED}`);
  try {
    return await buildOnce(tools, { claim, built: order }, async (table) => {
      const own = { table: order.scan.table, columns, names };
      const more = ['CONVERT(bigint, NULL) AS nr', 'CONVERT(int, NULL) AS pool'];
      await client.execute(createLike(STAGED, own, more));
      await pages.each((numbered, texts) =>
        fillStaging(client, STAGED, { columns: numbered, names: ['nr', 'pool', ...names], texts }),
      );
      for (const statement of deal(table, names, order.seed, columns)) {
        await client.execute(statement);
      }
    });
  } finally {
    await client.execute(`DROP TABLE IF EXISTS ${STAGED}`).catch(() => undefined);
  }
}

export function deal(
  table: string,
  names: readonly string[],
  seed: string,
  columns: readonly TargetColumn[],
): readonly string[] {
  const keys = names.slice(0, -1);
  const value = names.at(-1) ?? '';
  const byHash = `HASHBYTES('SHA2_256', CONCAT(${quoteText(seed)}, nr))`;
  const isIndexed = columns
    .slice(0, -1)
    .every(({ maxLength, kind }) => kind !== 'text' || maxLength !== null);
  return [
    `SELECT ${keys.map((key) => `t.${key}`).join(', ')}, g.${value} INTO ${table} FROM (
       SELECT pool, ${keys.join(', ')}, ROW_NUMBER() OVER (PARTITION BY pool ORDER BY nr) AS place FROM ${STAGED}) t
     JOIN (
       SELECT pool, ${value}, ROW_NUMBER() OVER (PARTITION BY pool ORDER BY ${byHash}, nr) AS place FROM ${STAGED}) g
       ON g.pool = t.pool AND g.place = t.place`,
    ...(isIndexed ? [`CREATE UNIQUE INDEX k ON ${table} (${keys.join(', ')})`] : []),
  ];
}
