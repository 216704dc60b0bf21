import type { DealOrder, PartitionClaim, TargetColumn } from '../database-adapter.js';
import { DEALT_KEY, DEALT_VALUE } from '../database-adapter.js';
import type { RowText } from '../../../engine/index.js';
import type { BuildTools } from './mysql-built-tables.js';
import { buildOnce } from './mysql-built-tables.js';
import type { PageReader } from '../sql/page-reader.js';
import { quoteIdentifier, quoteTable, quoteText } from './mysql-sql.js';
import { insertRows } from './mysql-staging.js';

/** Rows looked at together: some megabytes, however long the texts are. */
const PAGE_ROWS = 2_000;

const POOL: TargetColumn = {
  ...{ id: 'pool', name: 'pool', typeName: 'int', kind: 'integer', nullable: false, writable: true },
  ...{ maxLength: null, numericPrecision: 10, numericScale: 0, generated: false, inForeignKey: false },
  ...{ inUniqueIndex: false, canSelect: true, canUpdate: true },
};

interface DealTools extends BuildTools {
  readonly reader: PageReader;
  readonly maxPacket: number;
}

/**
 * The rows that take part are staged in key order; the values then get an order of their own, by a hash of their place
 * and the seed, and the first row gets the first value. The server sorts, so neither side holds more than a page.
 */
export async function dealColumn(
  tools: DealTools,
  claim: PartitionClaim | null,
  order: DealOrder,
): Promise<number | null> {
  const stages = new DealStages(tools, order);
  try {
    return await buildOnce(tools, { claim, built: order }, async (table, comment) => {
      await stages.fill();
      await stages.deal(table, comment);
    });
  } finally {
    await stages.drop().catch(() => undefined);
  }
}

class DealStages {
  /** Key columns, then the value: names in the table that is built, and columns of the one that is masked. */
  private readonly names: readonly string[];
  private readonly columns: readonly TargetColumn[];

  constructor(
    private readonly tools: DealTools,
    private readonly order: DealOrder,
  ) {
    const { scan, position } = order;
    this.columns = [...scan.readColumns.slice(0, scan.keyCount), scan.readColumns[position]!];
    const keys = this.columns.slice(1).map((_, place) => `${DEALT_KEY}${place + 1}`);
    this.names = [...keys, DEALT_VALUE];
  }

  async fill(): Promise<void> {
    await this.drop();
    const typed = this.columns.map(
      ({ name }, place) => `s.${quoteIdentifier(name)} AS ${this.names[place] ?? ''}`,
    );
    await this.tools.client.execute(
      `CREATE TEMPORARY TABLE ${this.named('deal')} (nr bigint AUTO_INCREMENT PRIMARY KEY, pool int NOT NULL DEFAULT 0)
       ENGINE=InnoDB AS SELECT ${typed.join(', ')} FROM ${quoteTable(this.order.scan.table)} AS s LIMIT 0`,
    );
    const { scan, maxRows } = this.order;
    let after: RowText | null = null;
    for (let left = maxRows ?? Infinity; left > 0;) {
      const range = { after, upTo: null };
      const page: readonly RowText[] = await this.tools.reader.readPage(
        scan,
        range,
        Math.min(PAGE_ROWS, left),
      );
      if (page.length === 0) {
        return;
      }
      left -= page.length;
      after = page.at(-1)!.slice(0, scan.keyCount);
      await this.stage(page);
    }
  }

  /** No statement may name a temporary table twice, so takers and givers each get one. */
  async deal(table: string, comment: string): Promise<void> {
    const { client } = this.tools;
    const keys = this.names.slice(0, -1);
    const byHash = `SHA2(CONCAT(${quoteText(this.order.seed)}, nr), 256)`;
    await client.execute(
      `CREATE TEMPORARY TABLE ${this.named('deal_givers')} (PRIMARY KEY (pool, place)) ENGINE=InnoDB AS
       SELECT pool, ROW_NUMBER() OVER (PARTITION BY pool ORDER BY ${byHash}, nr) AS place, ${DEALT_VALUE}
       FROM ${this.named('deal')}`,
    );
    await client.execute(
      `CREATE TABLE ${table} (PRIMARY KEY (${keys.join(', ')})) ENGINE=InnoDB ${comment} AS
       SELECT ${keys.map((key) => `t.${key}`).join(', ')}, g.${DEALT_VALUE} FROM (
         SELECT pool, ${keys.join(', ')}, ROW_NUMBER() OVER (PARTITION BY pool ORDER BY nr) AS place
         FROM ${this.named('deal')}) AS t
       JOIN ${this.named('deal_givers')} AS g ON g.pool = t.pool AND g.place = t.place`,
    );
  }

  async drop(): Promise<void> {
    await this.tools.client.execute(
      `DROP TEMPORARY TABLE IF EXISTS ${this.named('deal')}, ${this.named('deal_givers')}`,
    );
  }

  private async stage(page: readonly RowText[]): Promise<void> {
    const { scan, position } = this.order;
    const taking = page.flatMap((row) => {
      const number = this.order.pool(row);
      return number === null ? [] : [[String(number), ...row.slice(0, scan.keyCount), row[position] ?? null]];
    });
    const columns = [POOL, ...this.columns];
    const texts = columns.map((_, place) => taking.map((row) => row[place] ?? null));
    const into = `${this.named('deal')} (pool, ${this.names.join(', ')})`;
    for (const statement of insertRows(into, { columns, texts }, this.tools.maxPacket)) {
      await this.tools.client.execute(statement);
    }
  }

  private named(part: string): string {
    return quoteTable({ schema: this.tools.database, table: `vizard_${part}` });
  }
}
