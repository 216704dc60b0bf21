/** What the documents of a file are. */
export type DocumentContent =
  /** Each is JSON text, and stays JSON. */
  | 'json'
  /** Each is any text: XML, letters, logs. */
  | 'text';

/** A `mask_file` task, compiled for one kind of content. Holds scratch buffers: one file at a time. */
export interface CompiledFileMask {
  /** For the documents of one file. `path`: below the connection's base folder; rules may hash by it. */
  forFile(path: string): DocumentMask;
}

/** Masks the documents of one file: the whole of it, a line of NDJSON, a record of Avro. */
export interface DocumentMask {
  /**
   * Masks one document, for JSON without white around it, and gives it back with every character that no rule changes;
   * null: no rule changed any. `position`: its place in the file, from 0. Throws `MaskingError`.
   */
  mask(document: string, position: number): string | null;
  /** Values that came out different so far, in all documents. */
  readonly valuesMasked: number;
}
