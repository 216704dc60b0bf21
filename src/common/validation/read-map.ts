import { InvalidInputError } from '../errors/domain-error.js';

/** A JSON object with keys of the caller's, such as names of tables. Throws `InvalidInputError` that names the path. */
export function readMap(given: unknown, path: string, keys: string): Readonly<Record<string, unknown>> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    refuseField(
      path,
      given === undefined ? 'This field is required.' : `Must be an object whose keys are ${keys}.`,
    );
  }
  return given as Readonly<Record<string, unknown>>;
}

/** Throws `InvalidInputError` of one field. */
export function refuseField(path: string, message: string): never {
  throw new InvalidInputError({ [path]: [message] });
}
