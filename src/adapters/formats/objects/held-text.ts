import { FormatError } from '../format-error.js';
import type { TextWork } from './text-work.js';

/** Longest document that is masked as a whole, in units. */
export const LONGEST_DOCUMENT = 32 * 1024 * 1024;

/** The start of a document in memory, and what comes behind it. */
export class HeldText {
  private constructor(
    private readonly held: string[],
    /** Is it the whole document? */
    readonly isAll: boolean,
    private readonly more: AsyncGenerator<string, void, void>,
  ) {}

  /** Reads until more than `limit` units are held. */
  static async read(text: TextWork, limit: number): Promise<HeldText> {
    const more = text.units();
    const held: string[] = [];
    for (let length = 0; length <= limit;) {
      const next = await more.next();
      if (next.done === true) {
        return new HeldText(held, true, more);
      }
      held.push(next.value);
      length += next.value.length;
    }
    return new HeldText(held, false, more);
  }

  /** The document piece by piece; once. */
  async *pieces(): AsyncGenerator<string, void, void> {
    for (let piece = this.held.shift(); piece !== undefined; piece = this.held.shift()) {
      yield piece;
    }
    yield* this.more;
  }

  /** All of its units. `reason`: why it has to be held. Throws `FormatError`. */
  async whole(reason: string): Promise<string> {
    const pieces: string[] = [];
    let length = 0;
    for await (const units of this.pieces()) {
      length += units.length;
      if (length > LONGEST_DOCUMENT) {
        const message = `The document is longer than ${LONGEST_DOCUMENT} characters, and ${reason}.`;
        throw new FormatError('too_long', message);
      }
      pieces.push(units);
    }
    return pieces.join('');
  }
}
