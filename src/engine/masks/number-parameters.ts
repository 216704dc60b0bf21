import { parseExact } from '../values/numbers.js';
import { NOT_READ, reportParameter, wrongType } from './parameters.js';
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

/** Several of them, at least one. */
export function numberList(description: string): ParameterType<readonly ExactNumber[]> {
  const one = number(description);
  return {
    type: 'numbers',
    description,
    constraints: 'at least one',
    read: (node, scope) => {
      if (node.kind !== 'list' || node.items.length === 0) {
        return wrongType(node, scope, 'a list of numbers');
      }
      const numbers = node.items.map((item, index) =>
        one.read(item, { ...scope, path: `${scope.path}[${index}]` }),
      );
      return numbers.every((item) => item !== NOT_READ) ? numbers : NOT_READ;
    },
  };
}
