import { hash } from 'node:crypto';
import type { CompiledTableMask } from '../../src/engine/index.js';

/** Stands for the engine: one keyed hash a row, expanded into texts of the old lengths. */
export function hashMask(readColumns: readonly string[], keyCount: number): CompiledTableMask {
  return {
    readColumns,
    keyCount,
    writeColumns: readColumns.slice(keyCount),
    maskRow: (row, out) => {
      const inner = hash('sha256', `key${row[keyCount] ?? ''}`, 'hex');
      const seed = hash('sha256', `pad${inner}`, 'hex');
      for (let index = 0; index < out.length; index += 1) {
        const length = row[keyCount + index]?.length ?? 0;
        out[index] = seed.slice(index * 8, index * 8 + 8).padEnd(length, seed);
      }
      return true;
    },
  };
}
