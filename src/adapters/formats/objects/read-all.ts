import { FormatError } from '../format-error.js';
import type { TextWork } from './text-work.js';

/** Longest document that is held in memory as a whole, in units. */
const LONGEST_DOCUMENT = 32 * 1024 * 1024;

/** The units of a whole file. Throws `FormatError`. */
export async function readAll(text: TextWork): Promise<string> {
  const pieces: string[] = [];
  let length = 0;
  for await (const units of text.units()) {
    length += units.length;
    if (length > LONGEST_DOCUMENT) {
      throw new FormatError(
        'too_long',
        `The document is longer than ${LONGEST_DOCUMENT} characters and has to be masked as a whole.`,
      );
    }
    pieces.push(units);
  }
  return pieces.join('');
}
