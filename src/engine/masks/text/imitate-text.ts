import type { Draws } from '../../random/draws.js';

/** Which characters are replaced, and how. */
export interface ImitateOptions {
  readonly upper: boolean;
  readonly lower: boolean;
  readonly digits: boolean;
  /** Every replaced character must differ from the original. */
  readonly forceChange: boolean;
}

const UNCHANGED = 0;
const ROOM = 4096;

/** Size of the set of each character code, and the code of its first member. */
interface Sets {
  readonly size: Uint8Array;
  readonly first: Uint8Array;
}

/**
 * A function that replaces each character of an enabled set by a random member of that set, in order, and copies the
 * rest. Holds scratch buffers.
 */
export function textImitator(options: ImitateOptions): (text: string, draws: Draws) => string {
  const sets = characterSets(options);
  const skipOriginal = options.forceChange ? 1 : 0;
  const bytes = Buffer.alloc(ROOM);

  const replaced = (code: number, draws: Draws): number => {
    const size = code < 128 ? sets.size[code]! : UNCHANGED;
    if (size === UNCHANGED) {
      return code;
    }
    const first = sets.first[code]!;
    const drawn = draws.below(size - skipOriginal);
    return first + (skipOriginal === 1 && drawn >= code - first ? drawn + 1 : drawn);
  };

  const wide = (text: string, draws: Draws): string => {
    const units = Buffer.alloc(text.length * 2);
    for (let i = 0; i < text.length; i++) {
      units.writeUInt16LE(replaced(text.charCodeAt(i), draws), i * 2);
    }
    return units.toString('utf16le');
  };

  return (text, draws) => {
    const length = text.length;
    const target = length <= ROOM ? bytes : Buffer.alloc(length);
    for (let i = 0; i < length; i++) {
      if (text.charCodeAt(i) > 0xff) {
        return wide(text, draws);
      }
    }
    for (let i = 0; i < length; i++) {
      target[i] = replaced(text.charCodeAt(i), draws);
    }
    return target.toString('latin1', 0, length);
  };
}

function characterSets(options: ImitateOptions): Sets {
  const size = new Uint8Array(128);
  const first = new Uint8Array(128);
  const add = (enabled: boolean, from: string, count: number): void => {
    const start = from.charCodeAt(0);
    size.fill(enabled ? count : UNCHANGED, start, start + count);
    first.fill(start, start, start + count);
  };
  add(options.upper, 'A', 26);
  add(options.lower, 'a', 26);
  add(options.digits, '0', 10);
  return { size, first };
}
