import type { RowWalkPlan } from './row-walk-plan.js';
import { WalkCounts } from './walk-counts.js';

const PLAN = {
  scan: { readColumns: [{ name: 'id' }, { name: 'read' }, { name: 'unread', join: 0 }] },
  writeColumns: [{ name: 'read' }, { name: 'unread' }],
} as unknown as RowWalkPlan;

const tally = (skipped: number[], unchanged: number[]): Parameters<WalkCounts['add']>[1] => ({
  skipped: Uint32Array.from(skipped),
  unchanged: Uint32Array.from(unchanged),
});

const after = (cursor: Parameters<WalkCounts['begin']>[0]): unknown => {
  const counts = new WalkCounts(PLAN);
  counts.begin(cursor);
  counts.add(10, tally([1, 2], [3, 4]));
  counts.add(10, tally([0, 0], [5, 0]));
  return counts.ofCursor;
};

describe('counts of a walk', () => {
  const START = { lastKey: null, rowsRead: 0, rowsWritten: 0 };

  it('add up from the start, and compare only what is read of the table itself', () => {
    expect(after(START)).toEqual({
      columnCounts: [
        { column: 'read', changed: 11, skipped: 1, unchanged: 8 },
        { column: 'unread', changed: 18, skipped: 2, unchanged: null },
      ],
    });
  });

  it('go on where the cursor stands, and stay unknown of columns that were not compared before', () => {
    const columnCounts = [
      { column: 'unread', changed: 2, skipped: 1, unchanged: null },
      { column: 'read', changed: 3, skipped: 0, unchanged: null },
    ];
    expect(after({ lastKey: ['3'], rowsRead: 3, rowsWritten: 3, columnCounts })).toEqual({
      columnCounts: [
        { column: 'read', changed: 22, skipped: 1, unchanged: null },
        { column: 'unread', changed: 20, skipped: 3, unchanged: null },
      ],
    });
  });

  it.each([
    ['nobody counted', undefined],
    ['somebody counted some', [{ column: 'read', changed: 2, skipped: 0, unchanged: 0 }]],
  ])('are not known once a part was walked of which %s', (_, columnCounts) => {
    const counted = columnCounts === undefined ? {} : { columnCounts };
    expect(after({ lastKey: ['3'], rowsRead: 3, rowsWritten: 3, ...counted })).toEqual({});
  });
});
