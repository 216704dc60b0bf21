import type { UnitText } from '../json-stream/unit-text.js';
import type { XmlStream } from './compile-xml-stream.js';

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
  /** Does `mask` throw `bad_json` for what begins like a list or object and is none? Then it need not be checked before. */
  readonly checksJson: boolean;
  /**
   * Masks one JSON document that is too long to be held, and draws what `mask` would. Null: the rules need the whole
   * of it. Of repeated keys on the way to what is masked, each is a place of its own.
   */
  stream(text: UnitText): JsonStream | null;
  /** Masks one XML document that is too long to be held, and draws what `mask` would. Null: as of `stream`. */
  streamXml?(): XmlStream | null;
}

/** One JSON document that streams by. */
export interface JsonStream {
  /** To be gone through before `mask`, so that values elsewhere in the document are known; null: needless. */
  readonly look: JsonPass | null;
  readonly mask: JsonPass;
}

/** Takes the units of a document piece by piece. Throws `JsonStreamProblem` and `MaskingError`. */
export interface JsonPass {
  /** Gives what can be written by now. */
  push(units: string): string;
  end(): string;
}
