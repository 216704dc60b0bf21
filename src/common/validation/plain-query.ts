import { InvalidInputError } from '../errors/domain-error.js';
import { storableText } from './storable-text.js';

/** Refuses names with brackets (`limit[]`, `status[a]`): no parameter has such a name, so the wish would be ignored. */
export function assertPlainQuery(query: object): void {
  const names = Object.keys(query).filter((name) => /[[\]]/.test(name));
  if (names.length > 0) {
    const text = 'There is no such parameter. Write the name without brackets; repeat it for several values.';
    throw new InvalidInputError(Object.fromEntries(names.map((name) => [storableText(name), [text]])));
  }
}
