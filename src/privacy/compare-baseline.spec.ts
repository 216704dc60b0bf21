import { compareBaseline } from './compare-baseline.js';
import type { TableFigures } from './privacy-figures.js';

const AFTER = { rows: 4, groups: 3, k: 1, uniqueRows: 2, rowsBelowK: 4 };
const DIVERSITY = { values: 3, distinct: 2, unique: 1 };

function figures(given: Partial<TableFigures> = {}): TableFigures {
  return {
    ...{ table: 'people', name: { schema: 'public', table: 'people' }, quasiIdentifiers: ['born', 'town'] },
    ...{ before: null, after: AFTER, matchedRows: null, problem: null },
    columns: [{ column: 'town', before: null, after: DIVERSITY, compared: null, unchanged: null }],
    ...given,
  };
}

describe('compareBaseline', () => {
  it.each([
    ['written alike', {}],
    ['written with its schema', { table: 'public.people' }],
    ['of a copy with another schema', { name: { schema: 'copy', table: 'people' } }],
    ['with the quasi-identifiers in another order', { quasiIdentifiers: ['town', 'born'] }],
  ])('takes the figures of a table %s', (_, former) => {
    const compared = compareBaseline(figures(), [figures({ table: 'x', name: undefined }), figures(former)]);
    expect(compared).toMatchObject({ before: AFTER, columns: [{ before: DIVERSITY }], problem: null });
  });

  it.each([
    ['not in the baseline', { table: 'x', name: { schema: 'other', table: 'people' } }],
    ['other quasi-identifiers of this table (born)', { quasiIdentifiers: ['born'] }],
    ['The baseline could not measure this table', { after: null, problem: 'Broken.' }],
  ])('says: %s', (text, former) => {
    const { before, problem } = compareBaseline(figures({ problem: 'First.' }), [figures(former)]);
    expect(before).toBeNull();
    expect(problem).toMatch(/^First\. /);
    expect(problem).toContain(text);
  });

  it('says that rows were hidden from the baseline', () => {
    const { before, problem } = compareBaseline(figures(), [figures({ hidesRows: true })]);
    expect(before).toEqual(AFTER);
    expect(problem).toMatch(/visible rows only/);
  });

  it('leaves it at the problem of a table that could not be measured', () => {
    expect(compareBaseline(figures({ after: null, problem: 'Broken.' }), []).problem).toBe('Broken.');
  });
});
