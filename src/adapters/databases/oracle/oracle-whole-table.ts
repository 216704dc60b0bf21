import type {
  PartitionClaim,
  PartitionCursor,
  TableScan,
  TargetColumn,
  WholeTableWork,
} from '../database-adapter.js';
import type { PageReader } from '../sql/page-reader.js';
import type { RunLedger } from '../sql/run-ledger.js';
import { notStopped, walkPages } from '../sql/whole-walk.js';
import type { OracleClient } from './oracle-client.js';
import { quoteTable } from './oracle-sql.js';
import type { OracleWriter } from './oracle-writer.js';

/** Where a row lies. An update leaves it there, unless it moves the row to another partition. */
export const ROW_ADDRESS: TargetColumn = {
  ...{ id: 'ROWID', name: 'ROWID', typeName: 'ROWID', kind: 'other', nullable: false },
  ...{ maxLength: null, numericPrecision: null, numericScale: null, generated: true, rowAddress: true },
  ...{ inForeignKey: false, inUniqueIndex: false, canSelect: true, canUpdate: false, writable: false },
};

interface WholeTools {
  readonly client: OracleClient;
  readonly progress: RunLedger;
  readonly reader: PageReader;
  readonly writer: OracleWriter;
}

/** Masks tables by the addresses of their rows, each in one transaction, during which nobody else changes them. */
export async function walkWhole(
  { client, progress, reader, writer }: WholeTools,
  { claim, scan }: { readonly claim: PartitionClaim | null; readonly scan: TableScan },
  work: WholeTableWork,
): Promise<PartitionCursor | null> {
  const inside = async (): Promise<PartitionCursor> => {
    if (claim !== null) {
      await progress.lock(claim);
    }
    if (!work.dryRun) {
      await client.execute(`LOCK TABLE ${quoteTable(scan.table)} IN EXCLUSIVE MODE`);
    }
    const end = await walkPages(reader, scan, work, async (batch) => {
      await writer.writeInside(batch);
    });
    if (claim !== null) {
      await progress.move(claim, end);
    }
    return end;
  };
  return client.transaction(inside).catch(notStopped);
}
