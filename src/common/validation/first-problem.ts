import { validateSync } from 'class-validator';

/** What is wrong with an object that no request brought, by the decorators of its class; null: nothing. */
export function firstProblem(dto: object): string | null {
  const [error] = validateSync(dto, { validationError: { target: false, value: false } });
  return error === undefined
    ? null
    : `${error.property}: ${Object.values(error.constraints ?? {})[0] ?? 'not valid'}`;
}
