/** What a task says about delimited files. */
export interface DelimitedOptions {
  /** As written; `auto`: from the file. */
  readonly encoding: string;
  /** One character; null: found out from the file. */
  readonly delimiter: string | null;
  /** One character. */
  readonly quoteCharacter: string;
  /** Text that stands for null, both ways; null: nothing does, and a null is written as an empty cell. */
  readonly nullText: string | null;
  /**
   * The columns that the task names. Where all of them are positions (`0`, `1` …), the file has no header, and its
   * columns are called by their positions; unless the first record names them so itself.
   */
  readonly namedColumns: readonly string[];
}
