import { setTimeout as sleep } from 'node:timers/promises';
import type {
  DatabaseSession,
  PartitionCursor,
  TableScan,
  WholeTableWork,
} from '../../../src/adapters/databases/index.js';
import { claimOf } from '../support/walk.js';
import type { DatabaseContract } from './database.contract.js';

interface WholeTableContract extends Pick<DatabaseContract, 'adapter' | 'target'> {
  /** Others who would change a row wait for the end, so that nobody has to try again. */
  readonly othersWait?: boolean;
}

/** What every adapter promises that can mask tables without a key. */
export function wholeTableContract(contract: WholeTableContract): void {
  const PROGRESS = { name: 'wt_progress' };
  let session: DatabaseSession;
  let counter = 0;

  const sql = (text: string): ReturnType<ReturnType<DatabaseContract['target']>['sql']> =>
    contract.target().sql(text);

  async function table(
    rows: number,
    create = 'CREATE TABLE %s (name varchar(20), n int)',
  ): Promise<TableScan> {
    const name = `wt_${(counter += 1)}`;
    await sql(create.replaceAll('%s', name));
    const values = Array.from({ length: rows }, (_, n) => `('same', ${n % 3})`);
    await sql(`INSERT INTO ${name} VALUES ${values.join(', ')}`);
    const found = await session.resolveTable(name);
    const { columns, name: resolved } = await session.describeTable(found!);
    return { table: resolved, readColumns: [session.rowAddress!, ...columns], keyCount: 1, where: null };
  }

  /** Appends to the names of rows, and says how often it was asked. */
  function work(
    scan: TableScan,
    changes: Partial<WholeTableWork> & { readonly before?: () => Promise<void> } = {},
  ): WholeTableWork {
    const cursor = { lastKey: null, rowsRead: 0, rowsWritten: 0 };
    return {
      ...{ writeColumns: scan.readColumns.slice(1, 2), batchSize: 7, maxRows: null, dryRun: false },
      mask: (page) => {
        cursor.rowsRead += page.length;
        cursor.rowsWritten += page.length;
        return Promise.resolve({
          table: scan.table,
          keyColumns: scan.readColumns.slice(0, 1),
          writeColumns: scan.readColumns.slice(1, 2),
          columns: [page.map((row) => row[0] ?? null), page.map((row) => `${row[1] ?? ''}!`)],
          cursor: { ...cursor },
        });
      },
      ...changes,
    };
  }

  const namesOf = ({ table: { table: name } }: TableScan): Promise<unknown> =>
    sql(`SELECT DISTINCT name FROM ${name} ORDER BY 1`);

  describe('tables without a key', () => {
    beforeAll(async () => {
      session = await contract.adapter.open(contract.target().settings, 'whole');
      await session.createProgressTable(PROGRESS);
    });

    afterAll(async () => {
      await session.dropProgressTable(PROGRESS);
      await session.close();
    });

    it('are masked as a whole, each row once, and the claim knows it', async () => {
      const scan = await table(50);
      const claim = claimOf(PROGRESS.name, 1);
      await session.claimPartition(claim);
      const end = await session.writeWhole(claim, scan, work(scan));
      expect(end).toMatchObject({ rowsRead: 50, rowsWritten: 50 });
      expect(end?.lastKey).not.toBeNull();
      expect(await namesOf(scan)).toEqual([['same!']]);
      expect(await session.claimPartition(claimOf(PROGRESS.name, 1))).toEqual(end);
    });

    it('keep to the condition and to the number of rows', async () => {
      const scan = { ...(await table(30)), where: 'n = 1' };
      expect(await session.writeWhole(null, scan, work(scan, { maxRows: 9 }))).toMatchObject({ rowsRead: 9 });
      expect(
        await sql(`SELECT n, count(*) FROM ${scan.table.table} WHERE name = 'same!' GROUP BY n`),
      ).toEqual([['1', '9']]);
    });

    it('stay as they are in a dry run, when asked to stop, and after any error', async () => {
      const scan = await table(30);
      expect(await session.writeWhole(null, scan, work(scan, { dryRun: true }))).toMatchObject({
        rowsRead: 30,
      });
      let pages = 0;
      const { mask } = work(scan);
      const stopping = work(scan, {
        mask: (page) => ((pages += 1) > 2 ? Promise.resolve(null) : mask(page)),
      });
      expect(await session.writeWhole(null, scan, stopping)).toBeNull();
      const tooLong = work(scan);
      const failing = session.writeWhole(null, scan, {
        ...tooLong,
        mask: async (page) => {
          const batch = (await tooLong.mask(page))!;
          const columns =
            batch.cursor.rowsRead > 14 ? [batch.columns[0]!, page.map(() => 'x'.repeat(30))] : batch.columns;
          return { ...batch, columns };
        },
      });
      await expect(failing).rejects.toMatchObject({
        code: 'value_too_long',
        message: expect.stringContaining('"name"'),
      });
      expect(await namesOf(scan)).toEqual([['same']]);
    });

    it('are not masked under a claim that is lost', async () => {
      const scan = await table(10);
      const claim = claimOf(PROGRESS.name, 2);
      await session.claimPartition(claim);
      await session.claimPartition(claimOf(PROGRESS.name, 2));
      await expect(session.writeWhole(claim, scan, work(scan))).rejects.toMatchObject({ code: 'claim_lost' });
      expect(await namesOf(scan)).toEqual([['same']]);
    });

    it('lose nothing that others change meanwhile', async () => {
      const scan = await table(20);
      const first = work(scan);
      let pages = 0;
      let changed: Promise<unknown> = Promise.resolve();
      const disturbed = async (): Promise<PartitionCursor | null> =>
        session.writeWhole(null, scan, {
          ...first,
          mask: async (page) => {
            pages += 1;
            changed = pages === 1 ? sql(`UPDATE ${scan.table.table} SET name = 'new' WHERE n = 2`) : changed;
            // A server that locks what it reads lets it through only when this transaction is over.
            await (contract.othersWait === true ? Promise.race([changed, sleep(2_000)]) : changed);
            return pages === 1 ? { ...(await first.mask(page))!, columns: [[], []] } : first.mask(page);
          },
        });
      const met = disturbed();
      if (contract.othersWait === true) {
        await met;
        await changed;
        const { table: target } = scan;
        expect(await sql(`SELECT DISTINCT name FROM ${target.table} WHERE n = 2`)).toEqual([['new']]);
        return;
      }
      await expect(met).rejects.toMatchObject({ transient: true });
      await changed;
      await session.writeWhole(null, scan, work(scan));
      expect(await namesOf(scan)).toEqual([['new!'], ['same!']]);
    });
  });
}
