import type { RowWalkPlan } from './row-walk-plan.js';
import { WalkCounts } from './walk-counts.js';

const PLAN = {
  scan: { readColumns: [{ name: 'id' }, { name: 'read' }, { name: 'unread', join: 0 }] },
  writeColumns: [{ name: 'read' }, { name: 'unread' }],
} as unknown as RowWalkPlan;

const tally = (...counts: [number[], number[], number[]]): Parameters<WalkCounts['add']>[1] => {
  const [skipped, unchanged, truncated] = counts.map((each) => Uint32Array.from(each));
  return { skipped: skipped!, unchanged: unchanged!, truncated: truncated! };
};

const after = (cursor: Parameters<WalkCounts['begin']>[0]): WalkCounts => {
  const counts = new WalkCounts(PLAN);
  counts.begin(cursor);
  counts.add(10, tally([1, 2], [3, 4], [0, 6]));
  counts.add(10, tally([0, 0], [5, 0], [0, 1]));
  return counts;
};

describe('counts of a walk', () => {
  const START = { lastKey: null, rowsRead: 0, rowsWritten: 0 };

  it('add up from the start, and compare only what is read of the table itself', () => {
    expect(after(START).ofCursor).toEqual({
      columnCounts: [
        { column: 'read', changed: 11, skipped: 1, unchanged: 8, truncated: 0, altered: 0 },
        { column: 'unread', changed: 18, skipped: 2, unchanged: null, truncated: 7, altered: 0 },
      ],
    });
  });

  it('go on where the cursor stands, and stay unknown of columns that were not compared before', () => {
    const columnCounts = [
      { column: 'unread', changed: 2, skipped: 1, unchanged: null, truncated: 2, altered: 3 },
      { column: 'read', changed: 3, skipped: 0, unchanged: null },
    ];
    expect(after({ lastKey: ['3'], rowsRead: 3, rowsWritten: 3, columnCounts }).ofCursor).toEqual({
      columnCounts: [
        { column: 'read', changed: 22, skipped: 1, unchanged: null, truncated: 0, altered: 0 },
        { column: 'unread', changed: 20, skipped: 3, unchanged: null, truncated: 9, altered: 3 },
      ],
    });
  });

  it.each([
    ['nobody counted', undefined],
    ['somebody counted some', [{ column: 'read', changed: 2, skipped: 0, unchanged: 0 }]],
  ])('are not known once a part was walked of which %s', (_, columnCounts) => {
    const counted = columnCounts === undefined ? {} : { columnCounts };
    const counts = after({ lastKey: ['3'], rowsRead: 3, rowsWritten: 3, ...counted });
    expect(counts.ofCursor).toEqual({});
    expect(counts.untold).toMatchObject([
      { column: 'read', truncated: 0 },
      { column: 'unread', truncated: 7 },
    ]);
  });

  it('hold what triggers made of the batches that were committed, and of the one that is written', () => {
    const counts = new WalkCounts(PLAN);
    counts.begin(START);
    const ahead = { ...START, ...counts.ofCursor };
    const altered = (more?: number[]): unknown =>
      counts.altered(ahead, more).columnCounts?.map((each) => each.altered);
    expect(altered([2, 0])).toEqual([2, 0]);
    // rolled back
    expect(altered([1, 1])).toEqual([1, 1]);
    counts.commit();
    counts.commit();
    expect(altered()).toEqual([1, 1]);
    expect(altered([0, 4])).toEqual([1, 5]);
  });
});
