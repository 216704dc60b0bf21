/** The text of units in which a file is looked at: they are the characters themselves, or the bytes of an encoding. */
export interface UnitText {
  readonly encodingName: string;
  /** Null: they are not valid. */
  toText(units: string): string | null;
  /** Null: the encoding has no such character. */
  toUnits(text: string): string | null;
}
