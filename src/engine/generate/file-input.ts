import type { ColumnFinding, WrittenMask } from './generation-input.js';

/** A column by its name, or a place in a document (or in a nested column): keys, positions and `*`. */
export type FieldLocator = string | readonly (string | number)[];

export interface FoundField {
  readonly locator: FieldLocator;
  readonly findings: readonly ColumnFinding[];
}

/** A file as discovery found it. */
export interface FoundFile {
  /** Below the base directory, with slashes. */
  readonly path: string;
  readonly fileType: string;
  /** Null: not a delimited file. */
  readonly delimiter: string | null;
  /** Null: not text. */
  readonly encoding: string | null;
  readonly fields: readonly FoundField[];
}

/** Files of one type and what shall be masked in them. */
export interface FileGroup {
  readonly files: readonly string[];
  readonly locators: readonly FieldLocator[];
}

export interface FileGenerationRequest {
  readonly found: readonly FoundFile[];
  readonly groups: readonly FileGroup[];
  readonly locality: string;
  readonly ownMasks: ReadonlyMap<string, readonly WrittenMask[]>;
}
