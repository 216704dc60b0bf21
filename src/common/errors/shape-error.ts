import { DomainError } from './domain-error.js';

/** What is wrong with a part of a request to the in-flight API, by the names that its clients know. */
export type ShapeFaultType =
  | 'missing'
  | 'json_invalid'
  | 'dict_type'
  | 'extra_forbidden'
  | 'string_type'
  | 'string_too_short'
  | 'string_too_long'
  | 'string_pattern_mismatch'
  | 'bool_parsing'
  | 'int_parsing'
  | 'greater_than_equal'
  | 'less_than_equal'
  | 'list_type'
  | 'enum'
  | 'value_error';

/** One entry of the 422 list. */
export interface ShapeFault {
  readonly type: ShapeFaultType;
  /** Where: `['body', 'options', 'enabled']`. */
  readonly loc: readonly string[];
  readonly msg: string;
  /** The value at fault, for its sender alone: never logged, secrets and large values left out. */
  readonly input: unknown;
  readonly ctx?: Readonly<Record<string, unknown>>;
}

/** A request to the in-flight API has the wrong shape: 422 with everything that is wrong. */
export class ShapeError extends DomainError {
  constructor(readonly faults: readonly ShapeFault[]) {
    super('wrong_shape', 'The request has the wrong shape.');
  }
}

/** The fault of a text that should be JSON and is not; `place` begins with a colon or is empty. */
export function invalidJsonFault(loc: readonly string[], place: string): ShapeFault {
  const error = place.replace(/^: /, '');
  return {
    ...{ type: 'json_invalid', loc, msg: `Must be valid JSON${place}.`, input: null },
    ...(error === '' ? {} : { ctx: { error } }),
  };
}
