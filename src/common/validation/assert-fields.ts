import { InvalidInputError } from '../errors/domain-error.js';

/** Throws `InvalidInputError` with every field that has problems; null or none: the field is fine. */
export function assertFields(problems: Readonly<Record<string, string | readonly string[] | null>>): void {
  const found = Object.entries(problems).flatMap(([field, problem]) =>
    problem === null || problem.length === 0 ? [] : [[field, [problem].flat()] as const],
  );
  if (found.length > 0) {
    throw new InvalidInputError(Object.fromEntries(found));
  }
}
