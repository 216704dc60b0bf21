import { SeedCheck } from './seed-check.js';

const rowsOf = (row: string[], count: number): string[][] => new Array<string[]>(count).fill(row);

describe('SeedCheck', () => {
  it('takes as many cells as processes can hold, and says what to do beyond', () => {
    const check = new SeedCheck();
    check.rows([['a', 'b'], ...rowsOf(['1', '2'], 2_500_000)]);
    expect(check.finish()).toEqual({ header: ['a', 'b'], rowCount: 2_500_000 });
    expect(() => check.rows(rowsOf(['1', '2'], 1))).toThrow(
      /at most 5000000 cells .* leave out the columns .*\(line 2500002\)/,
    );
  });

  it('takes as many characters as processes can hold', () => {
    const check = new SeedCheck();
    check.rows([['a'], ...rowsOf(['x'.repeat(1_000_000)], 200)]);
    expect(() => check.rows([['x']])).toThrow(/200000000 characters/);
  });
});
