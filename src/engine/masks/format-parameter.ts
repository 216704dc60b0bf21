import { FormatError, parseFormat } from './format-parser.js';
import { reportParameter, wrongType } from './parameters.js';
import type { Format } from './format-string.js';
import type { ParameterType } from './parameters.js';

/** A format string, parsed. */
export function formatString(description: string): ParameterType<Format> {
  return {
    type: 'format string',
    description,
    constraints: '1 to 10000 characters',
    read: (node, scope) => {
      if (node.kind !== 'scalar' || typeof node.value !== 'string') {
        return wrongType(node, scope, 'a format string (put it in quotes)');
      }
      try {
        return parseFormat(node.value);
      } catch (error) {
        if (!(error instanceof FormatError)) {
          throw error;
        }
        const message = `The format cannot be used: ${error.reason} (character ${error.character}).`;
        return reportParameter(node, scope, 'bad_format', message);
      }
    },
  };
}
