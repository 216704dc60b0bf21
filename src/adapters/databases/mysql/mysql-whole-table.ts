import { DatabaseError } from '../database-adapter.js';
import type {
  PartitionClaim,
  PartitionCursor,
  TableScan,
  TargetColumn,
  WholeTableWork,
} from '../database-adapter.js';
import { notStopped, numberBeside, walkPages } from '../sql/whole-walk.js';
import * as catalog from './mysql-catalog.js';
import type { MysqlClient } from './mysql-client.js';
import type { MysqlIntrospector } from './mysql-introspector.js';
import type { RunLedger } from '../sql/run-ledger.js';
import type { PageReader } from '../sql/page-reader.js';
import { inSnapshot, MysqlReplacement, ownColumns, withLooseChecks } from './mysql-replacement.js';
import type { ServerFacts } from './mysql-settings.js';
import { quoteTable } from './mysql-sql.js';
import { triggerNames } from './mysql-triggers.js';
import type { MysqlWriter } from './mysql-writer.js';

/**
 * InnoDB numbers the rows of a table without a key in a column of this name, which nobody can read: it says no more than
 * that there is no other key. The name is the server's own, and no column can have it.
 */
export const ROW_ADDRESS: TargetColumn = {
  ...{ id: 'db_row_id', name: 'db_row_id', typeName: 'bigint', kind: 'integer', nullable: false },
  ...{ maxLength: null, numericPrecision: 19, numericScale: 0, generated: true, rowAddress: true },
  ...{ inForeignKey: false, inUniqueIndex: false, canSelect: true, canUpdate: false, writable: false },
};

interface WholeTools {
  readonly client: MysqlClient;
  readonly introspector: MysqlIntrospector;
  readonly progress: RunLedger;
  readonly reader: PageReader;
  readonly writer: MysqlWriter;
  readonly facts: ServerFacts;
}

/**
 * Masks tables that have no key, each in one transaction: rows are copied and numbered in a temporary table, masked there
 * by their number, and put in the place of the old ones. Meanwhile nobody else can change them.
 */
export class MysqlWholeTable {
  private walks = 0;

  constructor(private readonly tools: WholeTools) {}

  async walk(
    claim: PartitionClaim | null,
    scan: TableScan,
    work: WholeTableWork,
  ): Promise<PartitionCursor | null> {
    const { client, introspector, facts } = this.tools;
    const description = await introspector.describeTable(scan.table);
    const own = ownColumns(description);
    await this.refuse(scan, work.dryRun);
    this.walks += 1;
    const table = { schema: facts.database, table: `vizard_whole_${this.walks}` };
    const replaced = { table: scan.table, columns: own, where: scan.where };
    const replacement = new MysqlReplacement(client, quoteTable(table), replaced);
    const number = numberBeside(
      description.columns.map(({ name }) => name),
      ROW_ADDRESS,
    );
    const copied = { ...scan, table, where: null, readColumns: withNumber(scan, number) };
    try {
      await client.execute('SET TRANSACTION READ WRITE');
      await replacement.create(number.name);
      return await withLooseChecks(client, () =>
        inSnapshot(client, () => this.inside(claim, copied, { work, number, replacement })),
      ).catch(notStopped);
    } finally {
      await replacement.drop().catch(() => undefined);
    }
  }

  /** What rows that are taken out would do to other tables. */
  private async refuse({ table }: TableScan, dryRun: boolean): Promise<void> {
    const { client } = this.tools;
    const [reference] = await client.query(catalog.references(table));
    const triggers = dryRun ? [] : await triggerNames(client, table, ['INSERT', 'DELETE']);
    const why = 'its rows are taken out and put back';
    if (reference !== undefined) {
      const text = `a table without a key cannot be masked while another refers to it ("${reference[0] ?? ''}"): ${why}`;
      throw new DatabaseError('bad_key', text, false);
    }
    if (triggers.length > 0) {
      const names = triggers.map((name) => `"${name}"`).join(', ');
      throw new DatabaseError('bad_key', `triggers of the table would fire (${names}): ${why}`, false);
    }
  }

  private async inside(
    claim: PartitionClaim | null,
    scan: TableScan,
    {
      work,
      number,
      replacement,
    }: {
      readonly work: WholeTableWork;
      readonly number: TargetColumn;
      readonly replacement: MysqlReplacement;
    },
  ): Promise<PartitionCursor> {
    if (claim !== null) {
      await this.tools.progress.lock(claim);
    }
    const rows = await replacement.fill(!work.dryRun);
    const end = await walkPages(this.tools.reader, scan, work, (batch) =>
      this.tools.writer.writeInside({ ...batch, table: scan.table, keyColumns: [number] }),
    );
    if (!work.dryRun && end.rowsWritten > 0) {
      await replacement.swap(rows, true);
    }
    if (claim !== null) {
      await this.tools.progress.move(claim, end);
    }
    return end;
  }
}

function withNumber({ readColumns }: TableScan, number: TargetColumn): TableScan['readColumns'] {
  return [number, ...readColumns.slice(1)];
}
