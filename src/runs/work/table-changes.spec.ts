import { compareTable } from './table-changes.js';
import type { TableBaseline, TableState, WalkedRows } from './table-changes.js';

const BEFORE: TableBaseline = {
  columns: { id: '77.1', name: '77.2' },
  counters: { inserted: 500, updated: 20, deleted: 7 },
  filtered: null,
};

const NOW: TableState = {
  title: 'mask_table "public"."people"',
  columns: BEFORE.columns,
  counters: { inserted: 500, updated: 110, deleted: 7 },
  rows: 100,
  movesRows: false,
  rewritten: false,
  hasTriggers: false,
};

const WALKED: WalkedRows = { read: 100, written: 90, interrupted: false };

/** What is said, or the failure's code. */
function verdict(
  before: Partial<TableBaseline>,
  now: Partial<TableState>,
  walked: Partial<WalkedRows> = {},
): string {
  try {
    const lines = compareTable({ ...BEFORE, ...before }, { ...NOW, ...now }, { ...WALKED, ...walked });
    return lines.map((line) => line.message).join('\n');
  } catch (error) {
    return (error as { code: string }).code;
  }
}

const wrote = (inserted: number, updated: number, deleted: number): Partial<TableState> => ({
  counters: { inserted: 500 + inserted, updated: 20 + updated, deleted: 7 + deleted },
});

describe('compareTable', () => {
  it('has nothing to say of a table that only the run wrote to', () => {
    expect(verdict({}, {})).toBe('');
  });

  it.each([
    ['fewer rows than walked', {}, { rows: 99 }, 'rows_differ'],
    ['more rows than walked', {}, { rows: 101 }, 'rows_differ'],
    ['a row in the place of another', {}, wrote(1, 90, 1), 'rows_inserted'],
    ['another column of the name', {}, { columns: { id: '77.1', name: '77.3' } }, 'table_changed'],
    ['a column that is gone', {}, { columns: { id: '77.1', name: '' } }, 'table_changed'],
    ['a row more beside the condition', { filtered: { rows: 99, matching: 99 } }, {}, 'rows_differ'],
    [
      'a condition that came to hide rows',
      { filtered: { rows: 100, matching: 101 } },
      {},
      'condition_changed',
    ],
  ])('refuses %s', (_, before, now, code) => {
    expect(verdict(before, now)).toBe(code);
  });

  it('warns of updates by others', () => {
    expect(verdict({}, wrote(0, 93, 0))).toMatch(
      /^\[updated_by_others\] mask_table "public"."people": .* 3 updates/,
    );
  });

  it.each([
    ['batches were rolled back', {}, { interrupted: true }],
    ['triggers may have made them', { hasTriggers: true }, {}],
  ])('does not where %s', (_, now, walked) => {
    expect(verdict({}, { ...wrote(0, 200, 0), ...now }, walked)).toBe('');
  });

  it('does not blame a load that was counted late, nor an insert that was rolled back', () => {
    expect(verdict({}, wrote(500, 90, 0))).toBe('');
  });

  it('allows for the rows that masking moves between partitions', () => {
    expect(verdict({}, { ...wrote(90, 0, 90), movesRows: true })).toBe('');
    expect(verdict({}, { ...wrote(91, 0, 91), movesRows: true })).toBe('rows_inserted');
    expect(verdict({}, { ...wrote(120, 0, 120), movesRows: true }, { interrupted: true })).toMatch(
      /perhaps twice/,
    );
  });

  it('knows that a table written anew has only inserted rows', () => {
    const anew = { rewritten: true, hasTriggers: true };
    expect(verdict({}, { ...wrote(100, 0, 0), ...anew })).toBe('');
    expect(verdict({}, { ...wrote(101, 0, 1), ...anew })).toBe('rows_inserted');
    expect(verdict({}, { ...wrote(300, 0, 9), ...anew }, { interrupted: true })).toMatch(/perhaps twice/);
    expect(verdict({}, { ...wrote(100, 3, 0), rewritten: true })).toMatch(/^\[updated_by_others\]/);
  });

  it.each([
    ['was restarted', { counters: { inserted: 0, updated: 110, deleted: 0 } }],
    ['does not count', { counters: null }],
  ])('says that it cannot tell where the server %s', (_, now) => {
    expect(verdict({}, now)).toMatch(/would not show/);
  });
});
