import { integer, reportParameter, text, wrongType } from '../parameters.js';
import { NOT_READ } from '../parameters.js';
import type { ParameterType } from '../parameters.js';

/** Text of exactly one character. */
export function oneCharacter(description: string): ParameterType<string> {
  const asText = text(description);
  return {
    ...asText,
    constraints: 'one character',
    read: (node, scope) => {
      const written = asText.read(node, scope);
      return written !== NOT_READ && [...written].length !== 1
        ? reportParameter(node, scope, 'bad_value', 'This must be exactly one character.')
        : written;
    },
  };
}

/** A number of digits, or `automatic`. */
export function prefixLength(description: string, max: number): ParameterType<number | 'automatic'> {
  const asInteger = integer(description, 0, max);
  return {
    type: 'integer or automatic',
    description,
    constraints: `0 to ${max}, or automatic`,
    read: (node, scope) => {
      if (node.kind !== 'scalar' || typeof node.value !== 'string') {
        return asInteger.read(node, scope);
      }
      return node.value === 'automatic' ? 'automatic' : wrongType(node, scope, 'a whole number or automatic');
    },
  };
}
