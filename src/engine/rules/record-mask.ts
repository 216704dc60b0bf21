/** What the caller knows of a record besides its content. */
export interface RecordOrigin {
  /** Its place in the request, from 0: where a run secret was given, rules without hash sources draw from it. */
  readonly position: number;
  /** JSON text of the request's hash value for it; undefined: it has none, and rules are not hashed by it. */
  readonly hashValue?: string | undefined;
}

/** What a compiled mask may be carried over to. */
export interface RecordSecrets {
  /** From `deriveRunKey`. */
  readonly runKey: Uint8Array;
  /** `now` for masks that know it, epoch milliseconds; they count in seconds. */
  readonly nowMs: number;
}

/** An in-flight ruleset, compiled. Holds scratch buffers: use one at a time, which single-threaded code does. */
export interface CompiledRecordMask {
  /**
   * Masks one JSON text without white around it, and gives valid JSON text. What no rule changes stays as it is,
   * character by character: long numbers, repeated keys, spaces. Throws `MaskingError`.
   */
  maskJson(record: string, origin: RecordOrigin): string;

  /**
   * Goes on under another secret or at another time, as if compiled for them, but at a fraction of the cost wherever
   * the masks allow it. Costs next to nothing when both are the same as before.
   */
  renew(secrets: RecordSecrets): void;
}
