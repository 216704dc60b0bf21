import { parseExact } from '../values/numbers.js';
import { reportParameter, wrongType } from './parameters.js';
import type { ExactNumber } from '../values/numbers.js';
import type { ParameterType } from './parameters.js';

const MAX_DIGITS = 400;

/** Any finite number, kept exactly. */
export function number(description: string): ParameterType<ExactNumber> {
  return {
    type: 'number',
    description,
    constraints: '',
    read: (node, scope) => {
      if (node.kind !== 'scalar' || node.value === null || !isNumeric(node.value)) {
        return wrongType(node, scope, 'a number');
      }
      const exact = node.text.length > MAX_DIGITS ? null : parseExact(node.text.replace(/^\+/, ''));
      return exact ?? reportParameter(node, scope, 'bad_value', 'This must be a finite decimal number.');
    },
  };
}

function isNumeric(value: unknown): boolean {
  const isDecimal =
    typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'decimal';
  return typeof value === 'bigint' || typeof value === 'number' || isDecimal;
}
