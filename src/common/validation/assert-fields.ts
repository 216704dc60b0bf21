import { InvalidInputError } from '../errors/domain-error.js';

/** Throws `InvalidInputError` with every field that has a problem; null: the field is fine. */
export function assertFields(problems: Readonly<Record<string, string | null>>): void {
  const found = Object.entries(problems).flatMap(([field, problem]) =>
    problem === null ? [] : [[field, [problem]] as const],
  );
  if (found.length > 0) {
    throw new InvalidInputError(Object.fromEntries(found));
  }
}
