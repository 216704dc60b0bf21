/** What a task says about files of fixed width. */
export interface FixedWidthOptions {
  /** As written; `auto`: from the file. */
  readonly encoding: string;
  /** In characters, from 0; the end is the first one that is not the field's. They do not overlap. */
  readonly columns: readonly { readonly name: string; readonly start: number; readonly end: number }[];
  /** What becomes of a masked value that is longer than its field. */
  readonly tooWide: 'truncate' | 'error';
  /** Null: as in the file. */
  readonly lineEnding: string | null;
  /** Text that stands for null, both ways, without the spaces around it; null: nothing does. */
  readonly nullText: string | null;
}
