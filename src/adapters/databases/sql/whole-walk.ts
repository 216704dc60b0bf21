import type { RowText } from '../../../engine/index.js';
import type {
  BatchWrite,
  PartitionCursor,
  TableScan,
  TargetColumn,
  WholeTableWork,
} from '../database-adapter.js';
import type { PageReader } from './page-reader.js';

/** Reads and masks all rows of a table in one transaction of the caller's; `write` gets what changes. */
export async function walkPages(
  reader: Pick<PageReader, 'readPage'>,
  scan: TableScan,
  work: WholeTableWork,
  write: (batch: BatchWrite) => Promise<void>,
): Promise<PartitionCursor> {
  let end: PartitionCursor = { lastKey: [''], rowsRead: 0, rowsWritten: 0 };
  let after: RowText | null = null;
  for (let left = work.maxRows ?? Infinity; left > 0; left = (work.maxRows ?? Infinity) - end.rowsRead) {
    const range = { after, upTo: null };
    const limit = Math.trunc(Math.min(work.batchSize, left));
    const page: readonly RowText[] = await reader.readPage(scan, range, limit);
    if (page.length === 0) {
      break;
    }
    after = page.at(-1)!.slice(0, 1);
    const batch: BatchWrite | null = await work.mask(page);
    if (batch === null) {
      throw new Stopped();
    }
    end = { ...batch.cursor, lastKey: [''] };
    if (!work.dryRun) {
      await write(batch);
    }
  }
  return end;
}

/** Undoes the transaction, and is no failure. */
class Stopped extends Error {
  constructor() {
    super('Asked to stop.');
  }
}

/** For the end of such a transaction: a stop is no error. */
export function notStopped(error: unknown): null {
  if (error instanceof Stopped) {
    return null;
  }
  throw error as Error;
}

/** A column of a copy that says which row it is, under a name that no other column has. */
export function numberBeside(names: readonly string[], like: TargetColumn): TargetColumn {
  const taken = new Set(names.map((name) => name.toLowerCase()));
  let name = 'vizard_nr';
  while (taken.has(name)) {
    name += '_';
  }
  return { ...like, id: name, name, rowAddress: false };
}
