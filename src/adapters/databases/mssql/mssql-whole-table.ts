import type {
  PartitionClaim,
  PartitionCursor,
  TableScan,
  TargetColumn,
  WholeTableWork,
} from '../database-adapter.js';
import type { CatalogIntrospector } from '../sql/catalog-introspector.js';
import type { PageReader } from '../sql/page-reader.js';
import { rowsVanished } from '../sql/rows-vanished.js';
import type { RunLedger } from '../sql/run-ledger.js';
import { whereClause } from '../sql/sql-dialect.js';
import { notStopped, numberBeside, walkPages } from '../sql/whole-walk.js';
import type { MssqlClient } from './mssql-client.js';
import { quoteIdentifier, quoteTable } from './mssql-sql.js';
import type { MssqlWriter } from './mssql-writer.js';

/** Where a row lies; an update may move it. The name is the server's own, and no column can have it. */
export const ROW_ADDRESS: TargetColumn = {
  ...{ id: 'physloc', name: '%%physloc%%', typeName: 'bigint', kind: 'integer', nullable: false },
  ...{ maxLength: null, numericPrecision: 19, numericScale: 0, generated: true, rowAddress: true },
  ...{ inForeignKey: false, inUniqueIndex: false, canSelect: true, canUpdate: false, writable: false },
};

interface WholeTools {
  readonly client: MssqlClient;
  readonly introspector: CatalogIntrospector;
  readonly progress: RunLedger;
  readonly reader: PageReader;
  readonly writer: MssqlWriter;
}

/**
 * Masks tables that have no key, each in one transaction: rows are copied to a temporary table with the place where they
 * lie, masked there by a number, and put back by one statement, which sees all rows where they lay. Meanwhile nobody else
 * can change them.
 */
export class MssqlWholeTable {
  private walks = 0;

  constructor(private readonly tools: WholeTools) {}

  async walk(
    claim: PartitionClaim | null,
    scan: TableScan,
    work: WholeTableWork,
  ): Promise<PartitionCursor | null> {
    const { client, introspector } = this.tools;
    const { columns } = await introspector.describeTable(scan.table);
    const number = numberBeside(
      columns.map(({ name }) => name),
      ROW_ADDRESS,
    );
    this.walks += 1;
    const copy = { schema: '', table: `#vizard_whole_${this.walks}` };
    try {
      return await client
        .transaction(() => this.inside(claim, scan, { work, number, copy, columns }))
        .catch(notStopped);
    } finally {
      await client.query(`DROP TABLE IF EXISTS ${quoteTable(copy)}`).catch(() => undefined);
    }
  }

  private async inside(
    claim: PartitionClaim | null,
    scan: TableScan,
    { work, number, copy, columns }: Copying,
  ): Promise<PartitionCursor> {
    const { client, progress, reader, writer } = this.tools;
    if (claim !== null) {
      await progress.lock(claim);
    }
    for (const statement of copyRows(scan, { number, copy, columns }, work.dryRun)) {
      // a temporary table, which a session that only reads may have, too
      await client.query(statement);
    }
    const copied = {
      ...scan,
      table: copy,
      where: null,
      readColumns: [number, ...scan.readColumns.slice(1)],
    };
    const end = await walkPages(reader, copied, work, (batch) =>
      writer.writeInside({ ...batch, table: copy, keyColumns: [number] }),
    );
    if (!work.dryRun && end.rowsWritten > 0) {
      await this.putBack(scan, work, { number, copy, rows: end.rowsRead });
    }
    if (claim !== null) {
      await progress.move(claim, end);
    }
    return end;
  }

  private async putBack(
    { table }: TableScan,
    { writeColumns }: WholeTableWork,
    { number, copy, rows }: Pick<Copying, 'number' | 'copy'> & { readonly rows: number },
  ): Promise<void> {
    const sets = writeColumns.map(({ name }) => `${quoteIdentifier(name)} = w.${quoteIdentifier(name)}`);
    const [[changed = null] = [], [expected = null] = []] = await this.tools.client.query(
      `UPDATE t SET ${sets.join(', ')} FROM ${quoteTable(table)} t JOIN ${quoteTable(copy)} w
         ON w.${placeOf(number)} = t.%%physloc%% WHERE w.${quoteIdentifier(number.name)} <= ${rows};
       SELECT CONVERT(varchar(20), @@ROWCOUNT);
       SELECT CONVERT(varchar(20), COUNT_BIG(*)) FROM ${quoteTable(copy)} WHERE ${quoteIdentifier(number.name)} <= ${rows}`,
    );
    if (changed !== expected) {
      throw rowsVanished(Number(changed), Number(expected));
    }
  }
}

interface Copying {
  readonly work: WholeTableWork;
  readonly number: TargetColumn;
  readonly copy: { readonly schema: string; readonly table: string };
  readonly columns: readonly TargetColumn[];
}

function placeOf({ name }: TargetColumn): string {
  return quoteIdentifier(`${name}_place`);
}

/** Numbers are given by the server, one after the other, so `number <= n` is the first n rows. */
export function copyRows(
  scan: TableScan,
  { number, copy, columns }: Pick<Copying, 'number' | 'copy' | 'columns'>,
  dryRun: boolean,
): readonly string[] {
  const list = columns.map(({ name }) => quoteIdentifier(name));
  const nr = quoteIdentifier(number.name);
  const lock = dryRun ? 'HOLDLOCK' : 'TABLOCKX, HOLDLOCK';
  return [
    `SELECT ROW_NUMBER() OVER (ORDER BY (SELECT NULL)) AS ${nr}, %%physloc%% AS ${placeOf(number)}, ${list.join(', ')}
       INTO ${quoteTable(copy)} FROM ${quoteTable(scan.table)} WITH (${lock})${whereClause(scan.where, [])}`,
    `CREATE UNIQUE CLUSTERED INDEX k ON ${quoteTable(copy)} (${nr})`,
  ];
}
