/**
 * How `is_valid` is written: clients of different generations read it differently.
 * `boolean`: may runs use it. `enum`: the validation status.
 */
export type ValidityForm = 'boolean' | 'enum';

/** What of a request decides about the form. */
export interface ValidityAsked {
  readonly userAgent: string | undefined;
  /** Did the query have an `upsert` parameter, whatever its value? */
  readonly mentionsUpsert: boolean;
}

const ENUM_CLIENT = 'datamasque-python/';

export function validityFormOf({ userAgent, mentionsUpsert }: ValidityAsked): ValidityForm {
  return mentionsUpsert || userAgent?.startsWith(ENUM_CLIENT) === true ? 'enum' : 'boolean';
}
