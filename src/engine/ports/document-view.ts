import type { Value } from '../values/value.js';

/** A step into a document: a key, a position in a list, or `*`. */
export type DocumentStep = string | number;

/** The original document around the leaf that is being masked. */
export interface DocumentView {
  /** How many `*` the path of the current leaf has. */
  readonly wildcards: number;
  /** Says while masks are compiled which paths they will ask for. */
  announce(path: readonly DocumentStep[]): void;
  /**
   * The value at a path from the root; undefined: nothing there. Each `*` stands for where the current leaf's own `*`
   * of that place stands.
   */
  valueAt(path: readonly DocumentStep[]): Value | undefined;
}
