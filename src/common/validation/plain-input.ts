import { InvalidInputError } from '../errors/domain-error.js';

/** Deeper bodies have no meaning anywhere and would exhaust the stack of what reads them. */
const MAX_DEPTH = 64;

/** NUL, or half a surrogate pair. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/**
 * Refuses what no management route can mean: a body that is no object, nesting beyond reason, and texts with NUL
 * characters or halves of surrogate pairs, which the database cannot hold.
 */
export function assertPlainInput(input: unknown): void {
  if (Array.isArray(input) || typeof input !== 'object' || input === null) {
    throw new InvalidInputError('The body must be a JSON object.');
  }
  const pending: { readonly value: unknown; readonly path: readonly string[] }[] = [
    { value: input, path: [] },
  ];
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    const { value, path } = item;
    if (typeof value === 'string') {
      assertStorable(value, path);
    } else if (typeof value === 'object' && value !== null) {
      if (path.length >= MAX_DEPTH) {
        throw new InvalidInputError('The body is nested too deeply.');
      }
      for (const [key, part] of Object.entries(value)) {
        pending.push({ value: part, path: [...path, key] });
      }
    }
  }
}

function assertStorable(text: string, path: readonly string[]): void {
  if (UNSTORABLE.test(text)) {
    throw new InvalidInputError({
      [path.join('.')]: ['The text holds characters that cannot be stored (NUL, or half a surrogate pair).'],
    });
  }
}
