import { MaskingError } from '../../engine/index.js';
import type { CompiledTableMask, DealtRow, RowText } from '../../engine/index.js';
import { dealOut } from './deal-out.js';
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
  const dealt = dealtRows(mask, rows);
  const positions = mask.writeColumns.map((name) => mask.readColumns.indexOf(name));
  return rows.map((row, index) => {
    counter.enter(index);
    const key = Object.fromEntries(
      mask.readColumns.slice(0, mask.keyCount).map((name, position) => [name, row[position] ?? null]),
    );
    return rowOrError(key, () => {
      const out: (string | null)[] = [];
      const masked = mask.maskRow(row, out, undefined, dealt[index]);
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

/** For each row what it is dealt. */
function dealtRows({ shuffles }: CompiledTableMask, rows: readonly RowText[]): readonly DealtRow[] {
  const dealt = rows.map((): (string | null | undefined)[] => []);
  for (const { position, target, pool } of shuffles) {
    const own = rows.map((row) => row[position] ?? null);
    dealOut(own, (row) => pool(rows[row]!)).forEach((value, row) => {
      dealt[row]![target] = value;
    });
  }
  return dealt;
}

function toRowError(error: unknown): NonNullable<RowPreview['error']> {
  if (!(error instanceof MaskingError)) {
    throw error;
  }
  return { code: error.code, message: error.message, column: error.column, path: error.maskPath };
}
