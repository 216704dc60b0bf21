import { keyWords } from '../permutation/round-function.js';
import { Draws } from './draws.js';

/** Unbiased draws that belong to no row: always the same ones for one key and label. */
export function keyedDraws(key: Uint8Array, label: string): Pick<Draws, 'below'> {
  const words = keyWords(key, label);
  return new Draws({ words: () => words }, new Int32Array(3));
}
