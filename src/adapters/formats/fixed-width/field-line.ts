import type { TextCodec } from '../text-codec.js';

// eslint-disable-next-line no-control-regex -- ASCII is what is asked for
const ASCII = /^[\x00-\x7f]*$/;

/** Finds the fields of lines. Positions are characters; in units they differ where a character takes several. */
export class FieldLine {
  private units = '';
  /** The characters of a line that is more than ASCII. */
  private characters: readonly string[] | null = null;

  constructor(private readonly codec: TextCodec) {}

  /** False: the line is not valid in its encoding. */
  enter(units: string): boolean {
    this.units = units;
    this.characters = null;
    if (ASCII.test(units)) {
      return true;
    }
    const text = this.codec.toText(units);
    this.characters = text === null ? null : Array.from(text);
    return text !== null && this.codec.toUnits(text) === units;
  }

  /** Length in characters. */
  get length(): number {
    return this.characters?.length ?? this.units.length;
  }

  /** The text of a field, spaces and all; shorter where the line is. */
  field(start: number, end: number): string {
    return this.characters === null
      ? this.units.slice(start, end)
      : this.characters.slice(start, end).join('');
  }

  /** The line's own units from one character to another. */
  part(start: number, end?: number): string {
    return this.characters === null
      ? this.units.slice(start, end)
      : (this.codec.toUnits(this.characters.slice(start, end).join('')) ?? '');
  }
}

/** A value in a field of `width` characters, at the side where the old one stood. */
export function aligned(value: string, width: number, old: string): string {
  const isRight = old.startsWith(' ') && !old.endsWith(' ');
  const filling = ' '.repeat(Math.max(0, width - Array.from(value).length));
  return isRight ? filling + value : value + filling;
}
