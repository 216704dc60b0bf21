import type { TextCodec } from '../text-codec.js';

/** Turns cells into texts and back, in the quoting of one file. */
export class CellText {
  private readonly quote: string;
  private readonly doubled: string;
  /** Units that a bare cell may not hold. */
  private readonly special: readonly string[];

  constructor(
    private readonly codec: TextCodec,
    delimiter: string,
    quote: string,
  ) {
    this.quote = codec.toUnits(quote) ?? quote;
    this.doubled = this.quote + this.quote;
    this.special = [codec.toUnits(delimiter) ?? delimiter, this.quote, '\n', '\r'];
  }

  /** The text of a cell as it stands in the file; null: not valid in the encoding. */
  read(units: string, isQuoted: boolean): string | null {
    return this.codec.toText(isQuoted ? units.slice(1, -1).replaceAll(this.doubled, this.quote) : units);
  }

  /** The cell of a text: quoted where it was, or where it must be. Null: the encoding lacks a character. */
  write(text: string, isQuoted: boolean): string | null {
    const units = this.codec.toUnits(text);
    if (units === null || !(isQuoted || this.special.some((unit) => units.includes(unit)))) {
      return units;
    }
    return this.quote + units.replaceAll(this.quote, this.doubled) + this.quote;
  }
}
