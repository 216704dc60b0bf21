/**
 * A value that a mask cannot take, met while masking. Says where, and the value's kind; never the value.
 * The caller adds run, task and table.
 */
export class MaskingError extends Error {
  constructor(
    /** Stable: `unsupported_kind`, `impossible_cast`, `too_long` … */
    readonly code: string,
    /** What is wrong and what to do, without any data value. */
    readonly reason: string,
    /** Place of the mask in the ruleset: `tasks[0].rules[1].masks[0]`. */
    readonly maskPath: string,
    /** The column being masked, as in the catalog. */
    readonly column: string,
  ) {
    super(`${reason} (column "${column}", ${maskPath})`);
    this.name = 'MaskingError';
  }
}
