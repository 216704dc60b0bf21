import { randomInt } from 'node:crypto';

import { MaskingError } from '../../engine/index.js';
import type { ColumnShuffle, CompiledTableMask, RowText } from '../../engine/index.js';
import type { RowPreview } from './preview.js';

/** The number of the row at hand, for masks that number rows. */
export class RowCounter {
  private row = 0;

  current(): number {
    return this.row;
  }

  enter(row: number): void {
    this.row = row;
  }
}

/** Masks rows as a run would and shows each beside its original. Rows are texts in the order of `readColumns`. */
export function previewRows(
  mask: CompiledTableMask,
  rows: readonly RowText[],
  counter: RowCounter,
): readonly RowPreview[] {
  const dealt = rows.map((row) => [...row]);
  mask.shuffles.forEach((shuffle) => deal(shuffle, rows, dealt));
  const positions = mask.writeColumns.map((name) => mask.readColumns.indexOf(name));
  return rows.map((row, index) => {
    counter.enter(index);
    const key = Object.fromEntries(
      mask.readColumns.slice(0, mask.keyCount).map((name, position) => [name, row[position] ?? null]),
    );
    return rowOrError(key, () => {
      const out: (string | null)[] = [];
      const masked = mask.maskRow(dealt[index] ?? row, out);
      const columns = mask.writeColumns.map((column, place) => {
        const before = row[positions[place]!] ?? null;
        return { column, before, after: masked ? (out[place] ?? null) : before };
      });
      return { masked, columns };
    });
  });
}

/** What masking the row gives, or why it cannot be masked. */
export function rowOrError(
  key: RowPreview['key'],
  mask: () => Pick<RowPreview, 'masked' | 'columns'>,
): RowPreview {
  try {
    return { key, ...mask(), error: null };
  } catch (error) {
    return { key, masked: false, columns: [], error: toRowError(error) };
  }
}

/** Deals the values of a column out among the rows shown; a run does so among all rows. */
function deal(shuffle: ColumnShuffle, rows: readonly RowText[], dealt: (string | null)[][]): void {
  const taking = rows.flatMap((row, index) => (shuffle.takesPart(row) ? [index] : []));
  const values = shuffled(taking.map((index) => rows[index]?.[shuffle.position] ?? null));
  taking.forEach((index, place) => {
    dealt[index]![shuffle.position] = values[place] ?? null;
  });
}

/** In another order, at random. */
export function shuffled<T>(values: readonly T[]): readonly T[] {
  const dealt = [...values];
  for (let i = dealt.length - 1; i > 0; i--) {
    const j = randomInt(i + 1);
    [dealt[i], dealt[j]] = [dealt[j]!, dealt[i]!];
  }
  return dealt;
}

function toRowError(error: unknown): NonNullable<RowPreview['error']> {
  if (!(error instanceof MaskingError)) {
    throw error;
  }
  return { code: error.code, message: error.message, column: error.column, path: error.maskPath };
}
