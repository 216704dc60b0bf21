import type { BatchWrite, DatabaseSession } from '../../adapters/databases/index.js';
import type { RowText } from '../../engine/index.js';
import type { CursorKeeper } from './cursor-keeper.js';
import type { PartitionWatch, StopReason } from '../ledger/partition-watch.js';
import { RowWalk } from './row-walk.js';
import type { RowWalkPlan } from './row-walk-plan.js';

const ROWS = Array.from({ length: 60 }, (_, n): RowText => [String(n).padStart(3, '0')]);

/** Masks one column of 60 rows, ten at a time. */
const PLAN = {
  ...{ scan: { table: { schema: 's', table: 't' }, readColumns: [{ name: 'id' }], keyCount: 1 } },
  ...{ writeColumns: [{ name: 'name' }], detector: null, rowNumber: { enter: () => undefined } },
  ...{ range: { after: null, upTo: null }, batchSize: 10, maxRows: null, hasTriggers: false },
  mask: {
    maskRow: (_: RowText, out: (string | null)[]) => {
      out[0] = 'masked';
      return true;
    },
  },
} as unknown as RowWalkPlan;

const READER = {
  readPage: (_: unknown, { after }: { readonly after: RowText | null }, limit: number) =>
    Promise.resolve(ROWS.filter(([id]) => after === null || id! > after[0]!).slice(0, limit)),
} as unknown as DatabaseSession;

/** A walk whose second batch is being written until `go` is called. */
function slowWalk(): {
  readonly begun: number[];
  readonly watch: { stopReason: StopReason | null; readonly rows: { rowsRead: number } };
  readonly end: Promise<string>;
  readonly go: (error?: Error) => void;
} {
  const begun: number[] = [];
  let go: (error?: Error) => void = () => undefined;
  const second = new Promise<void>((resolve, reject) => {
    go = (error) => (error === undefined ? resolve() : reject(error));
  });
  const cursors = {
    write: async (_: DatabaseSession, { cursor }: BatchWrite) => {
      begun.push(cursor.rowsRead);
      await (begun.length === 2 ? second : undefined);
      return cursor;
    },
  } as unknown as CursorKeeper;
  const watch: ReturnType<typeof slowWalk>['watch'] & Pick<PartitionWatch, 'orStop'> = {
    ...{ stopReason: null, rows: { rowsRead: 0 } },
    orStop: <T>(work: Promise<T>): Promise<T | null> =>
      watch.stopReason === null ? work : Promise.resolve(null),
  };
  const sessions = { reader: READER, writer: {} as DatabaseSession };
  const walk = new RowWalk(PLAN, sessions, cursors, watch as unknown as PartitionWatch);
  const end = walk.run({ lastKey: null, rowsRead: 0, rowsWritten: 0 });
  return { begun, watch, end, go };
}

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) {
    await new Promise(setImmediate);
  }
};

describe('RowWalk', () => {
  it('writes all pages, in their order', async () => {
    const { begun, watch, end, go } = slowWalk();
    await settled();
    expect(begun).toEqual([10, 20]);
    go();
    await expect(end).resolves.toBe('end');
    expect(begun).toEqual([10, 20, 30, 40, 50, 60]);
    expect(watch.rows.rowsRead).toBe(60);
  });

  it('begins no batch once the work should end', async () => {
    const { begun, watch, end, go } = slowWalk();
    await settled();
    watch.stopReason = 'drain';
    go();
    await expect(end).resolves.toBe('stopped');
    expect(begun).toEqual([10, 20]);
    expect(watch.rows.rowsRead).toBe(20);
  });

  it('begins no batch after one that failed', async () => {
    const { begun, watch, end, go } = slowWalk();
    await settled();
    go(new Error('no'));
    await expect(end).rejects.toThrow('no');
    expect(begun).toEqual([10, 20]);
    expect(watch.rows.rowsRead).toBe(10);
  });
});
