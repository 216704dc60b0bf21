import type { JsonValue } from '../values/json-record.js';

/** What the caller knows of a record besides its content. */
export interface RecordOrigin {
  /** Its place in the request, from 0: where a run secret was given, rules without hash sources draw from it. */
  readonly position: number;
  /** The request's hash value for it; undefined: the request has none, and rules are not hashed by it. */
  readonly hashValue?: JsonValue | undefined;
}

/** An in-flight ruleset, compiled. Holds scratch buffers: use one at a time, which single-threaded code does. */
export interface CompiledRecordMask {
  /** The masked record; parts that no rule changes may be shared with the original. Throws `MaskingError`. */
  maskRecord(record: JsonValue, origin: RecordOrigin): JsonValue;
}
