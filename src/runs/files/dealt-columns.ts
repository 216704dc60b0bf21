import { keyedDraws } from '../../engine/index.js';
import type { CompiledTabularMask, DealtValue, RowText } from '../../engine/index.js';
import { PartitionFailure } from '../work/partition-failure.js';

/** What the values of dealt columns of one file may take in memory, in bytes. */
const MOST_HELD = 128 * 1024 * 1024;
/** Of a value beside its characters. */
const OVERHEAD = 64;

// eslint-disable-next-line no-control-regex -- characters of one byte are what is asked for
const ONE_BYTE = /^[\x00-\xff]*$/;

/** A column: by the position of a row in the file its value, and the rows of each pool. */
interface DealtColumn {
  readonly values: (string | null | undefined)[];
  readonly pools: number[][];
}

/**
 * `secure_shuffle` in one file: all values of a column are known before the first row is masked, so each row is given
 * that of any other. Files exchange nothing with each other.
 */
export class DealtColumns {
  private readonly columns = new Map<string, DealtColumn>();
  private held = 0;

  /** Notes what the row gives. Throws `PartitionFailure` where that is too much. */
  note({ shuffles }: CompiledTabularMask, cells: RowText, position: number): void {
    for (const shuffle of shuffles) {
      const pool = shuffle.pool(cells, position);
      if (pool !== null) {
        const { values, pools } = this.of(shuffle.column);
        (pools[pool] ??= []).push(position);
        values[position] = this.kept(cells[shuffle.cell] ?? null);
      }
    }
  }

  /** Decides, after the last row, who gets what; by the run’s key, the file and the column, so that it repeats. */
  deal(runKey: Uint8Array, path: string): void {
    for (const [column, { values, pools }] of this.columns) {
      for (const [pool, rows] of pools.entries()) {
        const draws = keyedDraws(runKey, JSON.stringify(['secure_shuffle', path, column, pool]));
        // Some formats hand their rows out in any order. A pool without rows is a hole.
        const inOrder = Uint32Array.from((rows as number[] | undefined) ?? []).sort();
        for (let i = inOrder.length - 1; i > 0; i--) {
          const [one, other] = [inOrder[i]!, inOrder[draws.below(i + 1)]!];
          [values[one], values[other]] = [values[other], values[one]];
        }
      }
      pools.length = 0;
    }
  }

  /** What the row gets. */
  given({ shuffles }: CompiledTabularMask, position: number): readonly DealtValue[] {
    return shuffles.flatMap((shuffle) => {
      const value = this.of(shuffle.column).values[position];
      return value === undefined ? [] : [{ shuffle, value }];
    });
  }

  private of(name: string): DealtColumn {
    const column = this.columns.get(name) ?? { values: [], pools: [] };
    this.columns.set(name, column);
    return column;
  }

  private kept(value: string | null): string | null {
    this.held += OVERHEAD + (value?.length ?? 0);
    if (this.held > MOST_HELD) {
      const message =
        'Its values under secure_shuffle are too many to be held in memory: split the file, or use another mask.';
      throw new PartitionFailure('too_long', message);
    }
    return value === null ? null : ownCopy(value);
  }
}

/** A part of a text keeps the whole of it in memory; this does not. */
function ownCopy(text: string): string {
  const encoding = ONE_BYTE.test(text) ? 'latin1' : 'utf16le';
  return Buffer.from(text, encoding).toString(encoding);
}
