import type { Readable, Writable } from 'node:stream';
import type {
  ColumnShape,
  DocumentContent,
  JsonStream,
  RowText,
  UnitText,
  XmlStream,
} from '../../engine/index.js';

/** Where the bytes of a file come from. Streams are opened as often as a format needs; each is a new one. */
export interface FileSource {
  /** For messages: as the user knows it. */
  readonly path: string;
  /** In bytes; infinite where it is not known. */
  readonly size: number;
  /** `range`: bytes, end exclusive. */
  open(range?: ByteRange): Promise<Readable>;
  /**
   * A path of the file in the local file system; a copy where the storage is not local (the caller removes it). For
   * formats that need random access.
   */
  local(): Promise<string>;
}

export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface FileCounts {
  /** Rows, documents or records that were read. */
  readonly rows: number;
  /** Those that came out different. */
  readonly rowsMasked: number;
  /** Values that came out different. */
  readonly valuesMasked: number;
  /** Columns of which masked values were cut to what the file has room for; none where it is not said. */
  readonly cutColumns?: readonly CutColumn[];
}

export interface CutColumn {
  readonly name: string;
  /** In characters. */
  readonly width: number;
}

/** What one masking of one file is given, whatever its format. */
export interface MaskWork<Options, Masker> {
  readonly options: Options;
  readonly masker: Masker;
  /** An empty folder for temporary files, which the caller removes; asked for only where a format needs one. */
  readonly scratch: () => Promise<string>;
  /** Called often. `bytesRead`: of the file as it is stored. */
  readonly progress: (rows: number, bytesRead: number) => void;
  /** Ends the work with its reason. */
  readonly signal: AbortSignal;
}

/** Masks pages of rows; made once the columns of the file are known. */
export interface TabularMasker {
  /** Positions of the columns whose cells `mask` wants, each once. */
  readonly read: readonly number[];
  /** Positions of the columns that it may change, each once. */
  readonly write: readonly number[];
  /**
   * `rows`: for each row the cells of `read` as text, null for nulls. Gives for each row the new texts of `write`, or
   * null where the row stays as it is. A promise where a mask asks a service. `first`: position of the first row in the
   * file, from 0.
   */
  mask(
    rows: readonly RowText[],
    first: number,
  ): readonly (RowText | null)[] | Promise<readonly (RowText | null)[]>;
}

/** Makes the masker of a file from its columns. Throws when they do not fit the rules. */
export type TabularMaskerMaker = (columns: readonly ColumnShape[]) => TabularMasker;

/** A format of rows and columns: delimited, fixed width, Parquet. `Options`: what the task says of the format. */
export interface TabularFormat<Options> {
  /** The columns as the file names them; reads no more than it must. Throws `FormatError`. */
  columns(source: FileSource, options: Options): Promise<readonly ColumnShape[]>;
  /**
   * Copies the file to `sink` and changes nothing but the cells that the masker changes: every other byte stays (Parquet:
   * every other value, and the schema). Memory does not grow with the file. Ends `sink` when all is written; a fault of
   * the sink is thrown as it is, one of the file as a `FormatError`. After a fault the sink holds a part: drop it.
   */
  mask(source: FileSource, sink: Writable, work: MaskWork<Options, TabularMaskerMaker>): Promise<FileCounts>;
}

/** Masks one record: a JSON or XML document, a line of NDJSON, an Avro record, a whole text. Null: it stays as it is. */
export interface RecordMasker {
  /** `position`: of the record in the file, from 0. */
  mask(record: string, position: number): string | null | Promise<string | null>;
  /** Values that came out different so far. */
  readonly valuesMasked: number;
  /** Does `mask` throw `bad_json` for what begins like a list or object and is none? Then it need not be checked before. */
  readonly checksJson?: boolean;
  /** For one JSON document that is too long to be held; null: the rules need the whole of it. */
  stream(text: UnitText): JsonStream | null;
  /** The same for one XML document. */
  streamXml?(): XmlStream | null;
}

/** What a task says of files of documents. */
export interface ObjectOptions {
  /** As written; `auto`: from the file. */
  readonly encoding: string;
}

export type ObjectWork = MaskWork<ObjectOptions, RecordMasker>;

/** A format of documents: JSON, NDJSON, XML, Avro, text. */
export interface ObjectFormat {
  /** What its records are to the rules, for `compileFileMask`. */
  readonly content: DocumentContent;
  /** As `TabularFormat.mask`, record by record. */
  mask(source: FileSource, sink: Writable, work: ObjectWork): Promise<FileCounts>;
}
