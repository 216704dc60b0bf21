import { Draws } from '../random/draws.js';
import { keyWords } from './round-function.js';
import type { RowSeed } from '../random/draws.js';
import type { Tweak } from './round-function.js';

/** Largest set that is shuffled as a whole. */
export const MAX_TABLE_SIZE = 1024;
/** Tables kept: two megabytes at most. */
const MAX_TABLES = 1024;

/**
 * Keyed permutations of tiny sets, where a Feistel network would reach only a few of all permutations: the set is
 * shuffled by Fisher and Yates from a keyed stream, so that any permutation is as likely as any other. The last used
 * tables are kept.
 */
export class TablePermutations {
  private readonly seed: RowSeed;
  private readonly tables = new Map<number, Uint16Array>();

  constructor(key: Uint8Array) {
    const words = keyWords(key, 'table');
    this.seed = { words: () => words };
  }

  permute(index: number, size: number, tweak: Tweak): number {
    return this.table(size, tweak)[index]!;
  }

  invert(index: number, size: number, tweak: Tweak): number {
    return this.table(size, tweak).indexOf(index);
  }

  private table(size: number, tweak: Tweak): Uint16Array {
    // 32 bits and 10 bits of the tweak and 11 of the size: what is equal in them shares a table, whoever made it.
    const identity = ((tweak.high & 0x3ff) * 2048 + size) * 4294967296 + (tweak.low >>> 0);
    const known = this.tables.get(identity);
    if (known !== undefined) {
      return known;
    }
    if (this.tables.size >= MAX_TABLES) {
      this.tables.clear();
    }
    const table = this.shuffled(size, tweak);
    this.tables.set(identity, table);
    return table;
  }

  private shuffled(size: number, tweak: Tweak): Uint16Array {
    const table = Uint16Array.from({ length: size }, (_, index) => index);
    const draws = new Draws(this.seed, Int32Array.of(tweak.low, tweak.high & 0x3ff, size));
    for (let i = size - 1; i > 0; i--) {
      const other = draws.below(i + 1);
      const moved = table[i]!;
      table[i] = table[other]!;
      table[other] = moved;
    }
    return table;
  }
}
