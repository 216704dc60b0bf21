import type { DataType } from './data-types.js';

/** A column by its name, or a place in a document: keys, and `*` for positions and for keys that are data. */
export type FieldLocator = string | readonly string[];

/** One place of a file with its first values. */
export interface SampledField {
  readonly locator: FieldLocator;
  /** What its values are; empty: nothing is known. */
  readonly dataTypes: readonly DataType[];
  /** The first ones as text, null for nulls; null: none were asked for. */
  readonly values: readonly (string | null)[] | null;
}

/** What the beginning of a file tells. */
export interface FileSample {
  /** Null: not a delimited file. */
  readonly delimiter: string | null;
  /** By a name that tasks know; null: not text. */
  readonly encoding: string | null;
  readonly fields: readonly SampledField[];
  /** What is wrong with the part that was read, in words for users; null: nothing. */
  readonly problem: string | null;
}

export interface SampleOptions {
  /** Of delimited files. Where UTF-8 is asked for and the file is no UTF-8, it is found out. */
  readonly encoding: string;
  /** Most values of each field; 0: only names are wanted. */
  readonly values: number;
  /** Ends the work with its reason. */
  readonly signal: AbortSignal;
}
