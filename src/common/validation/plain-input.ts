import { InvalidInputError } from '../errors/domain-error.js';
import { isStorable, storableText } from './storable-text.js';

/** Deeper bodies have no meaning anywhere and would exhaust the stack of what reads them. */
const MAX_DEPTH = 64;

/** Names that mean something to the language itself: what copies objects drops or misreads them silently. */
const RESERVED: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Refuses what no management route can mean: a body that is no object, nesting beyond reason, reserved names, and texts
 * or names with NUL characters or halves of surrogate pairs, which the database cannot hold.
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
        assertName(key, path);
        pending.push({ value: part, path: [...path, key] });
      }
    }
  }
}

function assertStorable(text: string, path: readonly string[]): void {
  if (!isStorable(text)) {
    throw new InvalidInputError({
      [shown(path)]: ['The text holds characters that cannot be stored (NUL, or half a surrogate pair).'],
    });
  }
}

function assertName(name: string, path: readonly string[]): void {
  if (RESERVED.has(name)) {
    throw new InvalidInputError({ [shown([...path, name])]: ['A field may not have this name.'] });
  }
  if (!isStorable(name)) {
    throw new InvalidInputError({
      [shown([...path, name])]: [
        'The name holds characters that cannot be stored (NUL, or half a surrogate pair).',
      ],
    });
  }
}

function shown(path: readonly string[]): string {
  return storableText(path.join('.'));
}
