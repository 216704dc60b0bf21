import type { ValidationError } from 'class-validator';
import type { FieldErrors } from '../errors/domain-error.js';

/** The validator's tree, flat: `options.batch_size`, `selected.0.name` → messages. Values are never quoted. */
export function toFieldErrors(errors: readonly ValidationError[]): FieldErrors {
  return Object.fromEntries(errors.flatMap((error) => flatten(error, '')));
}

function flatten(error: ValidationError, parent: string): [string, string[]][] {
  const path = parent === '' ? error.property : `${parent}.${error.property}`;
  const below = (error.children ?? []).flatMap((child) => flatten(child, path));
  return error.constraints === undefined ? below : [[path, messagesOf(error)], ...below];
}

function messagesOf(error: ValidationError): string[] {
  if (error.value === undefined) {
    return ['This field is required.'];
  }
  if (error.value === null) {
    return ['This field may not be null.'];
  }
  return Object.values(error.constraints ?? {}).map((text) => sentence(text, error.property));
}

/** The validator's own messages begin with the property, which the key already says. */
function sentence(text: string, property: string): string {
  const bare = text.startsWith(`${property} `) ? text.slice(property.length + 1) : text;
  const capital = bare.charAt(0).toUpperCase() + bare.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}
