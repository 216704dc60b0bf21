import { compileSearch } from '../ruleset/text-search.js';
import { NOT_READ, reportParameter, text } from './parameters.js';
import type { ParameterType } from './parameters.js';
import type { TextSearch } from '../ruleset/text-search.js';

/** A pattern in Python's syntax, to be found in texts. */
export interface SearchPattern {
  readonly pattern: string;
  readonly search: TextSearch;
}

export function searchPattern(description: string): ParameterType<SearchPattern> {
  const asText = text(description);
  return {
    type: 'pattern',
    description,
    constraints: 'Python syntax without back-references; look-around at the two ends only',
    read: (node, scope) => {
      const pattern = asText.read(node, scope);
      if (pattern === NOT_READ) {
        return NOT_READ;
      }
      const search = compileSearch(pattern);
      return 'problem' in search
        ? reportParameter(node, scope, 'bad_pattern', `The pattern cannot be used: ${search.problem}.`)
        : { pattern, search };
    },
  };
}
