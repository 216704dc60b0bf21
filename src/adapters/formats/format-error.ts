/** Why a file cannot be read or written in its format; callers decide by this word, people read the message. */
export type FormatFault =
  /** Nothing in it: no header, no columns. */
  | 'empty'
  /** Not what its format prescribes: ragged rows, open quotes, a document that does not parse. */
  | 'malformed'
  /** Damaged or cut off: compressed data, pages, blocks. */
  | 'corrupt'
  /** A line, record or document beyond what is held in memory. */
  | 'too_long'
  /** Bytes that its encoding does not have, or a value that the encoding cannot hold. */
  | 'bad_encoding'
  /** A masked value does not fit into its place. */
  | 'bad_value'
  /** Right in itself, but masking it would change more than was asked. */
  | 'unsupported'
  /** The columns of the file are not what the task says. */
  | 'bad_columns';

/** Says where (line, column, byte) and what to do, never a value. */
export class FormatError extends Error {
  constructor(
    readonly fault: FormatFault,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'FormatError';
  }
}
