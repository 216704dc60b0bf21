import type { CompiledTabularMask } from '../../engine/index.js';
import { DealtColumns } from './dealt-columns.js';

const shuffle = { column: 'c', cell: 0, target: 0, pool: () => 0 };
const mask: CompiledTabularMask = { read: [0], write: [0], shuffles: [shuffle], maskRow: () => null };

const rowsOf = (count: number): readonly number[] => Array.from({ length: count }, (_, row) => row);

function dealtBy(key: string, count = 50, noted = rowsOf(count)): readonly (string | null)[] {
  const dealt = new DealtColumns();
  noted.forEach((row) => dealt.note(mask, [`value ${row} 🎲`], row));
  dealt.deal(Buffer.from(key), 'a.csv');
  return rowsOf(count).flatMap((row) => dealt.given(mask, row).map(({ value }) => value));
}

describe('DealtColumns', () => {
  it('gives each value once, by the key', () => {
    const one = dealtBy('one');
    expect(new Set(one)).toEqual(new Set(Array.from({ length: 50 }, (_, row) => `value ${row} 🎲`)));
    expect(dealtBy('one')).toEqual(one);
    expect(dealtBy('other')).not.toEqual(one);
  });

  it('gives the same in whatever order the rows come', () => {
    expect(dealtBy('one', 50, [...rowsOf(50)].reverse())).toEqual(dealtBy('one'));
  });

  it('deals every order of three about as often as another', () => {
    const counts = new Map<string, number>();
    for (let key = 0; key < 6000; key++) {
      const order = dealtBy(String(key), 3).join();
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(counts.size).toBe(6);
    // Six standard deviations around 1000.
    expect([...counts.values()].every((count) => count > 820 && count < 1180)).toBe(true);
  });

  it('refuses more values than it may hold', () => {
    const dealt = new DealtColumns();
    const long = 'x'.repeat(1024 * 1024);
    const notes = (): void => {
      for (let row = 0; row < 130; row++) {
        dealt.note(mask, [long], row);
      }
    };
    expect(notes).toThrow('too many to be held in memory');
  });
});
